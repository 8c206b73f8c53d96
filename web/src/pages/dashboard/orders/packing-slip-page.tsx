import { addressLines, deliveryMethodOf, orderName } from '@mela/contract'
import { whyNotSent } from '../../../features/staff/orders/why-not.ts'
import { countLabel } from '../../../lib/format/format.ts'
import { LineOptions } from '../../../ui/values/line-options.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { PrintedFacts } from '../../printed/printed-facts.tsx'
import { PrintedOrder } from './printed-order.tsx'

function NotToSend({ reason }: { reason: string | undefined }) {
  if (!reason) return null
  return (
    <p role="status" className="border border-danger p-3 font-semibold text-danger">
      {reason}
    </p>
  )
}

/** The packing slip: contents and recipient without prices, because the parcel may be a present. */
export function PackingSlipPage() {
  return (
    <PrintedOrder title="Packing slip">
      {({ _id, number, createdAt, adjustments, products, shippingAddress, status, payments }) => (
        <>
          <NotToSend reason={whyNotSent({ status, payments })} />
          <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
            <section>
              <h2 className="type-small text-ink-2">Ship to</h2>
              <p className="wrap-anywhere whitespace-pre-line text-base">
                {[
                  ...addressLines(shippingAddress),
                  shippingAddress.phoneNumber && `+${shippingAddress.countryCode} ${shippingAddress.phoneNumber}`,
                ].join('\n')}
              </p>
            </section>
            <PrintedFacts
              facts={[
                { name: 'Order', value: <span className="font-mono">{orderName({ _id, number })}</span> },
                { name: 'Placed', value: <Time value={createdAt} /> },
                { name: 'Delivery', value: deliveryMethodOf(adjustments) },
              ]}
            />
          </div>
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">What is in the parcel</caption>
            <thead className="type-small text-ink-2">
              <tr className="border-ink border-b">
                <th scope="col" className="w-12 py-2 font-medium">
                  Packed
                </th>
                <th scope="col" className="px-4 py-2 font-medium">
                  Product
                </th>
                <th scope="col" className="py-2 text-right font-medium">
                  Quantity
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map(({ product, variant, quantity, ...line }) => (
                <tr key={variant} className="break-inside-avoid border-line border-b">
                  <td className="py-3">
                    <span className="block size-4.5 rounded-sm border border-edge" />
                  </td>
                  <td className="wrap-anywhere px-4 py-3">
                    <span dir="auto">{product.name}</span>
                    <LineOptions line={line} withSku />
                  </td>
                  <td className="py-3 text-right font-semibold tabular-nums">{quantity}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-right font-semibold">
            {countLabel(
              products.reduce((sum, { quantity }) => sum + quantity, 0),
              'unit',
            )}
          </p>
          <p className="text-ink-2">
            Thank you for your order. If something is not right, write to us and name the order.
          </p>
        </>
      )}
    </PrintedOrder>
  )
}
