import { type Order, priceOrFree } from '@mela/contract'
import { LineOptions } from '../../ui/values/line-options.tsx'

/** The lines of an order, at the prices of the purchase. */
export function PrintedLines({ lines, currency }: { lines: Order['products']; currency: string }) {
  return (
    <div className="overflow-x-auto print:overflow-visible">
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
          {lines.map(({ product, variant, quantity, price, ...line }) => (
            <tr key={variant} className="break-inside-avoid border-line border-b tabular-nums">
              <td className="wrap-anywhere py-3">
                <span dir="auto">{product.name}</span>
                <LineOptions line={line} withSku />
              </td>
              <td className="px-2 py-3 text-right sm:px-4">{quantity}</td>
              <td className="px-2 py-3 text-right sm:px-4">{priceOrFree(price, currency)}</td>
              <td className="py-3 text-right">{priceOrFree(price * quantity, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
