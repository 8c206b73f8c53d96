import type { Product } from '@mela/contract'
import { cleanup, render, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { useRecentlyViewed } from '../../../shared/catalog/recently-viewed.store.ts'
import { useRecordView } from './product-page.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  leaveShop()
  vi.useRealTimers()
})

function Page({ product }: { product: Product }) {
  useRecordView(product)
  return null
}

const numbered = (number: number): Product => ({ ...kurtaInFull, _id: String(number).padStart(24, '0') })

function view(product: Product, milliseconds = 1000) {
  render(<Page product={product} />)
  vi.advanceTimersByTime(milliseconds)
  cleanup()
}

const stored = () => JSON.parse(localStorage.getItem('mela.recently-viewed') ?? '[]')
const ids = () => stored().map(({ _id }: Product) => Number(_id))

describe('recently viewed', () => {
  it('records a product after a second; leaving earlier does not count (T046)', () => {
    view(numbered(1), 999)
    vi.advanceTimersByTime(5000)
    expect(ids()).toEqual([])

    view(numbered(1), 1000)
    expect(ids()).toEqual([1])
  })

  it.each([
    ['has the newest first and nothing twice', [1, 2, 1], [1, 2]],
    ['holds eight at most', [1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2]],
  ])('%s (T047, B105)', (_, viewed, kept) => {
    for (const number of viewed) view(numbered(number))

    expect(ids()).toEqual(kept)
  })

  it('is kept in local storage with reviews, description and category (T048, T049)', () => {
    view(kurtaInFull)

    expect(stored()).toMatchObject([
      { name: kurtaInFull.name, description: kurtaInFull.description, category: { name: 'Kurtas' }, reviews: [] },
    ])
  })

  it('leaves products out that cannot be bought', () => {
    view({ ...kurtaInFull, isActive: false })

    expect(ids()).toEqual([])
  })

  it('survives broken storage', () => {
    localStorage.setItem('mela.recently-viewed', '[1, null, {"_id": "2"}]')

    expect(renderHook(useRecentlyViewed).result.current).toEqual([])
  })
})
