import { describe, expect, it } from 'vitest'
import { tidyMeasure, unitPriceOf } from './unit-price.ts'

describe('tidyMeasure', () => {
  it.each([
    ['750 ml', '750 ml'],
    ['0,75L', '0.75 l'],
    [' 12 pieces ', '12 piece'],
    ['1.500 kg', '1.5 kg'],
  ])('reads %s', (typed, kept) => {
    expect(tidyMeasure(typed)).toBe(kept)
  })

  it.each(['', '750', 'ml', '0 ml', '-1 l', '1.2345 kg', '1 oz', '1 kg 2'])('refuses %s', typed => {
    expect(tidyMeasure(typed)).toBeUndefined()
  })
})

describe('unitPriceOf', () => {
  it.each([
    [{ content: '750 ml' }, { price: 20, per: 'l' }],
    [
      { content: '0.75 l', unitPriceFor: '100 ml' },
      { price: 2, per: '100 ml' },
    ],
    [{ content: '12 piece' }, { price: 1.25, per: 'piece' }],
    [
      { content: '1.2 kg', unitPriceFor: '100 g' },
      { price: 1.25, per: '100 g' },
    ],
  ])('is that of 15 for %o', (measured, answer) => {
    expect(unitPriceOf(15, measured)).toEqual(answer)
  })

  it('is none without content, or for a measure of another kind', () => {
    expect(unitPriceOf(15, { content: null, unitPriceFor: '1 kg' })).toBeUndefined()
    expect(unitPriceOf(15, { content: '1 kg', unitPriceFor: '1 l' })).toBeUndefined()
  })
})
