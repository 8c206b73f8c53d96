import { companyNumbers, type Order, priceOrFree } from '@mela/contract'
import type { ReactNode } from 'react'
import { useShop } from '../../lib/shop.ts'
import type { Elements } from '../../ui/cx.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { LineAmount } from './explained-amount.tsx'
import { LineOptions } from './order-totals.tsx'

/** A document with the shop's letterhead; the browser prints it, or saves it as PDF. */
export function PrintedSheet({ title, children }: { title: string; children: Elements }) {
  const shop = useShop()
  const more = [shop.phone, ...companyNumbers(shop)].filter(line => line !== null)
  return (
    <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] max-w-200 gap-8 rounded-tile border border-line bg-surface p-4 sm:p-12 print:on-tile print:max-w-none print:border-0 print:p-0">
      <header className="flex flex-wrap justify-between gap-6">
        <div className="grid gap-2">
          <Wordmark shop={shop} isPrinted />
          <p className="whitespace-pre-line text-ink-2">{[...shop.address, shop.email, ...more].join('\n')}</p>
        </div>
        {/* On the screen the page's own heading says it. */}
        <p className="hidden font-serif text-4xl print:block">{title}</p>
      </header>
      {children}
    </article>
  )
}

interface PrintedHeadProps {
  /** Such as 'Ship to'. */
  title: string
  address: readonly (string | undefined)[]
  /** By name; those without a value are left out. */
  facts: Record<string, ReactNode>
}

export function PrintedHead({ title, address, facts }: PrintedHeadProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
      <section>
        <h2 className="type-small text-ink-2">{title}</h2>
        <p className="wrap-anywhere whitespace-pre-line text-base">{address.join('\n')}</p>
      </section>
      <dl className="grid content-start gap-3">
        {Object.entries(facts).map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="type-small text-ink-2">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

interface PrintedLinesProps {
  lines: Order['products']
  currency: string
  rules?: (behind: string[]) => Elements
}

export function PrintedLines({ lines, currency, rules }: PrintedLinesProps) {
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
          {lines.map(({ product, quantity, price, ...line }) => (
            <tr key={line.variant} className="break-inside-avoid border-line border-b tabular-nums">
              <td className="wrap-anywhere py-3">
                <span dir="auto">{product.name}</span>
                <LineOptions line={line} withSku />
              </td>
              <td className="px-2 py-3 text-right sm:px-4">{quantity}</td>
              <td className="px-2 py-3 text-right sm:px-4">{priceOrFree(price, currency)}</td>
              <td className="py-3 text-right">
                <LineAmount
                  line={{ ...line, product, quantity, price }}
                  currency={currency}
                  rules={rules?.([`product:${product._id}`])}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
