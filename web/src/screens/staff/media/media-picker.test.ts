import { describe, expect, it } from 'vitest'
import { choose } from './media-picker.tsx'

const [a, b, c] = ['a', 'b', 'c'].map(_id => ({ _id })) as [{ _id: string }, { _id: string }, { _id: string }]

describe('choosing pictures', () => {
  it('T245 replaces the one picture that a product is shown by', () => {
    expect(choose([], a, 1)).toEqual([a])
    expect(choose([a], b, 1)).toEqual([b])
    expect(choose([b], b, 1)).toEqual([])
  })

  it('T245 keeps any number for a gallery, in the order they were chosen', () => {
    const chosen = [a, b, c].reduce<{ _id: string }[]>((all, item) => choose(all, item, Number.POSITIVE_INFINITY), [])

    expect(chosen).toEqual([a, b, c])
    expect(choose(chosen, b, Number.POSITIVE_INFINITY)).toEqual([a, c])
  })
})
