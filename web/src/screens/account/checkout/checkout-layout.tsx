import { type Address, findAddressRefusal, notSold, paths, type ShopInfo, sellsTo } from '@mela/contract'
import { LockKeyhole } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Outlet, useLocation } from 'react-router'
import { type Cart, typedGift, useCart } from '../../../shared/cart/cart.store.ts'
import { canCheckOut } from '../../../shared/cart/cart-notes.tsx'
import { isEmailed } from '../../../shared/cart/is-emailed.ts'
import type { Guest } from '../../../shared/session/guest.store.ts'
import { RequireBuyer } from '../../../shared/session/require-user.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { SkipLink } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'

const steps = [
  { title: 'Shipping', heading: 'Where should it go?' },
  { title: 'Review', heading: 'Review your order' },
  // The pay step has its own heading, the amount to pay.
  { title: 'Payment' },
]
const stepOfGiftCards = { title: 'Address', heading: 'Your address' }

/** The frame of checkout and pay page, around the checkout or around its children. */
export function CheckoutLayout({ children }: { children?: Elements }) {
  const step = useCheckoutStep()
  const { items } = useCart()

  return (
    <>
      <SkipLink />
      <header className="border-line border-b">
        <div className="shell flex min-h-14 flex-wrap items-center justify-between gap-x-4 xl:min-h-18">
          <HomeLink />
          <p className="type-ui flex items-center gap-2 text-ink-2">
            <LockKeyhole className="size-4" /> Secure checkout
          </p>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="shell pt-6 pb-12 outline-none lg:pt-10 lg:pb-24">
        <div className="mb-6 lg:mb-8">
          <PageTitle {...(step === 0 && isEmailed(items) ? stepOfGiftCards : steps[step])} />
        </div>
        {children ?? (
          <RequireBuyer admits={mayOrder} fallback={<CheckoutSkeleton />}>
            <Outlet />
          </RequireBuyer>
        )}
      </main>
    </>
  )
}

const mayOrder = (_: Guest, { guests }: ShopInfo) => guests

/** The current step: 0 shipping, 1 review, 2 payment. */
function useCheckoutStep(): number {
  const { pathname } = useLocation()
  if (pathname.startsWith(paths.pay(''))) return 2
  return pathname.startsWith(paths.checkout) ? 1 : 0
}

interface CheckoutColumnsProps {
  children: ReactNode
  /** The order: beside the cards, and above them on small screens. */
  side: ReactNode
  /** The step's button: under the order, and at the bottom of small screens. */
  action?: ReactNode
}

export function CheckoutColumns({ children, side, action }: CheckoutColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
      <div className="grid min-w-0 gap-5">{children}</div>
      {/* On small screens both are in the page's single column, where the action can be sticky. */}
      <div className="contents lg:sticky lg:top-8 lg:grid lg:gap-4">
        <div className="max-lg:order-first">{side}</div>
        {action && (
          <div className="-mx-(--gutter) sticky bottom-0 -mb-12 border-line border-t bg-paper px-(--gutter) pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:static lg:m-0 lg:border-0 lg:p-0">
            {action}
          </div>
        )}
      </div>
    </div>
  )
}

/** Why a cart with an address cannot be ordered, as a sentence; undefined when it can be ordered. */
export function findObstacle(shop: ShopInfo, { address, items }: Cart): string | undefined {
  const refusal = address && (isEmailed(items) ? findSaleRefusal(shop, address) : findAddressRefusal(shop, address))
  if (refusal) return `${refusal} Please choose another address.`
  if (canCheckOut(items)) return undefined
  const isHalfTyped = items.some(({ gift }) => typedGift(gift ?? {}) === null)
  return isHalfTyped ? 'Please correct who gets the gift card in your cart.' : 'Some products cannot be ordered.'
}

/** Gift cards alone go by email, also where the shop does not deliver. */
const findSaleRefusal = ({ countries }: ShopInfo, address: Address) =>
  sellsTo(countries, address) ? undefined : notSold(address.country)

interface StepButtonProps extends ComponentProps<typeof Button> {
  obstacle: string | undefined
}

export function StepButton({ obstacle, disabled, ...button }: StepButtonProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        wide
        disabled={disabled || Boolean(obstacle)}
        aria-describedby={obstacle ? id : undefined}
        {...button}
      />
      {obstacle && (
        <p id={id} className="type-small text-center text-ink-2">
          {obstacle}
        </p>
      )}
    </div>
  )
}

export function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="appear-late grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-12">
      <Skeleton className="h-72 rounded-tile" />
      <Skeleton className="h-72 rounded-tile" />
    </div>
  )
}
