import type * as account from './account.ts'
import type * as audit from './audit.ts'
import type * as auth from './auth.ts'
import type * as categories from './categories.ts'
import type * as customers from './customers.ts'
import type * as dashboard from './dashboard.ts'
import type * as disputes from './disputes.ts'
import type * as emailConfirmation from './email-confirmation.ts'
import type { Endpoint } from './endpoint.ts'
import type * as imports from './imports.ts'
import type * as mediaLibrary from './media-library.ts'
import type * as orderChanges from './order-changes.ts'
import type * as orderNotes from './order-notes.ts'
import type * as orders from './orders.ts'
import type * as payments from './payments.ts'
import type * as productChanges from './product-changes.ts'
import type * as products from './products.ts'
import type * as recovery from './recovery.ts'
import type * as refunds from './refunds.ts'
import type * as reviews from './reviews.ts'
import type * as security from './security.ts'
import type * as shopTerms from './shop-terms.ts'
import type * as staffCategories from './staff-categories.ts'
import type * as staffNews from './staff-news.ts'
import type * as staffOrders from './staff-orders.ts'
import type * as staffPayments from './staff-payments.ts'
import type * as staffProducts from './staff-products.ts'
import type * as staffSearch from './staff-search.ts'
import type * as staffUsers from './staff-users.ts'
import type * as twoFactor from './two-factor.ts'
import type * as users from './users.ts'

type Slices =
  | typeof account
  | typeof audit
  | typeof auth
  | typeof categories
  | typeof customers
  | typeof dashboard
  | typeof disputes
  | typeof imports
  | typeof mediaLibrary
  | typeof emailConfirmation
  | typeof orderChanges
  | typeof orderNotes
  | typeof orders
  | typeof payments
  | typeof productChanges
  | typeof products
  | typeof recovery
  | typeof refunds
  | typeof reviews
  | typeof shopTerms
  | typeof staffCategories
  | typeof staffNews
  | typeof staffOrders
  | typeof staffPayments
  | typeof staffProducts
  | typeof staffSearch
  | typeof staffUsers
  | typeof security
  | typeof twoFactor
  | typeof users
type EndpointsOf<Slice> = Slice extends unknown ? Extract<Slice[keyof Slice], Endpoint> : never

/** Every call by name, such as 'GET /products/:id'. Types only, so a page that calls carries no schema code. */
export type Calls = { [E in EndpointsOf<Slices> as `${E['method']} ${E['url']}`]: E }
