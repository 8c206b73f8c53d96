import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCents, toCents } from '../shared/money.ts'
import { effectivePrice, orderTotals as priceOrder, savedPercent, savedPerUnit, weightOf } from './totals.ts'

/** Amounts are decimal texts; the oracle never uses floating point. */
interface WrittenLine {
  price: string
  onSale: boolean
  salePrice: string | null
  quantity: number
}

/** The five amounts of SPEC; pricing.test.ts has the rows. */
function orderTotals(lines: Parameters<typeof priceOrder>[0]) {
  const { adjustments: _, ...totals } = priceOrder(lines)
  return totals
}

const centsOf = (written: string) => BigInt(written.replace('.', ''))
const written = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

function oracle(lines: WrittenLine[]) {
  let items = 0n
  let saved = 0n
  for (const { price, onSale, salePrice, quantity } of lines) {
    const regular = centsOf(price)
    const sale = centsOf(salePrice ?? '0.00')
    const counts = onSale && sale > 0n && sale < regular
    items += (counts ? sale : regular) * BigInt(quantity)
    saved += counts ? (regular - sale) * BigInt(quantity) : 0n
  }
  const shipping = lines.length === 0 || items > 500_000n ? 0n : 8_000n
  const tax = (items * 18n + 50n) / 100n
  return {
    itemsPrice: written(items),
    discountPrice: written(saved),
    shippingPrice: written(shipping),
    taxPrice: written(tax),
    totalPrice: written(items + shipping + tax),
  }
}

const priced = ({ price, onSale, salePrice }: Omit<WrittenLine, 'quantity'>) => ({
  price: toCents(Number(price)),
  onSale,
  salePrice: salePrice === null ? null : toCents(Number(salePrice)),
})

/** From typed text through the shop's own functions and back to decimals. */
function shopTotals(lines: WrittenLine[]) {
  const totals = orderTotals(lines.map(line => ({ product: priced(line), quantity: line.quantity })))
  return Object.fromEntries(Object.entries(totals).map(([name, cents]) => [name, fromCents(cents).toFixed(2)]))
}

const amount = fc
  .oneof(fc.nat({ max: 1_000_000_000 }), fc.nat({ max: 1_000_000 }), fc.nat({ max: 300 }))
  .map(cents => written(BigInt(cents)))
const line: fc.Arbitrary<WrittenLine> = fc
  .record({
    price: amount.map(price => (price === '0.00' ? '0.01' : price)),
    onSale: fc.boolean(),
    salePrice: fc.option(amount),
    quantity: fc.integer({ min: 1, max: 1000 }),
  })
  .chain(line => fc.constantFrom(line, { ...line, salePrice: line.price }))

const one = (price: string, given: Partial<WrittenLine> = {}): WrittenLine => ({
  price,
  onSale: false,
  salePrice: null,
  quantity: 1,
  ...given,
})

describe('orderTotals', () => {
  it('T102 T103 T105 T106 T107 B3 equals exact decimal arithmetic on 10 000 random carts', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        expect(shopTotals(lines)).toEqual(oracle(lines))
      }),
      { numRuns: 10_000 },
    )
  })

  it.each([
    ['4999.99', '80.00'],
    ['5000.00', '80.00'],
    ['5000.01', '0.00'],
  ])('T104 an order of %s ships for %s', (price, shippingPrice) => {
    expect(shopTotals([one(price)])).toMatchObject({ itemsPrice: price, shippingPrice })
  })

  it('T104 B5 compares the free-shipping limit with the items after the discount', () => {
    const sale = one('6000.00', { onSale: true, salePrice: '5000.00' })

    expect(shopTotals([sale])).toMatchObject({
      itemsPrice: '5000.00',
      discountPrice: '1000.00',
      shippingPrice: '80.00',
    })
  })

  it.each([
    ['0.25', '0.05'],
    ['0.02', '0.00'],
    ['0.03', '0.01'],
    ['1000.00', '180.00'],
  ])('T105 B7 taxes %s with %s, half a cent upwards', (price, taxPrice) => {
    expect(shopTotals([one(price)])).toMatchObject({ taxPrice })
  })

  it('charges nothing for an empty cart', () => {
    const nothing = { itemsPrice: 0, discountPrice: 0, shippingPrice: 0, taxPrice: 0, totalPrice: 0 }

    expect(orderTotals([])).toEqual(nothing)
  })
})

describe('effectivePrice', () => {
  it.each([
    { onSale: true, salePrice: 80, costs: 80, because: 'it is on sale' },
    { onSale: true, salePrice: 99.99, costs: 99.99, because: 'a cent less is a sale price' },
    { onSale: true, salePrice: 100, costs: 100, because: 'the sale price is no lower' },
    { onSale: true, salePrice: 120, costs: 100, because: 'the sale price is higher' },
    { onSale: true, salePrice: 0, costs: 100, because: 'a sale price of 0 means none yet' },
    { onSale: true, salePrice: null, costs: 100, because: 'there is no sale price' },
    { onSale: true, salePrice: -5, costs: 100, because: 'nothing is cheaper than free' },
    { onSale: false, salePrice: 80, costs: 100, because: 'it is not on sale' },
  ])('T102 is $costs of 100 because $because', ({ onSale, salePrice, costs }) => {
    expect(effectivePrice({ price: 100, onSale, salePrice })).toBe(costs)
  })

  it('T103 plus the discount of one unit equals the price', () => {
    fc.assert(
      fc.property(line, written => {
        const product = priced(written)
        expect(effectivePrice(product)).toBeGreaterThan(0)
        expect(savedPerUnit(product)).toBeGreaterThanOrEqual(0)
        expect(effectivePrice(product) + savedPerUnit(product)).toBe(product.price)
      }),
    )
  })
})

describe('savedPercent', () => {
  it.each([
    { price: 80, salePrice: 60, saved: 25 },
    { price: 80, salePrice: 80, saved: 0 },
    { price: 0, salePrice: 0, saved: 0 },
  ])('is $saved of $price at $salePrice', ({ price, salePrice, saved }) => {
    expect(savedPercent({ price, onSale: true, salePrice })).toBe(saved)
  })
})

describe('weightOf', () => {
  it('adds the weight of every unit, none for products without one', () => {
    const weighing = (weight: number | null) => ({ price: 100, onSale: false, salePrice: null, weight })

    const lines = [
      { product: weighing(240), quantity: 3 },
      { product: weighing(100), quantity: 1 },
      { product: weighing(null), quantity: 5 },
    ]

    expect(weightOf(lines)).toBe(820)
  })
})
