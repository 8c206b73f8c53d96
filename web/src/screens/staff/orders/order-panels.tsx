import {
  addressLines,
  isOffline,
  orderNoteInput,
  paymentProblems,
  priceOrFree,
  type ShippingAddress,
  type StaffOrder,
  staffPaths,
  UNREACHABLE_DOMAIN,
} from '@mela/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { countLabel, priceText } from '../../../lib/format.ts'
import { LineAmount } from '../../../shared/orders/explained-amount.tsx'
import { OrderFacts } from '../../../shared/orders/order-facts.tsx'
import { OrderSteps } from '../../../shared/orders/order-steps.tsx'
import { InvoiceLinks, LineOptions, OrderTotals } from '../../../shared/orders/order-totals.tsx'
import { isCovered } from '../../../shared/orders/order-words.ts'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EventRow, Events, fullName, PersonLink, Said } from '../layout/record-parts.tsx'
import { PaymentCard } from '../payments/payment-card.tsx'
import { CorrectEmail } from './correct-email.tsx'
import { GiftCardPayments } from './gift-card-payments.tsx'
import { PhoneLink } from './order-columns.tsx'
import { unitsRefunded, useOrderCalls } from './orders.api.ts'
import { PricingRules } from './pricing-rules.tsx'
import { RefundLines } from './refund-lines.tsx'

export function OrderPanels({ order }: { order: StaffOrder }) {
  const { customer, shippingAddress, payments = [] } = order
  const byProvider = payments.find(({ status }) => status === 'completed')
  const paid = byProvider ? { at: byProvider.update_time } : isCovered(order) ? {} : undefined

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 gap-5">
        <Card title={countLabel(order.products.length, 'product')} action={<RefundLines order={order} />}>
          <OrderItems order={order} />
        </Card>
        <Card title="Timeline">
          <OrderSteps {...order} paid={paid} />
          <OrderHistory order={order} />
        </Card>
        <Card title="Notes">
          <OrderNotes order={order} />
        </Card>
      </div>
      <div className="grid min-w-0 gap-5">
        {customer && (
          <Card
            title="Customer"
            action={
              customer.isGuest &&
              !customer.email.endsWith(`@${UNREACHABLE_DOMAIN}`) && (
                <CorrectEmail order={order} email={customer.email} />
              )
            }
          >
            <div className="wrap-anywhere">
              {customer.isGuest ? (
                <>
                  <bdi>{`${customer.name.firstName} ${customer.name.lastName}`}</bdi> <Tag>Guest</Tag>
                </>
              ) : (
                <PersonLink person={customer} />
              )}
              <a
                href={`mailto:${customer.email}`}
                className="flex min-h-8 items-center text-ink-2 pointer-coarse:min-h-11 underline-offset-3 hover:text-ink hover:underline"
              >
                {customer.email}
              </a>
            </div>
          </Card>
        )}
        <Card
          title="Shipping address"
          action={<CopyButton what="address" text={addressLines(shippingAddress).join('\n')} className="-my-1 -mr-2" />}
        >
          <PostalAddress address={shippingAddress} />
          <OrderFacts order={order} />
        </Card>
        <Card title={payments.length > 1 ? 'Payments' : 'Payment'}>
          {payments.length === 0 && order.giftCards.length === 0 && (
            <p className="text-ink-2">{isCovered(order) ? 'There is nothing to pay.' : 'Nothing was paid yet.'}</p>
          )}
          {order.giftCards.length > 0 && <GiftCardPayments order={order} />}
          <div className="grid gap-5 divide-y divide-line *:not-last:pb-5">
            {payments.toReversed().map(payment => (
              <PaymentCard key={payment._id} payment={payment} orderStatus={order.status} />
            ))}
          </div>
          {order.invoices.length > 0 && (
            <div className="mt-5 grid gap-2 border-line border-t pt-5">
              <InvoiceLinks invoices={order.invoices} />
            </div>
          )}
        </Card>
      </div>
    </div>
  )
}

function PostalAddress({ address }: { address: ShippingAddress }) {
  const [name, ...lines] = addressLines(address)

  return (
    <address className="wrap-anywhere not-italic">
      <span dir="auto" className="block font-medium">
        {name}
      </span>
      {lines.map(line => (
        <span dir="auto" key={line} className="block text-ink-2">
          {line}
        </span>
      ))}
      <span className="text-ink-2">
        <PhoneLink {...address} />
      </span>
    </address>
  )
}

function OrderHistory({ order }: { order: StaffOrder }) {
  return (
    <Events>
      {orderEvents(order).map(({ key, text, by, at, note }) => (
        <EventRow key={key} at={at} note={note}>
          <span className="font-medium">{text}</span> <span className="text-ink-2">{`by ${by}`}</span>
        </EventRow>
      ))}
    </Events>
  )
}

