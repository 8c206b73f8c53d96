import { effectivePrice, paths, priceOrFree, type User } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type LinkProps, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { onTheWay } from '../../../lib/arrival.ts'
import { hasSignedInCookie, rememberUser, useIsExpired, wasSignedIn } from '../../../lib/current-user.ts'
import { countLabel, priceText } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { forgetLoaded } from '../../../lib/page-data.ts'
import { useShop } from '../../../lib/shop.ts'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { lineId, useCart } from '../../../shared/cart/cart.store.ts'
import { usePricedCart } from '../../../shared/cart/cart-amounts.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { forgetBilling, forgetChoices } from '../../../shared/cart/choices.store.ts'
import { becomeGuest } from '../../../shared/session/become-guest.ts'
import { currentGuest, forgetGuest, GUEST_LINK } from '../../../shared/session/guest.store.ts'
import { lastPlace, safeRedirect } from '../../../shared/session/return-path.ts'
import { Button, textLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { SkipLink } from '../../../ui/layout.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'

/**
 * Positioned at a distance from the top that does not depend on its height: a page is drawn before it has arrived
 * completely.
 */
export function AuthLayout() {
  return (
    <div className="mx-auto min-h-dvh w-full max-w-108 px-4 py-8 sm:pt-[max(3.5rem,16dvh)] sm:pb-14">
      <SkipLink />
      <header className="mb-9 flex justify-center sm:mb-11">
        <HomeLink className="min-h-11 px-2" markClass="text-[2.25rem]" />
      </header>
      <main id="content" tabIndex={-1} className="grid gap-7 outline-none">
        <Outlet />
      </main>
    </div>
  )
}

/** Login and registration are one way in; the page to return to is kept between them. */
export function AuthTabs() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const redirect = search.get('redirect') ?? undefined
  const tabs = [
    { to: paths.login(redirect), label: 'Login', isHere: pathname.startsWith(paths.login()) },
    { to: paths.register(redirect), label: 'Create an account', isHere: pathname.startsWith(paths.register()) },
  ]

  return (
    <nav aria-label="Login or register" className="grid grid-cols-2 gap-1 rounded-control bg-ink/6 p-1">
      {tabs.map(({ to, label, isHere }) => (
        <Link
          key={label}
          to={to}
          replace
          aria-current={isHere ? 'page' : undefined}
          className={cx(
            'type-ui grid min-h-10 place-items-center rounded-[7px] px-3 text-center',
            isHere ? 'bg-surface text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** For a visitor who comes from the checkout, where the owner takes orders without an account. */
export function ContinueAsGuest() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { guests } = useShop()
  const { items } = useCart()
  const isExpired = useIsExpired()
  const from = search.get('redirect') ?? ''
  const isFromCheckout = [paths.shipping, paths.checkout].some(path => from.startsWith(path))
  if (!guests || !isFromCheckout || items.length === 0) return null

  function handleClick() {
    if (!navigator.cookieEnabled) return toastError('Please allow cookies for this shop, then continue.')
    // Codes of a customer whose session has ended may be money.
    if (isExpired) forgetChoices()
    becomeGuest()
    void navigate(safeRedirect(from), { replace: true, state: onTheWay })
  }

  return (
    <Button variant="outline" wide onClick={handleClick}>
      Continue as guest
    </Button>
  )
}

const MOST_LINES = 3

/** What is in the cart, for a visitor who comes from the checkout. */
export function KeptCart() {
  const [search] = useSearchParams()
  const { cart, summary } = usePricedCart()
  const from = search.get('redirect') ?? ''
  const isFromCheckout = [paths.cart, paths.shipping, paths.checkout].some(path => from.startsWith(path))
  if (!isFromCheckout || cart.items.length === 0) return null

  const others = cart.items.length - MOST_LINES
  return (
    <section aria-label="Your cart" className="grid gap-2 rounded-tile border border-line bg-surface p-4">
      <h2 className="type-ui">Your cart is kept</h2>
      <ul className="type-small grid gap-1 text-ink-2">
        {cart.items.slice(0, MOST_LINES).map(({ product, quantity }) => (
          <li key={lineId(product)} className="flex justify-between gap-4">
            <span dir="auto" className="min-w-0 truncate">
              {quantity > 1 ? `${quantity} × ${product.name}` : product.name}
            </span>
            <span className="shrink-0 tabular-nums">
              {priceOrFree(effectivePrice(product) * quantity, summary.order.currency)}
            </span>
          </li>
        ))}
        {others > 0 && <li>{`and ${countLabel(others, 'more product')}`}</li>}
      </ul>
      <p className="type-ui flex justify-between gap-4 border-line border-t pt-2">
        <span>Subtotal</span>
        <span className="tabular-nums">{priceText(summary.order.subTotal, summary.order.currency)}</span>
      </p>
    </section>
  )
}

/** A link in a sentence, large enough for touch. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={cx(textLink, '-my-2 inline-block py-2')} />
}

/**
 * Answers a function for what login and registration answer. It drops the data of another user, remembers this one, and
 * returns to the page that required it, else to the last page of the shop. An order of the guest before does not come
 * along, because it may be another person's. Throws when the browser refuses cookies.
 */
export function useSignIn() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { isClosed } = useShop()

  return async <Answer extends { user: User }>(signingIn: Promise<Answer>) => {
    const answer = await signingIn
    if (!hasSignedInCookie()) throw new Error('Please allow cookies for this shop, then log in.')
    forgetLoaded(queryClient)
    // The cart's address stays when the same user comes back after an ended session, unless a guest was here since.
    if (!wasSignedIn(answer.user) || currentGuest()) {
      chooseAddress(null)
      forgetBilling()
    }
    rememberUser(answer.user)
    const hasLeftOrder = currentGuest()?.order
    forgetGuest()

    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // The pay page needs its own document for the provider's script and popup; a closed shop sends menus only after login.
    const isLoad = isClosed || path.startsWith(paths.pay(''))
    if (hasLeftOrder && isLoad) messageAfterLoad.set(GUEST_LINK)
    if (isLoad) location.assign(path)
    else void navigate(path, { replace: true, ...(path === paths.shipping && { state: onTheWay }) })
    // The form shows it in place of the greeting: a phone has room for one toast.
    return { ...answer, ...(hasLeftOrder && !isLoad && { message: GUEST_LINK }) }
  }
}
