import {
  isOffline,
  nextStatuses,
  type OrderActions,
  type OrderStatus,
  orderName,
  type StaffOrder,
  shortOrderId,
  staffPaths,
} from '@mela/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, FileText, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, foundIn } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink, textLink } from '../../../ui/button.tsx'
import { ConfirmButton, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastAnswer, toastRefusal } from '../../../ui/toast.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { DisputeNotice } from '../payments/payment-flags.tsx'
import { toastRefund, useRefundPayment } from '../payments/payments.api.ts'
import { OrderPanels } from './order-panels.tsx'
import { findAction, staffOrderQuery, useOrderCalls } from './orders.api.ts'

const consequences: Partial<Record<OrderStatus, string>> = {
  shipped: 'Its customer gets an email.',
  cancelled: 'Its units go back into stock unless they were sent, and its customer gets an email.',
}

export function OrderPage() {
  const { orderId = '' } = useParams()
  const query = useQuery(staffOrderQuery(orderId))
  const order = foundIn(query.data)

  return (
    <Section title={`Order ${order ? orderName(order) : shortOrderId(orderId)}`}>
      <BackLink to={staffPaths.orders}>All orders</BackLink>
      <Loaded query={query} loading="Loading order..." missing="Error: Order not found.">
        {order => (
          <>
            <OrderHead order={order} />
            <DisputeNotice payments={order.payments} />
            {order.reviewReason && <ReviewNotice order={order} reason={order.reviewReason} />}
            {order.cardHold && <CardNotice hold={order.cardHold} />}
            {order.refundDue && <RefundDue order={order} due={order.refundDue} />}
            <OrderPanels order={order} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function OrderHead({ order }: { order: StaffOrder }) {
  const { cancel } = useOrderCalls(order._id)
  const [isUpdating, setIsUpdating] = useState(false)

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge status={order.status} />
        <p className="text-ink-2">
          Placed <Time value={order.createdAt} style="date-time" />
        </p>
        <CopyButton what="order id" text={order._id} className="-ml-2" />
      </div>
      <div className="flex flex-wrap gap-2">
        {nextStatuses[order.status].length > 0 && <Button onClick={() => setIsUpdating(true)}>Update status</Button>}
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
            perform={() => cancel(order.status)}
          >
            <p className="text-ink-2">
              Its units go back into stock, and its customer is told.{' '}
              <span>{findAction(order, 'cancelled')?.effect}</span>
            </p>
          </ConfirmButton>
        )}
      </div>
      {isUpdating && <StatusDialog order={order} onClose={() => setIsUpdating(false)} />}
    </div>
  )
}

const ASKED = 'The payment provider has been asked for it and has not answered yet. The shop keeps asking.'
const BY_HAND = 'Return it to the customer yourself, and record the refund below, with the payment.'

/** An order that looks like fraud, until staff have looked at it. */
function ReviewNotice({ order, reason }: { order: StaffOrder; reason: string }) {
  const { review } = useOrderCalls(order._id)

  return (
    <section aria-label="Review" className="flex flex-wrap items-center gap-3 rounded-tile bg-warn-soft p-4 text-warn">
      <CircleAlert className="size-5 shrink-0" />
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">Look at this order before you send it</p>
        <p className="wrap-anywhere">
          <span>{reason}</span> <span>If it is fraud, cancel it: its money goes back.</span>
        </p>
      </div>
      <Button variant="outline" loading={false} onClick={() => toastAnswer(review())}>
        Reviewed
      </Button>
    </section>
  )
}

/** What becomes of the card's purchase is decided at its own order. */
function CardNotice({ hold }: { hold: NonNullable<StaffOrder['cardHold']> }) {
  return (
    <section
      aria-label="Gift card"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-tile bg-danger-soft px-4 py-3 text-danger"
    >
      <CircleAlert className="size-5 shrink-0" />
      <p role="status" className="min-w-0 grow basis-56">
        {hold.reason}
      </p>
      <Link
        to={staffPaths.order(hold.order._id)}
        className={`${textLink} inline-block text-danger! pointer-coarse:py-3`}
      >
        See order <span>{orderName(hold.order)}</span>
      </Link>
    </section>
  )
}

/** A refund that is due and not made: the reason, and the possible actions. */
function RefundDue({
  order,
  due: { payment, ...due },
}: {
  order: StaffOrder
  due: NonNullable<StaffOrder['refundDue']>
}) {
  const amount = priceText(due.amount, due.currency)
  const refund = useRefundPayment(payment)
  const [key] = useState(createRequestKey)
  const isByHand = order.payments?.some(({ _id, paymentGateway }) => _id === payment && isOffline(paymentGateway))

  /** A press after a lost answer refunds nothing twice; after a refusal it is another request. */
  async function handleRetry() {
    try {
      toastRefund(await refund({ amount: due.amount, key: key.of({ payment, amount: due.amount }) }))
      key.renew()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) key.renew()
      toastRefusal(error)
    }
  }

  return (
    <section
      aria-label="Refund due"
      className="flex flex-wrap items-center gap-3 rounded-tile bg-warn-soft p-4 text-warn"
    >
      <CircleAlert className="size-5 shrink-0" />
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">{`Refund due: ${amount}`}</p>
        <p className="wrap-anywhere">
          {due.failure ?? (due.state === 'asked' ? ASKED : isByHand ? BY_HAND : 'It was not asked for yet.')}
        </p>
      </div>
      {due.state === 'refused' && !isByHand && (
        <Button variant="outline" loading={false} onClick={handleRetry}>{`Try refunding ${amount} again`}</Button>
      )}
    </section>
  )
}

