import { EXPRESS_HOURS, type PaymentGatewayName } from '@mela/contract'
import { call } from '../lib/api.ts'
import { storedUser } from '../lib/current-user.ts'
import { currentCart, isAvailable } from '../shared/cart/cart.store.ts'
import { chooseForOrder, currentChoices } from '../shared/cart/choices.store.ts'
import { lineToQuote } from '../shared/cart/quoted-cart.ts'
import { becomeGuest } from '../shared/session/become-guest.ts'
import { toastError } from '../ui/toast.tsx'

/** Opens a payment of the cart that has no order yet, and goes where the buyer agrees; back leads to the checkout. */
export async function startExpress(gateway: PaymentGatewayName): Promise<void> {
  if (!storedUser() && !navigator.cookieEnabled) return toastError('Please allow cookies for this shop, then continue.')
  const { codes, company, taxNumber } = currentChoices()
  const products = currentCart()
    .items.filter(({ product }) => isAvailable(product))
    .map(lineToQuote)
  const body = { products, ...(codes && { codes }), ...(company && { company }), ...(taxNumber && { taxNumber }) }
  const { data } = await call('POST /payments/:gateway/express', { params: { gateway }, body })
  const { ticket, approveUrl } = data
  // By this device's clock, which may be hours off, as it is by this clock that it ends.
  const until = new Date(Date.now() + EXPRESS_HOURS * 3_600_000).toISOString()
  if (!storedUser()) becomeGuest()
  chooseForOrder({ express: { gateway, ticket, until, isApproved: false, address: null } })
  location.assign(approveUrl)
}
