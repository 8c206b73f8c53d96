import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateDrops } from './pages.ts'

const dropped: string[][] = []
let drops: ReturnType<typeof lateDrops>

beforeEach(() => {
  vi.useFakeTimers()
  dropped.length = 0
  drops = lateDrops(tags => dropped.push([...tags]))
})
afterEach(() => {
  drops.close()
  vi.useRealTimers()
})

const review = (product: string) => drops.listen([`reviews:${product}`, `rating:${product}`, 'ratings'])

it('drops ratings and names of reviewers that change all the time every five seconds, and the page of the product each time', () => {
  for (let n = 0; n < 50; n++) {
    drops.listen(['reviews:a', 'rating:a', 'reviewers:a'])
    vi.advanceTimersByTime(200)
  }

  expect(dropped.filter(([tag]) => tag === 'reviews:a')).toHaveLength(50)
  for (const delayed of ['rating:a', 'reviewers:a'])
    expect(dropped.flat().filter(tag => tag === delayed)).toHaveLength(3)
})

it('drops what waits after five seconds, also when no further change follows', () => {
  review('a')
  expect(dropped).toEqual([['reviews:a'], ['rating:a', 'ratings']])
  review('b')
  review('c')
  expect(dropped.flat()).not.toContain('rating:c')

  vi.advanceTimersByTime(5000)
  expect(dropped.at(-1)).toEqual(['rating:b', 'ratings', 'rating:c'])

  vi.advanceTimersByTime(60_000)
  expect(dropped.flat().filter(tag => tag === 'rating:c')).toHaveLength(1)
})

it('drops other tags at once, and everything after a gap', () => {
  review('a')
  drops.listen(['catalog', 'product:a'])
  drops.listen(['*'])

  expect(dropped.slice(-2)).toEqual([['catalog', 'product:a'], ['*']])
})
