import type { StaffOrder } from '@mela/contract'
import { addressLines } from '../../../features/staff-orders/address-lines.ts'
import { OrderTotals } from '../../../features/staff-orders/order-totals.tsx'
import { priceText } from '../../../lib/format.ts'
import { Time } from '../../../ui/time.tsx'
import { type PrintedFact, PrintedFacts } from './printed-facts.tsx'
import { PrintedOrder } from './printed-order.tsx'

/** What an order came to and how it was paid. */
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
          <Lines order={order} />
          <OrderTotals order={order} />
        </>
      )}
    </PrintedOrder>
  )
}

function factsOf({ _id, createdAt, payments = [] }: StaffOrder): PrintedFact[] {
  const facts: PrintedFact[] = [
    { name: 'Invoice and order', value: <span className="font-mono">{_id}</span> },
    { name: 'Date', value: <Time value={createdAt} /> },
  ]
  const paid = payments.find(({ status }) => status === 'completed')
  if (!paid) return [...facts, { name: 'Payment', value: 'Not paid yet' }]

  facts.push({ name: 'Paid', value: <Time value={paid.update_time} /> })
  facts.push({ name: 'Payment', value: <span className="font-mono">PayPal {paid.transactionId}</span> })
  if (paid.refundedAmount > 0) facts.push({ name: 'Refunded', value: priceText(paid.refundedAmount) })
  return facts
}

function Lines({ order: { products } }: { order: StaffOrder }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">What was bought</caption>
      <thead className="type-small text-ink-2">
        <tr className="border-ink border-b">
          <th scope="col" className="py-2 font-medium">
            Product
          </th>
          <th scope="col" className="px-2 py-2 text-right sm:px-4 font-medium">
            Quantity
          </th>
          <th scope="col" className="px-2 py-2 text-right sm:px-4 font-medium">
            Price
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ product, quantity, price }) => (
          <tr key={product._id} className="break-inside-avoid border-line border-b tabular-nums">
            <td className="wrap-anywhere py-3">{product.name}</td>
            <td className="px-2 py-3 text-right sm:px-4">{quantity}</td>
            <td className="px-2 py-3 text-right sm:px-4">{priceText(price)}</td>
            <td className="py-3 text-right">{priceText(price * quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
