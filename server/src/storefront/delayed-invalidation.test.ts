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

it('drops the ratings of a single review at once', () => {
  review('a')

  expect(dropped).toEqual([['reviews:a'], ['rating:a', 'ratings']])
})

it('drops ratings that change all the time every five seconds, and the page of the product each time', () => {
  for (let n = 0; n < 50; n++) {
    review('a')
    vi.advanceTimersByTime(200)
  }

  expect(dropped.filter(([tag]) => tag === 'reviews:a')).toHaveLength(50)
  expect(dropped.filter(([tag]) => tag === 'rating:a')).toHaveLength(3)
})

it("drops the pages with a reviewer's name every five seconds, when it changes all the time", () => {
  for (let n = 0; n < 50; n++) {
    drops.listen(['reviewers:a'])
    vi.advanceTimersByTime(200)
  }

  expect(dropped).toHaveLength(3)
})

it('drops what waits after five seconds, also when no further change follows', () => {
  review('a')
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
