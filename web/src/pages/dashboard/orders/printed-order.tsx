import { SHOP, type StaffOrder } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { staffOrderQuery } from '../../../features/staff-orders/staff-orders.api.ts'
import { isMissing } from '../../../lib/api.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { Async } from '../../../ui/async.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Wordmark } from '../../../ui/wordmark.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'

interface PrintedOrderProps {
  title: string
  children: (order: StaffOrder) => ReactNode
}

/** A sheet about an order, with the shop's letterhead; the browser prints it, or makes a PDF of it, without all around it. */
export function PrintedOrder({ title, children }: PrintedOrderProps) {
  const { orderId = '' } = useParams()
  const query = useQuery(staffOrderQuery(orderId))

  return (
    <Section title={title} action={<SectionAction label="Print" icon={Printer} onClick={() => print()} />}>
      <Async
        query={query}
        loading={<OrderSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {order =>
          isMissing(order) ? (
            <ErrorState message="Error: Order not found." />
          ) : (
            <>
              <BackLink to={staffPaths.order(order._id)}>The order</BackLink>
              <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] max-w-200 gap-8 rounded-tile border border-line bg-surface p-4 sm:p-12 print:on-tile print:max-w-none print:border-0 print:p-0">
                <Letterhead title={title} />
                {children(order)}
              </article>
            </>
          )
        }
      </Async>
    </Section>
  )
}

function Letterhead({ title }: { title: string }) {
  return (
    <header className="flex flex-wrap justify-between gap-6">
      <div className="grid gap-2">
        <Wordmark />
        <p className="text-ink-2">
          {SHOP.address.line1}
          <br />
          {SHOP.address.line2}
          <br />
          {SHOP.email}
          <br />
          {SHOP.phone}
        </p>
      </div>
      <p className="font-serif text-4xl">{title}</p>
    </header>
  )
}
