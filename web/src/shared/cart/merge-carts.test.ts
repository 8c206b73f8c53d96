import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Contents, isSameCart, mergeCarts } from './merge-carts.ts'

const cart = (quantities: Record<string, number>, words = {}): Contents => ({
  lines: Object.entries(quantities).map(([variant, quantity]) => ({ product: variant, variant, quantity })),
  ...{ note: '', giftText: '' },
  ...words,
})
const nothing = cart({})

describe('the cart of a browser and that of its account', () => {
  it.each([
    ['both hold lines of the other', {}, { shirt: 1 }, { belt: 2 }, { shirt: 1, belt: 2 }],
    ['the same line has two quantities: the higher', {}, { shirt: 3 }, { shirt: 2 }, { shirt: 3 }],
    ['a line was removed here', { shirt: 2, belt: 1 }, { belt: 1 }, { shirt: 2, belt: 1 }, { belt: 1 }],
    ['a line was removed there', { shirt: 2, belt: 1 }, { shirt: 2, belt: 1 }, { belt: 1 }, { belt: 1 }],
    ['a quantity was lowered there', { shirt: 5 }, { shirt: 5 }, { shirt: 2 }, { shirt: 2 }],
    ['it was removed here and raised there', { shirt: 1 }, {}, { shirt: 4 }, { shirt: 4 }],
  ])('are merged where %s', (_, before, here, there, merged) => {
    expect(isSameCart(mergeCarts(cart(before), cart(here), cart(there)), cart(merged))).toBe(true)
  })

  it('keep the note that was written last', () => {
    const [before, changed] = [cart({}, { note: 'old' }), cart({}, { note: 'new' })]

    expect(mergeCarts(before, changed, before).note).toBe('new')
    expect(mergeCarts(before, before, changed).note).toBe('new')
  })

  it('keep for whom a gift card is as it was changed last, also beside a client that knows no gifts', () => {
    const given = (gift?: object): Contents => {
      const { lines, ...words } = cart({ card: 1 })
      return { lines: lines.map(line => ({ ...line, ...(gift && { gift }) })), ...words }
    }
    const [unknown, asha, ravi] = [given(), given({ email: 'asha@example.com' }), given({ message: 'For Ravi' })]
    const none = given({})

    for (const [before, here, there, merged] of [
      [nothing, nothing, asha, asha],
      [asha, ravi, asha, ravi],
      [asha, asha, ravi, ravi],
      [asha, asha, none, none],
      [asha, none, asha, none],
      [asha, asha, unknown, asha],
      [asha, nothing, { ...asha, lines: asha.lines.map(line => ({ ...line, quantity: 2 })) }, asha],
    ] as const)
      expect(mergeCarts(before, here, there).lines[0]?.gift).toEqual(merged.lines[0]?.gift)
    expect(isSameCart(asha, ravi)).toBe(false)
  })

  it('gain nothing by being merged again, and lose no line that only one side knows', () => {
    const quantities = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 }), {
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(quantities, quantities, (here, there) => {
        const merged = mergeCarts(nothing, cart(here), cart(there))

        expect(isSameCart(mergeCarts(nothing, merged, cart(there)), merged)).toBe(true)
        expect(isSameCart(mergeCarts(cart(there), merged, merged), merged)).toBe(true)
        expect(new Set(merged.lines.map(({ variant }) => variant))).toEqual(
          new Set([...Object.keys(here), ...Object.keys(there)]),
        )
      }),
    )
  })
})
