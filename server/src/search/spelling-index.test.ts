import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_AT_A_STRETCH, nearWords as nearWordsInStretches, splits } from './spelling-index.ts'

const words = ['boot', 'camp', 'campaign', 'loafer', 'loose', 'shirt', 'short', 'sweatshirt', 'sweatshirts', 'watch']

function nearWords(sorted: readonly string[], typed: string, most: number) {
  const work = nearWordsInStretches(sorted, typed, most)
  for (;;) {
    const stretch = work.next()
    if (stretch.done) return stretch.value
  }
}
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

  it('include prefixes, once for all words with the same prefix', () => {
    expect(near('swetsh', 1.25)).toEqual(['sweatshirt'])
  })

  it('come in the order of their slips, the same first letter before others', () => {
    expect(nearWords(['hoots', 'boot', 'boots'], 'boots', 2).map(({ word }) => word)).toEqual([
      'boots',
      'boot',
      'hoots',
    ])
  })

  it('are found among others as they are found alone, at the same cost', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 's'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(text), text, (others, typed) => {
        const sorted = others.toSorted()
        const alone = sorted.flatMap(word => nearWords([word], typed, 2))
        const together = nearWords(sorted, typed, 2)

        const byWord = (found: typeof alone) => found.toSorted((a, b) => (a.word < b.word ? -1 : 1))
        // Of the words with about this prefix, the first stands for all.
        const isWhole = ({ word }: { word: string }) => typed.length < 5 || word.length <= typed.length
        expect(
          together.every(found => alone.some(({ word, cost }) => word === found.word && cost === found.cost)),
        ).toBe(true)
        expect(byWord(together.filter(isWhole))).toEqual(byWord(alone.filter(isWhole)))
      }),
    )
  })
})

describe('near words among very many', () => {
  /** 60,000 words of three letters out of eight and as many more: unlike real ones, and the slowest to compare. */
  const many = Array.from({ length: 60_000 }, (_, i) =>
    i
      .toString(8)
      .padStart(6, '0')
      .replaceAll(/./g, n => 'aeinorst'[+n] ?? ''),
  )
  const sorted = [...new Set(many)].sort()
  const typed = ['rastin', 'notariseerastion', 'o'.repeat(100)]

  it.each(typed)('are compared with %j in slices', typed => {
    const stretches = [...nearWordsInStretches(sorted, typed, 2)]

    expect(Math.max(...stretches)).toBeLessThan(MOST_AT_A_STRETCH + 20 + typed.length * (typed.length + 3))
  })

  it.each(typed)('are compared few per slice, counted from outside, for %j', typed => {
    let looks = 0
    const watched = new Proxy(sorted, {
      get(words, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks++
        return Reflect.get(words, key)
      },
    })
    const looksAfter: number[] = []

    for (const _ of nearWordsInStretches(watched, typed, 2)) looksAfter.push(looks)

    // One access for each compared word, and those of a binary search for the next.
    const mostLooks = (MOST_AT_A_STRETCH / 20) * (2 + Math.ceil(Math.log2(sorted.length)))
    const ofEach = [...looksAfter, looks].map((sofar, i) => sofar - (looksAfter[i - 1] ?? 0))
    expect(ofEach.length).toBeGreaterThan(2)
    expect(Math.max(...ofEach)).toBeLessThan(mostLooks)
  })
})

describe('a joined word', () => {
  it('is split where both parts exist', () => {
    expect(splits(words, 'campshirt')).toEqual([['camp', 'shirt']])
    expect(splits(words, 'campshorts')).toEqual([])
  })
})
