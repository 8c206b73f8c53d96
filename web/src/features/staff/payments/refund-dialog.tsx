import { leftToRefund, type OrderStatus } from '@mela/contract'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/browser/request-key.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import type { PaymentWithRefunds } from './can-refund.ts'
import { RefundAmount } from './refund-amount.tsx'
import { useRefundPayment } from './staff-payments.api.ts'

interface RefundDialogProps {
  payment: PaymentWithRefunds
  /** Whether the gateway refunds only the whole payment, so that there is no amount to choose. */
  isWhole?: boolean
  /** Status of the payment's order, when the screen has loaded it. */
  orderStatus?: OrderStatus | undefined
  onClose: () => void
}

/**
 * Asks for the amount, then for a confirmation. Retries share an idempotency key, so that a retry after a lost answer
 * does not refund twice. After a refusal the key changes: staff check the refunds, and the next submit is a new
 * request.
 */
export function RefundDialog({ payment, isWhole = false, orderStatus, onClose }: RefundDialogProps) {
  const [key, setKey] = useState(randomUuid)
  const left = leftToRefund(payment)
  const first = isWhole ? left : undefined
  const [amount, setAmount] = useState(first)
  const refund = useRefundPayment(payment._id)

  async function handleRefund(amount: number) {
    try {
      const { data, message } = await refund.mutateAsync({ amount, key })
      onClose()
      if (data.state === 'failed') toastError(data.failure ?? message)
      else toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...')
      if (!(error instanceof ApiError) || error.status >= 500) return
      setKey(randomUuid())
      setAmount(first)
    }
  }

  if (amount === undefined) {
    return (
      <Dialog key="amount" open onClose={onClose} title="Refund payment">
        <RefundAmount
          paid={payment.amount}
          left={left}
          currency={payment.currency}
          onClose={onClose}
          onChoose={setAmount}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      // The key makes this a new dialog, which takes the focus and returns it.
      key="really"
      open
      onClose={onClose}
      title={`Refund ${priceText(amount, payment.currency)}?`}
      footer={
        <>
          <Button variant="outline" onClick={isWhole ? onClose : () => setAmount(undefined)}>
            {isWhole ? 'Cancel' : 'Back'}
          </Button>
          <Button variant="danger" loading={refund.isPending} onClick={() => void handleRefund(amount)}>
            {`Refund ${priceText(amount, payment.currency)}`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        The money goes back to <bdi>{`${payment.customer?.name.firstName} ${payment.customer?.name.lastName}`}</bdi> the
        way it came, and this cannot be undone.{' '}
        <span>{amount === left && payment.status === 'completed' && becomesOf(orderStatus)}</span>
      </p>
    </Dialog>
  )
}

/** The status of an order after a full refund; a cancelled one stays cancelled. */
function becomesOf(orderStatus: OrderStatus | undefined): string {
  if (orderStatus === 'cancelled') return 'The order stays Cancelled.'
  return orderStatus ? 'The order becomes Refunded.' : 'The order becomes Refunded, unless it was cancelled.'
}