/** All six statuses; those that are not allowed say why. */
function StatusDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const [change, setChange] = useState<{ status: OrderStatus; from: OrderStatus }>()
  const [failure, setFailure] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const update = useMutation({ mutationFn: useOrderCalls(order._id).updateStatus })
  const action = change && findAction(order, change.status)
  const money = action?.goesBack ?? 0

  function handleChoose(status: OrderStatus) {
    setChange({ status, from: order.status })
    setFailure(undefined)
  }

  async function save(change: { status: OrderStatus; from: OrderStatus }) {
    setFailure(undefined)
    try {
      return await update.mutateAsync(change)
    } catch (error) {
      setIsAsking(false)
      // The order may have changed since: its status is chosen again.
      if (toRefusal(error).message) setChange(undefined)
      else setFailure('An unknown error has occurred.')
      throw error
    }
  }

  async function handleSave() {
    if (!change) setFailure('Order ID or status is missing.')
    else if (money > 0) setIsAsking(true)
    else if (await toastAnswer(save(change))) onClose()
  }

  if (change && isAsking && money > 0) {
    const verb = change.status === 'cancelled' ? 'Cancel and refund' : 'Refund'
    const question = `${verb} ${priceText(money, order.currency)}`
    return (
      <ConfirmDialog
        // The key makes this a new dialog, which takes the focus and returns it.
        key="really"
        title={`${question}?`}
        action={question}
        dismiss="Back"
        onDismiss={() => setIsAsking(false)}
        perform={() => save(change)}
        onClose={onClose}
      >
        <p className="text-ink-2">
          <span>{action?.effect}</span> <span>This cannot be undone.</span>
        </p>
      </ConfirmDialog>
    )
  }

  return (
    <Dialog
      onClose={onClose}
      title="Update status"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={update.isPending} onClick={handleSave}>
            Save
          </Button>
        </>
      }
    >
      <RadioCards
        legend="Status"
        value={change?.status ?? null}
        onChange={handleChoose}
        options={order.actions?.statuses.map(optionOf) ?? []}
      />
      <p role="status" className="text-ink-2 empty:hidden">
        <span>{change && consequences[change.status]}</span> <span>{action?.effect}</span>
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
