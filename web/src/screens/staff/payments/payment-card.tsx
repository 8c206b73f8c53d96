import {
  gatewayNames,
  isOffline,
  type OrderStatus,
  type RefundablePayment,
  staffPaths,
  staffPaymentCalls,
} from '@mela/contract'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { currencyName, priceText } from '../../../lib/format.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { Button, textLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IdLink } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { AmountField } from '../layout/amount-field.tsx'
import { Facts, fullName } from '../layout/record-parts.tsx'
import { CardsSpent, PaymentFlags } from './payment-flags.tsx'
import { providerSite, toastRefund, useGateway, useRefundPayment } from './payments.api.ts'
import { Receipts } from './receipts.tsx'

interface PaymentCardProps {
  payment: RefundablePayment
  /** Status of the payment's order, when the screen has loaded it. */
  orderStatus?: OrderStatus
}

/** One payment or attempt: its state at the provider, its refunds, and the possible actions. */
export function PaymentCard({ payment, orderStatus }: PaymentCardProps) {
  const [isRefunding, setIsRefunding] = useState(false)
  const gateway = useGateway(payment.paymentGateway)
  const isByHand = isOffline(payment.paymentGateway)
  const { transactionId, status, amount, currency, refundedAmount, receivedAmount = 0 } = payment

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1.5 font-semibold text-lg tabular-nums">{priceText(amount, currency)}</span>
        <Badge status={status} />
        <PaymentFlags payment={payment} />
      </div>
      <Facts
        facts={{
          Transaction: !isByHand && (
            <span className="flex items-center">
              <IdLink to={staffPaths.payment(payment._id)}>{transactionId}</IdLink>
              <CopyButton what="transaction" text={transactionId} />
            </span>
          ),
          [isByHand ? 'Way' : 'Provider']: gatewayNames[payment.paymentGateway],
          Arrived: receivedAmount > 0 && priceText(receivedAmount, currency),
          Due: isByHand && status === 'pending' && priceText(amount - receivedAmount, currency),
          Date: <Time value={payment.update_time} style="date-time" />,
          'Paid by': payment.email_address,
          Refunded: refundedAmount > 0 && priceText(refundedAmount, currency),
          Left: refundedAmount > 0 && priceText(Math.max(0, payment.leftToRefund), currency),
        }}
      />
      {payment.problem && <p className="rounded-control bg-danger-soft px-3 py-2 text-danger">{payment.problem}</p>}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {payment.canRefund && payment.giftCardsFirst > 0 && payment.order && (
          <p className="text-ink-2">
            Gift cards get their part back first:{' '}
            <Link to={staffPaths.order(payment.order)} className={textLink}>
              refund the order
            </Link>
          </p>
        )}
        {payment.canRefund && !(payment.giftCardsFirst > 0) && gateway?.can.refund !== false && (
          <Button variant="outline" onClick={() => setIsRefunding(true)}>
            {isByHand ? 'Record refund' : 'Refund'}
          </Button>
        )}
        {!isByHand && (
          <a
            href={providerSite(gateway, transactionId)}
            target="_blank"
            rel="noopener"
            className={`${textLink} inline-flex min-h-10 items-center gap-1.5`}
          >
            See at the provider <ExternalLink className="size-4!" />
          </a>
        )}
      </div>
      {payment.receipts && <Receipts payment={payment} />}
      {isRefunding && (
        <RefundDialog payment={payment} orderStatus={orderStatus} onClose={() => setIsRefunding(false)} />
      )}
    </div>
  )
}

interface RefundDialogProps {
  payment: RefundablePayment
  /** Status of the payment's order, when the screen has loaded it. */
  orderStatus?: OrderStatus | undefined
  onClose: () => void
}

/**
 * Asks for the amount, then for a confirmation. Retries share an idempotency key, so that a retry after a lost answer
 * does not refund twice. After a refusal the key changes: staff check the refunds, and the next submit is a new
 * request.
 */
export function RefundDialog({ payment, orderStatus, onClose }: RefundDialogProps) {
  const [key, setKey] = useState(randomUuid)
  const left = payment.leftToRefund
  const [amount, setAmount] = useState<number>()
  const isByHand = isOffline(payment.paymentGateway)
  const refund = useRefundPayment(payment._id)

  async function perform(amount: number) {
    try {
      return await refund({ amount, key })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        setKey(randomUuid())
        setAmount(undefined)
      }
      throw error
    }
  }

  if (amount === undefined) {
    return (
      <Dialog key="amount" onClose={onClose} title={isByHand ? 'Record refund' : 'Refund payment'}>
        <RefundAmount payment={payment} onClose={onClose} onChoose={setAmount} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      // The key makes this a new dialog, which takes the focus and returns it.
      key="really"
      title={`${isByHand ? 'Record a refund of' : 'Refund'} ${priceText(amount, payment.currency)}?`}
      action={`${isByHand ? 'Record' : 'Refund'} ${priceText(amount, payment.currency)}`}
      dismiss="Back"
      onDismiss={() => setAmount(undefined)}
      perform={() => perform(amount)}
      notify={toastRefund}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {isByHand ? (
          <span>
            You have returned this money to <bdi>{fullName(payment.customer)}</bdi> yourself; the shop sends none. They
            are told, and this cannot be undone.
          </span>
        ) : (
          <span>
            The money goes back to <bdi>{fullName(payment.customer)}</bdi> the way it came, and this cannot be undone.
          </span>
        )}{' '}
        <span>{amount === left && payment.status === 'completed' && becomesOf(orderStatus)}</span>{' '}
        <CardsSpent payment={payment} />{' '}
        {amount < left && payment.spentOnCards !== null && (
          <span>Gift cards that were bought with it stay valid until you deactivate them on their own pages.</span>
        )}
      </p>
    </ConfirmDialog>
  )
}

/** The status of an order after a full refund; a cancelled one stays cancelled. */
function becomesOf(orderStatus: OrderStatus | undefined): string {
  if (orderStatus === 'cancelled') return 'The order stays Cancelled.'
  return orderStatus ? 'The order becomes Refunded.' : 'The order becomes Refunded, unless it was cancelled.'
}

interface RefundAmountProps {
  payment: RefundablePayment
  onClose: () => void
  onChoose: (amount: number) => void
}

function RefundAmount({ payment, onClose, onChoose }: RefundAmountProps) {
  const { amount: paid, leftToRefund: left, backOnCards, currency } = payment
  const most = priceText(left, currency)
  const { body } = staffPaymentCalls['POST /payments/:id/refunds']
  const schema = body.unwrap().refine(({ amount = left }) => amount <= left, {
    path: ['amount'],
    message: `This cannot be more than ${most}.`,
  })

  return (
    <Form schema={schema} defaultValues={{ amount: String(left) }} onSubmit={({ amount = left }) => onChoose(amount)}>
      <p className="text-ink-2">
        <span>{`${priceText(paid, currency)} was paid. ${
          left < paid
            ? `${priceText(paid - left, currency)} of it went back, ${most} is left.`
            : 'Nothing of it has gone back yet.'
        }`}</span>{' '}
        {backOnCards > 0 && <span>{`${priceText(backOnCards, currency)} more went back to gift cards.`}</span>}{' '}
        <CardsSpent payment={payment} />
      </p>
      <AmountField name="amount" label={`Amount in ${currencyName(currency)}`} help={`${most} at the most`} />
      <FormActions onCancel={onClose}>Continue</FormActions>
    </Form>
  )
}
