import { canCancel, nextStatuses, type StaffOrder, staffPaths } from '@mela/contract'
import { FileText, Truck } from 'lucide-react'
import { useState } from 'react'
import { CancelOrderDialog } from '../../../features/staff/orders/cancel-order-dialog.tsx'
import { BackLink } from '../../../ui/buttons/back-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Time } from '../../../ui/values/time.tsx'

interface OrderHeadProps {
  order: StaffOrder
  /** Opens the status dialog. The button is for phones, where the section's header has no room for its label. */
  onUpdate: () => void
}

/** Status and actions of an order. */
export function OrderHead({ order, onUpdate }: OrderHeadProps) {
  const [isCancelling, setIsCancelling] = useState(false)

  return (
    <div className="grid gap-3">
      <BackLink to={staffPaths.orders}>All orders</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge status={order.status} />
          <p className="text-ink-2">
            Placed <Time value={order.createdAt} style="date-time" />
          </p>
          <CopyButton what="order id" text={order._id} className="-ml-2" />
        </div>
        <div className="flex flex-wrap gap-2">
          {nextStatuses[order.status].length > 0 && (
            <Button className="sm:hidden" onClick={onUpdate}>
              Update status
            </Button>
          )}
          <ButtonLink to={staffPaths.packingSlip(order._id)} variant="outline">
            <Truck className="size-4!" /> Packing slip
          </ButtonLink>
          {order.invoices.length === 0 && (
            <ButtonLink to={staffPaths.invoice(order._id)} variant="outline">
              <FileText className="size-4!" /> Invoice
            </ButtonLink>
          )}
          {canCancel(order.status) && (
            <Button variant="outline" onClick={() => setIsCancelling(true)}>
              Cancel order
            </Button>
          )}
        </div>
      </div>
      {isCancelling && <CancelOrderDialog order={order} onClose={() => setIsCancelling(false)} />}
    </div>
  )
}
