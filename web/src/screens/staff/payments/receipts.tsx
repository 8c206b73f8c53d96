import { type RefundablePayment, receiptInput } from '@mela/contract'
import { useState } from 'react'
import { shopToday } from '../../../lib/days.ts'
import { currencyName, formatDate, priceText } from '../../../lib/format.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AmountField } from '../layout/amount-field.tsx'
import { EventRow, Events, fullName } from '../layout/record-parts.tsx'
import { useReceiptCalls } from './payments.api.ts'

/** What arrived of a payment that no provider takes, and the button that records more. */
export function Receipts({ payment }: { payment: RefundablePayment }) {
  const { receipts = [], status, currency } = payment
  const [isRecording, setIsRecording] = useState(false)
  const { remove } = useReceiptCalls(payment._id)

  return (
    <div className="grid gap-3">
      {receipts.length > 0 && (
        <Events>
          {receipts.map(({ _id, amount, receivedOn, note, by, createdAt }) => (
            <EventRow key={_id} at={createdAt} note={note}>
              <span className="font-medium">{`${priceText(amount, currency)} arrived on ${formatDate(receivedOn, 'date', undefined, 'UTC')}`}</span>{' '}
              <span className="text-ink-2">{`by ${fullName(by, 'staff')}`}</span>{' '}
              <ConfirmButton
                label="Take back"
                variant="ghost"
                size={32}
                title="Take this back?"
                action="Take back"
                perform={() => remove(_id)}
              >
                <p className="text-ink-2">
                  <span>{`${priceText(amount, currency)} counts as not arrived again.`}</span>{' '}
                  {status === 'completed' && (
                    <span>The customer was told that the order is paid: please write to them.</span>
                  )}
                </p>
              </ConfirmButton>
            </EventRow>
          ))}
        </Events>
      )}
      {status !== 'completed' && (
        <Button variant="outline" className="justify-self-start" onClick={() => setIsRecording(true)}>
          Record payment
        </Button>
      )}
      {isRecording && <ReceiptDialog payment={payment} onClose={() => setIsRecording(false)} />}
    </div>
  )
}

interface ReceiptDialogProps {
  payment: RefundablePayment
  onClose: () => void
}

/** A retry after a lost answer records once. */
function ReceiptDialog({ payment, onClose }: ReceiptDialogProps) {
  const { amount, receivedAmount = 0, currency, status } = payment
  const { timeZone } = useShop()
  const [key] = useState(randomUuid)
  const { record } = useReceiptCalls(payment._id)
  const due = amount - receivedAmount
  const isOver = status === 'failed'

  return (
    <Dialog onClose={onClose} title="Record payment">
      <Form
        schema={receiptInput}
        defaultValues={{ amount: isOver ? '' : due.toFixed(2), receivedOn: shopToday(new Date(), timeZone), note: '' }}
        onSubmit={input => record(input, key)}
        onDone={onClose}
        fallback="An error occurred while recording the payment."
      >
        <p className="text-ink-2">
          {isOver
            ? 'The order was cancelled, so what arrives has to be returned.'
            : `${priceText(due, currency)} is due. With the whole sum the order is paid, and its customer is told.`}
        </p>
        <AmountField name="amount" label={`Amount in ${currencyName(currency)}`} />
        <TextField name="receivedOn" label="Arrived on" type="date" />
        <TextField
          name="note"
          label="Note"
          optional
          help="Such as the name on the bank statement. Only staff read it."
        />
        <FormActions onCancel={onClose}>Record</FormActions>
      </Form>
    </Dialog>
  )
}
