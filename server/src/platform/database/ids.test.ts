import { describe, expect, it } from 'vitest'
import { newId } from './ids.ts'

describe('ids', () => {
  it('T273 are 24 hexadecimal characters, all different, in the order they were made', () => {
    const ids = Array.from({ length: 100_000 }, () => newId())

    expect(ids.every(id => /^[0-9a-f]{24}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual([...ids].sort())
  })
})
