import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearWords, splits } from './near-words.ts'

const words = ['boot', 'camp', 'campaign', 'loafer', 'loose', 'shirt', 'short', 'sweatshirt', 'sweatshirts', 'watch']
const near = (typed: string, most: number) => nearWords(words, typed, most).map(({ word }) => word)

describe('near words', () => {
  it.each([
    ['a letter missing', 'wach', 'watch'],
    ['a letter too many', 'watcch', 'watch'],
    ['another letter', 'loffer', 'loafer'],
    ['two letters swapped', 'wacth', 'watch'],
  ])('are one slip away with %s', (_, typed, word) => {
    expect(near(typed, 1)).toEqual([word])
  })

  it('hold those that only begin so, once for all that begin alike', () => {
    expect(near('swetsh', 1)).toEqual(['sweatshirt'])
  })

  it('come in the order of their slips, the same first letter before others', () => {
    expect(nearWords(['hoots', 'boot', 'boots'], 'boots', 1).map(({ word }) => word)).toEqual([
      'boots',
      'boot',
      'hoots',
    ])
  })

  it('are found among others as they are found alone', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(text), text, (others, typed) => {
        const sorted = others.toSorted()
        const isWhole = ({ cost }: { cost: number }) => Number.isInteger(cost)
        const alone = sorted.flatMap(word => nearWords([word], typed, 2).filter(isWhole))
        const together = nearWords(sorted, typed, 2).filter(isWhole)

        expect(together.map(({ word }) => word).toSorted()).toEqual(alone.map(({ word }) => word).toSorted())
      }),
    )
  })
})

describe('a word that fell together', () => {
  it('is taken apart where both parts exist', () => {
    expect(splits(words, 'campshirt')).toEqual([['camp', 'shirt']])
    expect(splits(words, 'campshorts')).toEqual([])
  })
})
