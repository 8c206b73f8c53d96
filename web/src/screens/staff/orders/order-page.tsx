import {
  nextStatuses,
  type OrderActions,
  type OrderStatus,
  orderName,
  type StaffOrder,
  shortOrderId,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isMissing } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { DisputeNotice } from '../payments/payment-flags.tsx'
import { useRefundPayment } from '../payments/payments.api.ts'
import { MissingOrder, OrderHead, OrderSkeleton } from './order-head.tsx'
import { OrderPanels } from './order-panels.tsx'
import { findAction, staffOrderQuery, useUpdateStatus } from './orders.api.ts'

/** The further effects of a status. */
const consequences: Partial<Record<OrderStatus, string>> = {
  shipped: 'Its customer gets an email.',
  cancelled: 'Its units go back into stock unless they were sent, and its customer gets an email.',
  refunded: 'All that is left of its payment goes back to the customer at once, and this cannot be undone.',
}

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

/** A refund that is due and not made: the reason, and the possible actions. */
function RefundDue({ due }: { due: NonNullable<StaffOrder['refundDue']> }) {
  const { payment, amount, currency, state, failure } = due

  return (
    <section
      aria-label="Refund due"
      className="flex flex-wrap items-center gap-3 rounded-tile bg-warn-soft p-4 text-warn"
    >
      <CircleAlert className="size-5 shrink-0" />
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">{`Refund due: ${priceText(amount, currency)}`}</p>
        <p className="wrap-anywhere">
          {state === 'asked'
            ? 'The payment provider has been asked for it and has not answered yet. The shop keeps asking.'
            : (failure ?? 'It was not asked for yet.')}
        </p>
      </div>
      {state === 'refused' && <Retry key={payment} payment={payment} amount={priceText(amount, currency)} />}
    </section>
  )
}

/** Retries a due refund. Each submit has its own idempotency key, so a repeated request does not refund twice. */
function Retry({ payment, amount }: { payment: string; amount: string }) {
  const [key, setKey] = useState(randomUuid)
  const refund = useRefundPayment(payment)

  async function handleRetry() {
    try {
      const { data, message } = await refund.mutateAsync({ key })
      if (data.state === 'failed') toastError(data.failure ?? message)
      else toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...')
    } finally {
      setKey(randomUuid())
    }
  }

  return (
    <Button
      variant="outline"
      loading={refund.isPending}
      onClick={() => void handleRetry()}
    >{`Try refunding ${amount} again`}</Button>
  )
}

interface StatusDialogProps {
  order: StaffOrder
  onClose: () => void
}

/** All six statuses; those that are not allowed say why. */
function StatusDialog({ order, onClose }: StatusDialogProps) {
  const [change, setChange] = useState<{ status: OrderStatus; from: OrderStatus }>()
  const [failure, setFailure] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const update = useUpdateStatus(order._id)
  const isOutdated = change !== undefined && change.from !== order.status && !update.isPending
  const chosen = change && !isOutdated ? change.status : null
  const action = chosen ? findAction(order, chosen) : undefined
  const money = action?.goesBack ?? 0

  function handleChoose(status: OrderStatus) {
    setChange({ status, from: order.status })
    setFailure(undefined)
  }

  async function handleSave() {
    setFailure(undefined)
    if (!change) return setFailure('Order ID or status is missing.')
    if (money > 0 && !isAsking) return setIsAsking(true)
    try {
      const { message } = await update.mutateAsync(change)
      onClose()
      toastSuccess(message)
    } catch (error) {
      setIsAsking(false)
      const { message } = toRefusal(error)
      if (!message) setFailure('An unknown error has occurred.')
      toastError(message ?? 'Something went wrong, please try again later...')
    }
  }

  if (isAsking && money > 0)
    return (
      <Dialog
        // The key makes this a new dialog, which takes the focus and returns it.
        key="really"
        open
        onClose={onClose}
        title={`${chosen === 'cancelled' ? 'Cancel and refund' : 'Refund'} ${priceText(money, order.currency)}?`}
        footer={
          <>
            <Button variant="outline" onClick={() => setIsAsking(false)}>
              Back
            </Button>
            <Button variant="danger" loading={update.isPending} onClick={() => void handleSave()}>
              {`${chosen === 'cancelled' ? 'Cancel and refund' : 'Refund'} ${priceText(money, order.currency)}`}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">
          {`${priceText(money, order.currency)} goes back to the customer the way it came, and this cannot be undone.`}
        </p>
      </Dialog>
    )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Update status"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={update.isPending} onClick={() => void handleSave()}>
            Save
          </Button>
        </>
      }
    >
      <RadioCards
        legend="Status"
        value={chosen}
        onChange={handleChoose}
        options={order.actions?.statuses.map(optionOf) ?? []}
      />
      <p role="status" className="text-ink-2 empty:hidden">
        {isOutdated && <span>This order has just changed, so choose its status again.</span>}{' '}
        <span>{chosen && consequences[chosen]}</span> <span>{action?.effect}</span>
      </p>
      {failure && (
        <p role="alert" className="flex gap-1.5 text-danger">
          <CircleAlert className="size-5" /> <span>{failure}</span>
        </p>
      )}
    </Dialog>
  )
}

const optionOf = ({ status, refusal }: OrderActions['statuses'][number]) => ({
  value: status,
  content: <Badge status={status} />,
  note: refusal && <span className="type-small ml-3 text-ink-2">{refusal}</span>,
  disabled: refusal !== null,
})
