import { findAddressRefusal, paths, type ShopInfo } from '@mela/contract'
import { Check, LockKeyhole } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Link } from '../../../lib/link.tsx'
import type { Cart } from '../../../shared/cart/cart.store.ts'
import { canCheckOut } from '../../../shared/cart/cart-notes.tsx'
import { RequireUser } from '../../../shared/session/require-user.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
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

/** The layout of the three steps, around the first two or around its children. */
export function CheckoutLayout({ children }: { children?: ReactNode }) {
  const step = useCheckoutStep()

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
        <CheckoutSteps current={step} />
        <div className="mt-7 mb-6 lg:mt-9 lg:mb-8">
          <PageTitle {...steps[step]} />
        </div>
        <RequireUser fallback={<CheckoutSkeleton />}>{children ?? <Outlet />}</RequireUser>
      </main>
    </>
  )
}

/** The current step: 0 shipping, 1 review, 2 payment. */
function useCheckoutStep(): number {
  const { pathname } = useLocation()
  if (pathname.startsWith(paths.pay(''))) return 2
  return pathname.startsWith(paths.checkout) ? 1 : 0
}

/** The order is placed between review and payment, so the payment step links to no other. */
function CheckoutSteps({ current }: { current: number }) {
  return (
    <nav aria-label="Checkout steps">
      <ol className="type-small flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-3">
        {steps.map(({ title }, index) => (
          <li
            key={title}
            aria-current={index === current ? 'step' : undefined}
            className={cx(
              'flex items-center gap-1.5 sm:gap-3',
              index === current ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-2 bg-edge sm:w-10" />}
            <span
              aria-hidden="true"
              className={cx(
                'grid size-6 place-items-center rounded-full text-xs tabular-nums',
                index <= current ? 'bg-ink font-semibold text-paper' : 'border border-edge',
              )}
            >
              {index < current ? <Check className="size-3.5 stroke-[2.5]" /> : index + 1}
            </span>
            {current === 1 && index === 0 ? (
              <Link to={paths.shipping} className="-my-2 py-2 underline-offset-3 hover:underline">
                {title}
              </Link>
            ) : (
              <span>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface CheckoutColumnsProps {
  children: ReactNode
  summary: ReactNode
  /** The step's button: under the summary, and at the bottom of small screens. */
  action?: ReactNode
}

export function CheckoutColumns({ children, summary, action }: CheckoutColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-12">
      <div className="grid min-w-0 gap-8">{children}</div>
      {/* On small screens summary and action are in the page's single column, where the action can be sticky. */}
      <div className="contents lg:sticky lg:top-8 lg:grid lg:gap-4">
        <div>{summary}</div>
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
  const refusal = address && findAddressRefusal(shop, address)
  if (refusal) return `${refusal} Please choose another address.`
  return canCheckOut(items) ? undefined : 'Some products cannot be ordered.'
}

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
