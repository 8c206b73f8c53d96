import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseDiscounts, codeKeyOf, type DiscountOffer } from './discounts.ts'
import { orderTotals, type PricingContext } from './pricing.ts'
import { discountInput, NO_DISCOUNT } from './staff-discounts.ts'

const context: PricingContext = {
  shipping: { label: 'Shipping', cents: 8000, freeAboveCents: 500_000 },
  taxes: [{ label: 'Tax', percent: 18 }],
}

const line = (price: number, quantity = 1) => ({ product: { price, onSale: false, salePrice: null }, quantity })

const offer = (given: Partial<DiscountOffer> & Pick<DiscountOffer, 'id' | 'benefit'>): DiscountOffer => ({
  ...{
    name: `Discount ${given.id}`,
    code: null,
    isCombinable: false,
    isForAll: true,
    lines: [0],
    minSubtotal: null,
    minQuantity: null,
  },
  ...given,
})

const percent = (percent: number) => ({ kind: 'percent', percent }) as const

const choose = (lines: Parameters<typeof orderTotals>[0], offers: DiscountOffer[]) =>
  chooseDiscounts(lines, context, offers, 'USD')

it.each([
  ['summer-10', 'SUMMER10'],
  [' Summer 10 ', 'SUMMER10'],
  ['SUMMER\u201110\u00a0', 'SUMMER10'],
  ['ＳＵＭＭＥＲ10', 'SUMMER10'],
  ['WİNTER10', 'WINTER10'],
  ['İndirim10'.toLowerCase(), 'INDIRIM10'],
])('codes are compared without case, spaces and hyphens: %s', (typed, key) => {
  expect(codeKeyOf(typed)).toBe(key)
})

describe('chooseDiscounts', () => {
  it('takes no discount that makes the order dearer, because it ends free delivery', () => {
    const ended = choose([line(500_100)], [offer({ id: 'a', code: 'ONE', benefit: percent(1) })])

    expect(ended).toMatchObject({ applied: [], refused: [{ refusal: 'ONE does not make this order cheaper.' }] })
  })

  it('does not use up a code that saves nothing beside the others', () => {
    const free = offer({ id: 'a', code: 'FREE', isCombinable: true, benefit: { kind: 'free-delivery' } })

    expect(choose([line(600_000)], [free])).toMatchObject({
      applied: [],
      refused: [{ refusal: 'FREE is not needed: delivery is free.' }],
    })
    const week = { ...free, id: 'b', code: null }
    expect(choose([line(10_000)], [week, free]).refused).toMatchObject([
      { refusal: 'FREE is not needed: delivery is free.' },
    ])
  })

  it.each([
    [{ minSubtotal: 15_000 }, 'TEN needs $50.00 more of what it is for.'],
    [{ minQuantity: 3 }, 'TEN needs 2 more units of what it is for in your cart.'],
  ])(
    'says that the minimum is of what it is for where the cart holds, or could hold, other lines: %o',
    (given, refusal) => {
      const tenth = offer({ id: 'a', code: 'TEN', benefit: percent(10), ...given })

      expect(choose([line(10_000), line(90_000)], [tenth]).refused).toMatchObject([{ refusal }])
      expect(choose([line(10_000)], [{ ...tenth, isForAll: false }]).refused).toMatchObject([{ refusal }])
    },
  )

  it('applies percents before amounts, and one discount once, whatever codes of it are typed', () => {
    const amount = offer({ id: 'a', code: 'FIVE', isCombinable: true, benefit: { kind: 'amount', cents: 500 } })
    const tenth = offer({ id: 'b', code: 'TEN', isCombinable: true, benefit: percent(10) })

    const { applied, refused } = choose([line(10_000)], [amount, tenth, { ...tenth, code: 'TEN-2' }])

    expect(applied.map(({ kind }) => kind)).toEqual(['percent', 'amount'])
    expect(refused).toEqual([{ code: 'TEN-2', refusal: 'TEN-2 is of the same discount as another code.', id: 'b' }])
  })

  it('takes a code although another one of the same discount is used up', () => {
    const spent = offer({ id: 'a', code: 'ONE', benefit: percent(10), refusal: 'ONE is used up.' })

    const { applied, refused } = choose([line(10_000)], [spent, offer({ id: 'a', code: 'TWO', benefit: percent(10) })])

    expect([applied, refused]).toMatchObject([[{ kind: 'percent' }], [{ code: 'ONE', refusal: 'ONE is used up.' }]])
  })

  it('B12 never makes an order dearer, says why of each code it leaves out, and combines only what can be combined', () => {
    const benefit = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 200_000 }) }),
      fc.constant({ kind: 'free-delivery' as const }),
      fc.record({
        kind: fc.constant('buy-get' as const),
        ...{ buy: fc.integer({ min: 1, max: 3 }), get: fc.integer({ min: 1, max: 2 }), percent: fc.constant(100) },
      }),
    )
    const offers = fc.array(fc.record({ benefit, isCombinable: fc.boolean(), isAutomatic: fc.boolean() }), {
      maxLength: 6,
    })
    const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 4,
    })

    fc.assert(
      fc.property(lines, offers, (drawn, drawnOffers) => {
        const cart = drawn.map(([price, quantity]) => line(price, quantity))
        const all = drawnOffers.map(({ benefit, isCombinable, isAutomatic }, n) =>
          offer({
            id: String(n),
            benefit,
            isCombinable,
            code: isAutomatic ? null : `C${n}`,
            lines: cart.map((_, n) => n),
          }),
        )
        const chosen = choose(cart, all)
        const totalOf = (discounts: typeof chosen.applied) => orderTotals(cart, { ...context, discounts }).totalPrice

        const singles = all.map(one => choose(cart, [one]).applied)
        expect(totalOf(chosen.applied)).toBeLessThanOrEqual(Math.min(totalOf([]), ...singles.map(totalOf)))
        expect(chosen.offers.filter(({ code }) => code === null).length).toBeLessThanOrEqual(1)
        if (chosen.offers.length > 1) expect(chosen.offers.every(({ isCombinable }) => isCombinable)).toBe(true)
        const codes = all.flatMap(({ code }) => code ?? [])
        const used = chosen.offers.flatMap(({ code }) => code ?? [])
        expect([...used, ...chosen.refused.map(({ code }) => code)].sort()).toEqual(codes.sort())
        for (const { code, refusal } of chosen.refused) expect(refusal).toContain(code)
      }),
      { numRuns: 300 },
    )
  })
})

it.each([
  ['minSubtotal', '1.000', 'Two decimals are the most.'],
  ['amount', '1.250', 'Two decimals are the most.'],
  ['limitInAll', '1.000', 'This must be a whole number.'],
  ['minSubtotal', '1.00', undefined],
  ['limitInAll', '1000', undefined],
])('a discount refuses what may mean thousands: %s %s', (field, typed, message) => {
  const sent = { ...NO_DISCOUNT, name: 'Big orders', percent: 10, [field]: typed }

  const { error } = discountInput.safeParse(sent)

  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual(message && [[field, message]])
})
