import {
  boughtStatuses,
  fromCents,
  IDEMPOTENCY_HEADER,
  type StaffOrder,
  staffPaths,
  staffPaymentCalls,
  toCents,
} from '@mela/contract'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { currencyName, priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { Button } from '../../../ui/button.tsx'
import { IdLink } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { AmountField } from '../layout/amount-field.tsx'
import { CardsSpent } from '../payments/payment-flags.tsx'
import { leftOnCards, wayOfRest } from './orders.api.ts'

const { body } = staffPaymentCalls['POST /orders/:id/refunds']

/** What gift cards paid of an order, and its refund, which goes to them first. */
export function GiftCardPayments({ order }: { order: StaffOrder }) {
  const [isRefunding, setIsRefunding] = useState(false)
  const { giftCards, currency, status } = order
  const left = leftOnCards(order)
  const isBought = boughtStatuses.some(bought => bought === status)

  return (
    <div className="grid gap-3">
      <ul className="grid gap-1.5">
        {giftCards.map(({ _id, lastFour, amount, amountRefunded, refusal }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              <span>Gift card</span> <IdLink to={staffPaths.giftCard(_id)}>{`•••• ${lastFour}`}</IdLink>
              {refusal && <span className="type-small block text-warn">{refusal}</span>}
            </span>
            <span className="tabular-nums">
              <span>{priceText(amount, currency)}</span>
              {amountRefunded > 0 && (
                <span className="type-small block text-ink-2">{`${priceText(amountRefunded, currency)} went back`}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isBought && left > 0 && (
        <Button variant="outline" className="justify-self-start" onClick={() => setIsRefunding(true)}>
          Refund
        </Button>
      )}
      {isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
    </div>
  )
}

function RefundDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const after = useRefreshAfter('orders', 'payments', 'gift-cards', 'dashboard')
  const [key, setKey] = useState(randomUuid)
  const { _id: id, currency } = order
  const onCards = leftOnCards(order)
  const isMore = toCents(order.refundable?.left ?? 0) > onCards

  /** A press after a lost answer refunds nothing twice. When the provider refuses, the cards have their part of the amount. */
  async function handleSubmit(body: { amount: number }) {
    const headers = { [IDEMPOTENCY_HEADER]: key }
    try {
      return await after(call('POST /orders/:id/refunds', { params: { id }, body, headers }))
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) setKey(randomUuid())
      if (error instanceof ApiError && error.code === 'provider_refused') onClose()
      throw error
    }
  }

  return (
    <Dialog onClose={onClose} title="Refund order">
      <Form
        schema={body.unwrap().pick({ amount: true }).required()}
        onSubmit={handleSubmit}
        onDone={onClose}
        defaultValues={{ amount: '' }}
      >
        <p className="text-ink-2">
          <span>
            {onCards > 0
              ? `The first ${priceText(fromCents(onCards), currency)} go back to its gift cards.`
              : 'What its gift cards paid is back on them.'}
          </span>{' '}
          {isMore && <span>{wayOfRest(order, 'the rest')}</span>}{' '}
          {order.payments?.map(payment => (
            <CardsSpent key={payment._id} payment={payment} />
          ))}{' '}
          <span>This cannot be undone.</span>
        </p>
        <AmountField name="amount" label={`Amount in ${currencyName(currency)}`} />
        <FormActions onCancel={onClose}>Refund</FormActions>
      </Form>
    </Dialog>
  )
}
