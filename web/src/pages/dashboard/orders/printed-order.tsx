import { type StaffOrder, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { staffOrderQuery } from '../../../features/staff/orders/staff-orders.api.ts'
import { isMissing } from '../../../lib/api.ts'
import { BackLink } from '../../../ui/buttons/back-link.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { PrintedSheet } from '../../printed/printed-sheet.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { MissingOrder } from './missing-order.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'

interface PrintedOrderProps {
  title: string
  children: (order: StaffOrder) => Elements
}

/**
 * A printed document of an order with the shop's letterhead; the browser prints it, or saves it as PDF, without the
 * page around it.
 */
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
            <MissingOrder />
          ) : (
            <>
              <BackLink to={staffPaths.order(order._id)}>The order</BackLink>
              <PrintedSheet title={title}>{children(order)}</PrintedSheet>
            </>
          )
        }
      </Async>
    </Section>
  )
}
