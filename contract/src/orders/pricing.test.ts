import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnLines, drawnOffers, drawnPricing } from '../../test/drawn-orders.ts'
import { priceByTheRules } from '../../test/price-oracle.ts'
import type { AppliedDiscount } from './apply-discounts.ts'
import { sumOf } from './cents.ts'
import { chooseDiscounts, type DiscountOffer } from './discounts.ts'
import { effectivePrice } from './effective-price.ts'
import { taxOf } from './order-total-rows.ts'
import { orderTotals, SHOP_PRICING } from './pricing.ts'

const priced = (price: number) => ({ product: { price, onSale: false, salePrice: null }, quantity: 1 })

describe('an order in a pricing context', () => {
  it('T102 T103 T105 T106 T107 B3 B149 costs what an independent calculation says, by the rules of the shop and by any', () => {
    const any = fc.oneof({ weight: 9, arbitrary: drawnPricing }, { weight: 1, arbitrary: fc.constant(SHOP_PRICING) })

    fc.assert(
      fc.property(drawnLines, any, (lines, pricing) => {
        const { adjustments, ...totals } = orderTotals(lines, pricing)
        const expected = priceByTheRules(lines, pricing)
        const sumOfRows = (isWanted: (row: (typeof adjustments)[number]) => boolean) =>
          sumOf(adjustments.filter(row => row.source !== 'tax-exemption' && isWanted(row)).map(({ cents }) => cents))

        const { discountPrice, taxPrice, totalPrice } = totals
        expect([discountPrice, taxPrice, totalPrice]).toEqual(
          [expected.saved, expected.tax, expected.total].map(Number),
        )
        const left = lines.map(
          ({ product, quantity }, line) => effectivePrice(product) * quantity + sumOfRows(row => row.line === line),
        )
        expect(left).toEqual(expected.left.map(Number))
        expect(sumOfRows(({ kind }) => kind.startsWith('shipping'))).toBe(Number(expected.delivery))
        for (const { taxClass, percent, cents } of expected.taxes.filter(({ cents }) => cents > 0n)) {
          const source = taxClass === '' ? undefined : `tax-class:${taxClass}`
          const rows = adjustments.filter(row => row.percent === percent && row.source === source)
          expect(rows.map(row => row.cents)).toContain(Number(cents))
        }
      }),
      { numRuns: 5000 },
    )
  })

  it('has no amount below nothing, and rows that add up to its amounts', () => {
    fc.assert(
      fc.property(drawnLines, drawnPricing, (lines, pricing) => {
        const { adjustments, discountPrice, ...totals } = orderTotals(lines, pricing)
        const { itemsPrice, shippingPrice, feePrice, taxPrice, totalPrice } = totals
        const sum = (...kinds: string[]) =>
          sumOf(adjustments.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))
        const left = lines.map(
          ({ product, quantity }, line) =>
            effectivePrice(product) * quantity +
            sumOf(adjustments.filter(row => row.line === line).map(({ cents }) => cents)),
        )

        for (const cents of [...left, discountPrice, ...Object.values(totals)]) {
          expect(cents).toBeGreaterThanOrEqual(0)
          expect(Number.isSafeInteger(cents)).toBe(true)
        }
        expect([itemsPrice, shippingPrice, feePrice]).toEqual([
          sumOf(left),
          sum('shipping', 'shipping-discount'),
          sum('fee'),
        ])
        expect(taxPrice).toBe(sum('tax', 'included-tax'))
        expect(totalPrice).toBe(itemsPrice + shippingPrice + feePrice + sum('tax'))
      }),
      { numRuns: 3000 },
    )
  })

  it('gets the permitted discounts that cost the shopper least', () => {
    const kinds = ['buy-get', 'percent', 'amount', 'free-delivery']
    const appliedOf = ({ id, lines, benefit }: DiscountOffer): AppliedDiscount => ({
      ...{ source: id, label: id, lines, ...benefit },
    })

    fc.assert(
      fc.property(drawnLines, drawnPricing, drawnOffers, (lines, pricing, offers) => {
        const { applied } = chooseDiscounts(lines, pricing, offers, 'USD')

        const sets = offers.reduce<DiscountOffer[][]>((sets, one) => sets.concat(sets.map(set => [...set, one])), [[]])
        const totals = sets
          .filter(
            set =>
              set.length < 2 ||
              (set.every(({ isCombinable }) => isCombinable) && set.filter(({ code }) => code === null).length < 2),
          )
          .map(set => {
            const inOrder = set
              .sort((a, b) => Number(a.code !== null) - Number(b.code !== null))
              .sort((a, b) => kinds.indexOf(a.benefit.kind) - kinds.indexOf(b.benefit.kind))
            const covering = inOrder.filter(offer => offer.lines.some(line => line < lines.length))
            return Number(priceByTheRules(lines, { ...pricing, discounts: covering.map(appliedOf) }).total)
          })
        expect(orderTotals(lines, { ...pricing, discounts: applied }).totalPrice).toBe(Math.min(...totals))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['once', false, 31],
    ['by line', true, 30],
  ])('rounds a tax of 18%% on two lines of 0.85 %s', (_, taxByLine, tax) => {
    expect(orderTotals([priced(85), priced(85)], { ...SHOP_PRICING, taxByLine }).taxPrice).toBe(tax)
  })

  it('contains 19% of a price that includes it, with and without the shipping', () => {
    const included = { ...SHOP_PRICING, taxes: [{ label: 'Included tax (19% VAT)', percent: 19 }], taxIncluded: true }
    const one = [priced(11_900)]

    expect(orderTotals(one, included)).toMatchObject({ itemsPrice: 11_900, taxPrice: 1900, totalPrice: 19_900 })
    expect(orderTotals(one, { ...included, taxOnShipping: true })).toMatchObject({ taxPrice: 3177, totalPrice: 19_900 })
    expect(taxOf(orderTotals(one, included).adjustments)).toEqual({ label: 'Included tax (19% VAT)', isIncluded: true })
  })
})
