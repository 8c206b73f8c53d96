import { nextStatuses, orderName, type StaffOrder, shortOrderId } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { staffOrderQuery } from '../../../features/staff/orders/staff-orders.api.ts'
import { StatusDialog } from '../../../features/staff/orders/status-dialog.tsx'
import { DisputeNotice } from '../../../features/staff/payments/dispute-notice.tsx'
import { RefundDue } from '../../../features/staff/payments/refund-due.tsx'
import { isMissing } from '../../../lib/api.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { MissingOrder } from './missing-order.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderPanels } from './order-panels.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'

export function OrderPage() {
  const { orderId = '' } = useParams()
  const [isUpdating, setIsUpdating] = useState(false)
  const query = useQuery(staffOrderQuery(orderId))
  const order: StaffOrder | undefined = query.data && !isMissing(query.data) ? query.data : undefined

  const handleUpdate = () => setIsUpdating(true)

  return (
    <Section
      title={`Order ${order ? orderName(order) : shortOrderId(orderId)}`}
      action={
        order &&
        nextStatuses[order.status].length > 0 && (
          <span className="max-sm:hidden">
            <SectionAction label="Update status" icon={RefreshCw} onClick={handleUpdate} />
          </span>
        )
      }
    >
      <Async
        query={query}
        loading={<OrderSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {found =>
          isMissing(found) ? (
            <MissingOrder />
          ) : (
            <>
              <OrderHead order={found} onUpdate={handleUpdate} />
              <DisputeNotice payments={found.payments} />
              {found.refundDue && <RefundDue due={found.refundDue} />}
              <OrderPanels order={found} />
            </>
          )
        }
      </Async>
      {order && isUpdating && <StatusDialog order={order} onClose={() => setIsUpdating(false)} />}
    </Section>
  )
}
