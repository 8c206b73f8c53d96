import {
  costsOf,
  fromCents,
  orderTotals,
  type PricingContext,
  percentOf,
  sumOf,
  type TaxedOrder,
  taxLabelOf,
  unitsCost,
} from '@mela/contract'
import { expect, it } from 'vitest'
import { adjustmentOf, adjustmentRows } from '../read-orders.ts'
import { taxesOf } from './corrections.ts'

/** Each run draws the same numbers. */
function drawing(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % (most + 1)
  }
}

it('the tax of credit notes adds up to that of their invoice, which is the tax of the order, in 500 drawn orders', () => {
  const draw = drawing(7)
  for (let n = 0; n < 500; n++) {
    const percent = [0, 5, 7, 18, 19, 8.875][draw(5)] ?? 0
    const taxIncluded = draw(1) === 0
    const context: PricingContext = {
      shipping: { label: 'Shipping', cents: draw(3000), freeAboveCents: null },
      taxes: percent > 0 ? [{ label: taxLabelOf(percent, 'VAT', taxIncluded), percent }] : [],
      taxClasses: { Books: [{ label: taxLabelOf(7.5, 'VAT', taxIncluded), percent: 7.5 }], Zero: [] },
      discounts: [{ source: 'a', label: 'Welcome', lines: [0, 1], kind: 'amount', cents: draw(3000) }],
      ...{ taxIncluded, taxOnShipping: draw(1) === 0, taxByLine: draw(1) === 0, shippingTaxClass: 'Books' },
    }
    const lines = Array.from({ length: 1 + draw(3) }, () => ({
      product: {
        ...{ price: 1 + draw(20_000), onSale: false, salePrice: null },
        taxClass: [null, 'Books', 'Zero'][draw(2)],
      },
      quantity: 1 + draw(4),
    }))
    const totals = orderTotals(lines, context)
    const order = {
      totalAmount: fromCents(totals.totalPrice),
      products: lines.map(({ product: { price, taxClass = null }, quantity }) => ({
        ...{ price: fromCents(price), quantity, taxClass },
      })),
      adjustments: adjustmentRows('', totals).map(adjustmentOf),
    }
    const whole = taxesOf(order, [])
    const notes = [...cutUp(order, totals.totalPrice, draw)]
    const parts = notes.map(({ undoes }, at) => ({
      sign: undoes ? -1 : 1,
      rows: taxesOf(order, notes.slice(0, at + 1)),
    }))

    expect(sumOf(whole.map(({ tax }) => tax))).toBe(totals.taxPrice)
    expect(sumOf(whole.map(({ net, tax }) => net + tax))).toBe(totals.totalPrice)
    // Rounded once, or once a line.
    for (const { label, net, tax } of whole) {
      const percent = Number(/\(([\d.]+)%/.exec(label)?.[1] ?? 0)
      expect(Math.abs(percentOf(net, percent) - tax), label).toBeLessThanOrEqual(4)
    }
    for (const label of whole.map(({ label }) => label)) {
      for (const column of ['net', 'tax'] as const) {
        const sum = (rows: typeof whole) => sumOf(rows.filter(row => row.label === label).map(row => row[column]))
        const credited = sumOf(parts.map(({ sign, rows }) => sign * sum(rows)))
        expect(credited, `${label}, ${column}, order ${n}`).toBe(sum(whole))
      }
    }
  }
})

/** Refunds by amount, by lines, or by both, that add up to the amount. Some come back from the bank, and are made again. */
function* cutUp(order: TaxedOrder, cents: number, draw: (most: number) => number) {
  const byLines = draw(2)
  const open = costsOf(order).map(cost => ({ ...cost, refunded: { quantity: 0, cents: 0 } }))
  const standing = []
  for (let before = 0, id = 0; before < cents; id++) {
    const undone = draw(9) === 0 && standing.splice(draw(standing.length - 1), 1)[0]
    if (undone) {
      const again = costsOf(order).find(({ line }) => line === undone.lines?.[0]?.line)
      if (again) open.push({ ...again, refunded: { quantity: 0, cents: 0 } })
      yield { ...undone, id: String(id), undoes: undone.id }
      before -= undone.amount_cents
      continue
    }
    const left = cents - before
    const [line] = open.splice(draw(open.length - 1), draw(2) < byLines ? 1 : 0)
    const cost = line && Math.min(left, unitsCost(line, line.refunded, line.quantity))
    const amount_cents = cost || Math.min(left, 1 + draw(Math.ceil(cents / 3)))
    const lines = cost ? [{ line: line.line, quantity: line.quantity, cents: cost }] : null
    const note = { id: String(id), undoes: null, amount_cents, lines }
    standing.push(note)
    yield note
    before += amount_cents
  }
}
