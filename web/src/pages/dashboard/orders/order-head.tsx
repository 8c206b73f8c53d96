import { canCancel, type StaffOrder } from '@mela/contract'
import { FileText, Truck } from 'lucide-react'
import { useState } from 'react'
import { CancelOrderDialog } from '../../../features/staff-orders/cancel-order-dialog.tsx'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Time } from '../../../ui/time.tsx'

/** Which order it is, how it stands, and what is done with it besides moving it on. */
export function OrderHead({ order }: { order: StaffOrder }) {
  const [isCancelling, setIsCancelling] = useState(false)

  return (
    <div className="grid gap-3">
      <BackLink to={staffPaths.orders}>All orders</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-1">
              <span className="wrap-anywhere font-mono font-semibold text-base">{order._id}</span>
              <CopyButton what="order id" text={order._id} />
            </span>
            <Badge status={order.status} />
          </div>
          <p className="text-ink-2">
            Placed <Time value={order.createdAt} style="date-time" />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={staffPaths.packingSlip(order._id)} variant="outline">
            <Truck className="size-4!" /> Packing slip
          </ButtonLink>
          <ButtonLink to={staffPaths.invoice(order._id)} variant="outline">
            <FileText className="size-4!" /> Invoice
          </ButtonLink>
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
