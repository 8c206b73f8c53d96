import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_PER_SLICE, nearTerms as nearTermsInSlices, splits } from './spelling-index.ts'

const terms = ['boot', 'camp', 'campaign', 'loafer', 'loose', 'shirt', 'short', 'sweatshirt', 'sweatshirts', 'watch']

function nearTerms(sorted: readonly string[], typed: string, most: number) {
  const work = nearTermsInSlices(sorted, typed, most)
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}
const near = (typed: string, most: number) => nearTerms(terms, typed, most).map(({ term }) => term)

describe('near terms', () => {
  it.each([
    ['a letter missing', 'wach', 'watch'],
    ['a letter too many', 'watcch', 'watch'],
    ['another letter', 'loffer', 'loafer'],
    ['two letters swapped', 'wacth', 'watch'],
  ])('are one slip away with %s', (_, typed, term) => {
    expect(near(typed, 1)).toEqual([term])
  })

  it('include prefixes, once for all terms with the same prefix', () => {
    expect(near('swetsh', 1.25)).toEqual(['sweatshirt'])
  })

  it('come in the order of their slips, the same first letter before others', () => {
    expect(nearTerms(['hoots', 'boot', 'boots'], 'boots', 2).map(({ term }) => term)).toEqual([
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
        const alone = sorted.flatMap(term => nearTerms([term], typed, 2))
        const together = nearTerms(sorted, typed, 2)

        const byTerm = (found: typeof alone) => found.toSorted((a, b) => (a.term < b.term ? -1 : 1))
        // Of the terms with nearly this prefix, only the first is answered.
        const isWhole = ({ term }: { term: string }) =>
          term.length <= typed.length || (typed.length < 5 && !term.startsWith(typed))
        expect(
          together.every(found => alone.some(({ term, cost }) => term === found.term && cost === found.cost)),
        ).toBe(true)
        expect(byTerm(together.filter(isWhole))).toEqual(byTerm(alone.filter(isWhole)))
      }),
    )
  })
})

describe('near terms among very many', () => {
  /** 60,000 terms of three letters out of eight and as many more: unlike real ones, and the slowest to compare. */
  const many = Array.from({ length: 60_000 }, (_, i) =>
    i
      .toString(8)
      .padStart(6, '0')
      .replaceAll(/./g, n => 'aeinorst'[+n] ?? ''),
  )
  const sorted = [...new Set(many)].sort()
  const typed = [
    ['a term', 'rastin'],
    ['a long term', 'notariseerastion'],
    ['100 letters', 'o'.repeat(100)],
  ] as const

  it.each(typed)('are compared with %s in slices', (_, typed) => {
    const slices = [...nearTermsInSlices(sorted, typed, 2)]

    expect(Math.max(...slices)).toBeLessThan(MOST_PER_SLICE + 20 + typed.length * (typed.length + 3))
  })

  it.each(typed)('are compared with %s few per slice, counted from outside', (_, typed) => {
    let reads = 0
    const watched = new Proxy(sorted, {
      get(terms, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++
        return Reflect.get(terms, key)
      },
    })
    const readsAfter: number[] = []

    for (const _ of nearTermsInSlices(watched, typed, 2)) readsAfter.push(reads)

    // One access for each compared term, and those of the binary search for the next term.
    const mostReads = (MOST_PER_SLICE / 20) * (2 + Math.ceil(Math.log2(sorted.length)))
    const ofEach = [...readsAfter, reads].map((sofar, i) => sofar - (readsAfter[i - 1] ?? 0))
    expect(ofEach.length).toBeGreaterThan(2)
    expect(Math.max(...ofEach)).toBeLessThan(mostReads)
  })
})

describe('a joined term', () => {
  it('is split where both parts exist', () => {
    expect(splits(terms, 'campshirt')).toEqual([['camp', 'shirt']])
    expect(splits(terms, 'campshorts')).toEqual([])
  })
})
