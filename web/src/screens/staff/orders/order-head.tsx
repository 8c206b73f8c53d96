import { nextStatuses, type StaffOrder, staffPaths } from '@mela/contract'
import { FileText, Truck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded, NothingHere } from '../layout/loaded.tsx'
import { findAction, useOrderCalls } from './orders.api.ts'

interface OrderHeadProps {
  order: StaffOrder
  /** Opens the status dialog. The button is for phones, where the section's header has no room for its label. */
  onUpdate: () => void
}

export function OrderHead({ order, onUpdate }: OrderHeadProps) {
  const { cancel } = useOrderCalls(order._id)

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
          {order.actions?.canCancel && (
            <ConfirmButton
              label="Cancel order"
              title="Cancel this order?"
              action="Cancel order"
              dismiss="Keep order"
              perform={cancel}
            >
              <p className="text-ink-2">
                Its units go back into stock, and its customer is told.{' '}
                <span>{findAction(order, 'cancelled')?.effect}</span>
              </p>
            </ConfirmButton>
          )}
        </div>
      </div>
    </div>
  )
}

interface LoadedOrderProps {
  query: ComponentProps<typeof Loaded<StaffOrder>>['query']
  children: (order: StaffOrder) => Elements
}

export function LoadedOrder({ query, children }: LoadedOrderProps) {
  return (
    <Loaded
      query={query}
      loading="Loading order..."
      missing={<NothingHere message="Error: Order not found." to={staffPaths.orders} list="All orders" />}
    >
      {children}
    </Loaded>
  )
}
