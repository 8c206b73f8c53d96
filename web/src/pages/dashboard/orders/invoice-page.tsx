import { addressLines, deliveryMethodOf, gatewayNames, orderName, type StaffOrder } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import { OrderTotals } from '../../../ui/values/order-totals.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { type PrintedFact, PrintedFacts } from '../../printed/printed-facts.tsx'
import { PrintedLines } from '../../printed/printed-lines.tsx'
import { PrintedOrder } from './printed-order.tsx'

export function InvoicePage() {
  return (
    <PrintedOrder title="Invoice">
      {order => (
        <>
          <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
            <section>
              <h2 className="type-small text-ink-2">Bill to</h2>
              <p className="wrap-anywhere whitespace-pre-line text-base">
                {[...addressLines(order.shippingAddress), order.customer?.email].join('\n')}
              </p>
            </section>
            <PrintedFacts facts={factsOf(order)} />
          </div>
          <PrintedLines lines={order.products} currency={order.currency} />
          <OrderTotals order={order} />
        </>
      )}
    </PrintedOrder>
  )
}

function factsOf({ _id, number, createdAt, invoices, adjustments, payments = [] }: StaffOrder): PrintedFact[] {
  const facts: PrintedFact[] = [
    { name: 'Order', value: <span className="font-mono">{orderName({ _id, number })}</span> },
    {
      name: 'Invoice number',
      value: invoices[0] ? <span className="font-mono">{invoices[0].number}</span> : 'Not issued',
    },
    { name: 'Date', value: <Time value={createdAt} /> },
    { name: 'Delivery', value: deliveryMethodOf(adjustments) },
  ]
  const paid = payments.find(({ status }) => status === 'completed')
  if (!paid) return [...facts, { name: 'Payment', value: 'Not paid yet' }]

  facts.push({ name: 'Paid', value: <Time value={paid.update_time} /> })
  facts.push({
    name: 'Payment',
    value: <span className="font-mono">{`${gatewayNames[paid.paymentGateway]} ${paid.transactionId}`}</span>,
  })
  if (paid.refundedAmount > 0) facts.push({ name: 'Refunded', value: priceText(paid.refundedAmount, paid.currency) })
  return facts
}