function OrderItems({ order }: { order: StaffOrder }) {
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {order.products.map(({ product, variant, price, savedAmount, quantity, ...line }, position) => (
          <li key={variant} className="flex items-center gap-4 py-3">
            <Picture picture={product.thumbnail} alt="" sizes="56px" className="w-14! shrink-0 rounded-control" />
            <div className="min-w-0 flex-1">
              <Link
                dir="auto"
                to={staffPaths.editProduct(product._id)}
                className="wrap-anywhere -my-1 inline-block py-1 font-medium underline-offset-3 hover:underline"
              >
                {product.name}
              </Link>
              <LineOptions line={line} withSku />
              <p className="type-small text-ink-2 tabular-nums">
                <span>{`${quantity} × ${priceOrFree(price, order.currency)}`}</span>
                {savedAmount > 0 && <span>{` · ${priceText(savedAmount, order.currency)} off each`}</span>}
                {unitsRefunded(order, position) > 0 && (
                  <span>{` · ${unitsRefunded(order, position)} of ${quantity} refunded`}</span>
                )}
              </p>
            </div>
            <div className="font-medium tabular-nums">
              <LineAmount
                line={{ product, price, savedAmount, quantity }}
                currency={order.currency}
                rules={<PricingRules order={order._id} behind={[`product:${product._id}`]} />}
              />
            </div>
          </li>
        ))}
      </ul>
      <OrderTotals order={order} rules={behind => <PricingRules order={order._id} behind={behind} />} />
    </>
  )
}

/** Internal notes of staff; their author may delete them. */
function OrderNotes({ order: { _id, notes = [] } }: { order: StaffOrder }) {
  const user = useCurrentUser()
  const [added, setAdded] = useState(0)
  const { addNote, deleteNote } = useOrderCalls(_id)

  async function handleAdd(note: { text: string }) {
    const answer = await addNote(note)
    setAdded(added + 1)
    return answer
  }

  return (
    <>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(note => (
            <Said
              key={note._id}
              text={note.text}
              by={fullName(note.by)}
              at={note.at}
              action={
                note.by._id === user?.id && (
                  <ConfirmButton
                    label="Delete"
                    variant="ghost"
                    size={32}
                    className="-mr-3"
                    title="Delete this note?"
                    action="Delete note"
                    perform={() => deleteNote(note._id)}
                  >
                    <p className="text-ink-2">
                      Its words are gone for everybody. The audit log keeps that there was a note.
                    </p>
                  </ConfirmButton>
                )
              }
            />
          ))}
        </ul>
      )}
      <Form key={added} schema={orderNoteInput} defaultValues={{ text: '' }} onSubmit={handleAdd} className="gap-3!">
        <KeepTyped name="note" />
        <LeaveGuard text="Your note is not saved yet." />
        <TextField name="text" label="Add a note" multiline rows={2} help="Only staff read it." />
        <SubmitButton variant="outline" className="justify-self-start">
          Add note
        </SubmitButton>
      </Form>
    </>
  )
}

const PROVIDER = 'the payment provider'
const THE_SHOP = 'the shop'

/** All events of an order and its payments, newest first; moves of one transaction have the same time. */
export function orderEvents({ history = [], payments = [] }: Pick<StaffOrder, 'history' | 'payments'>) {
  const moves = history.map(({ status, at, by }, i) => ({
    key: `move-${i}`,
    at,
    text: i === 0 ? 'Placed' : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`,
    by: fullName(by, THE_SHOP),
    note: null,
  }))
  const tries = payments
    .filter(({ status, problem, paymentGateway }) => problem || (status === 'failed' && !isOffline(paymentGateway)))
    .map(({ _id, update_time, amount, currency, problem, paymentGateway }) => ({
      key: _id,
      at: update_time,
      text: `Payment of ${priceText(amount, currency)} ${isOffline(paymentGateway) ? 'is not for a sale' : 'refused'}`,
      by: problem === null || problem === paymentProblems.unapproved ? PROVIDER : THE_SHOP,
      note: problem,
    }))
  const receipts = payments
    .flatMap(({ receipts = [], currency }) => receipts.map(receipt => ({ ...receipt, currency })))
    .map(({ _id, createdAt, amount, currency, by, note }) => ({
      key: _id,
      at: createdAt,
      text: `${priceText(amount, currency)} arrived`,
      by: fullName(by, THE_SHOP),
      note,
    }))
  const refunds = payments
    .flatMap(payment => payment.refunds)
    .map(refund => ({
      key: refund._id,
      at: refund.createdAt,
      text: `Refund of ${priceText(refund.amount, refund.currency)} ${refundWords[refund.state]}`,
      by:
        refund.state === 'failed' ? PROVIDER : fullName(refund.by, refund.origin === 'provider' ? PROVIDER : THE_SHOP),
      note: refund.failure ?? refund.reason,
    }))
  return [...moves, ...tries, ...receipts, ...refunds].reverse().sort((a, b) => b.at.localeCompare(a.at))
}

const refundWords = { queued: 'requested', pending: 'sent', completed: 'made', failed: 'refused' } as const
