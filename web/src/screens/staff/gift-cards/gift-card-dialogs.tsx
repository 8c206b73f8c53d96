import {
  currencySign,
  type FullGiftCard,
  giftCardAdjustment,
  giftCardEmailInput,
  giftCardInput,
  IDEMPOTENCY_HEADER,
  staffPaths,
} from '@mela/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { useShop } from '../../../lib/shop.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AmountField } from '../layout/amount-field.tsx'

export function NewGiftCardDialog({ onClose }: { onClose: () => void }) {
  const after = useRefreshAfter('gift-cards')
  const navigate = useNavigate()
  const [key] = useState(createRequestKey)
  const { currency } = useShop()

  return (
    <Dialog onClose={onClose} title="New gift card">
      <Form
        schema={giftCardInput}
        onSubmit={body => after(call('POST /gift-cards', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } }))}
        onDone={({ data }) => {
          onClose()
          void navigate(staffPaths.giftCard(data._id))
        }}
        defaultValues={{ amount: '', recipient: '', message: '', expiresOn: '' }}
      >
        <p className="text-ink-2">The code goes to the recipient by email. Nobody else sees it, staff neither.</p>
        <AmountField name="amount" label="Amount" prefix={currencySign(currency)} />
        <TextField name="recipient" label="Email of the recipient" type="email" autoComplete="off" />
        <TextField name="message" label="Message" optional multiline rows={3} />
        <TextField
          name="expiresOn"
          label="Last day"
          optional
          type="date"
          help="The card can be used until this day ends. Without one it does not expire."
        />
        <FormActions variant="default" onCancel={onClose}>
          Make and send
        </FormActions>
      </Form>
    </Dialog>
  )
}

export function AdjustDialog({ card, onClose }: { card: FullGiftCard; onClose: () => void }) {
  const after = useRefreshAfter('gift-cards')
  const [key] = useState(createRequestKey)
  const { _id: id, balance, currency } = card

  return (
    <Dialog onClose={onClose} title="Adjust the balance">
      <Form
        schema={giftCardAdjustment}
        onSubmit={body =>
          after(
            call('POST /gift-cards/:id/adjustments', {
              params: { id },
              body,
              headers: { [IDEMPOTENCY_HEADER]: key.of(body) },
            }),
          )
        }
        onDone={onClose}
        defaultValues={{ amount: '', note: '' }}
      >
        <p className="text-ink-2">{`${priceText(balance, currency)} is on the card.`}</p>
        <AmountField
          name="amount"
          label="Add or take"
          inputMode="text"
          prefix={currencySign(currency)}
          help="10 adds, -10 takes away."
        />
        <TextField name="note" label="Reason" autoComplete="off" help="Staff see it in the card’s history." />
        <FormActions variant="default" onCancel={onClose}>
          Adjust
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** One without a recipient goes to its buyer. */
export function SendAgainDialog({ card, onClose }: { card: FullGiftCard; onClose: () => void }) {
  const after = useRefreshAfter('gift-cards')
  const { _id: id, recipient } = card

  return (
    <Dialog onClose={onClose} title="Send the card again?">
      <Form
        schema={recipient === null ? giftCardEmailInput : giftCardInput.pick({ recipient: true })}
        onSubmit={typed => {
          // Another may have corrected it meanwhile.
          const body = typed.recipient === recipient ? {} : typed
          return after(call('POST /gift-cards/:id/emails', { params: { id }, body }))
        }}
        onDone={onClose}
        defaultValues={{ recipient: recipient ?? '' }}
      >
        <p className="text-ink-2">Its code stays the same: who has read an earlier email can spend the card.</p>
        <TextField
          name="recipient"
          label="Email of the recipient"
          optional={recipient === null}
          type="email"
          autoComplete="off"
          help={recipient === null ? 'Without one the card goes to its buyer.' : undefined}
        />
        <FormActions variant="default" onCancel={onClose}>
          Send again
        </FormActions>
      </Form>
    </Dialog>
  )
}
