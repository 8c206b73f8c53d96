import { paths } from '@mela/contract'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { RequireUser } from '../../../features/shop/auth/require-user.tsx'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { SkipLink } from '../../../ui/layout/skip-link.tsx'
import { Wordmark } from '../../../ui/layout/wordmark.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { CheckoutSteps, useCheckoutStep } from './checkout-steps.tsx'

const titles = [
  { title: 'Shipping', heading: 'Where should it go?' },
  { title: 'Review', heading: 'Review your order' },
  // The pay step has its own heading, the amount to pay.
  { title: 'Payment' },
]

/** The layout of the three steps, around the first two or around its children. */
export function CheckoutLayout({ children }: { children?: ReactNode }) {
  const shop = useShop()
  const step = useCheckoutStep()

  return (
    <>
      <SkipLink />
      <header className="border-line border-b">
        <div className="shell flex min-h-14 flex-wrap items-center justify-between gap-x-4 xl:min-h-18">
          <Link to={paths.home} aria-label={`${shop.name}, home`} className="-mx-2 flex min-h-11 items-center px-2">
            <Wordmark shop={shop} />
          </Link>
          <p className="type-ui flex items-center gap-2 text-ink-2">
            <LockKeyhole className="size-4" /> Secure checkout
          </p>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="shell pt-6 pb-12 outline-none lg:pt-10 lg:pb-24">
        <CheckoutSteps />
        <div className="mt-7 mb-6 lg:mt-9 lg:mb-8">
          <PageTitle {...titles[step]} />
        </div>
        <RequireUser fallback={<CheckoutSkeleton />}>{children ?? <Outlet />}</RequireUser>
      </main>
    </>
  )
}
