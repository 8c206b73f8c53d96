import { describe, expect, it } from 'vitest'
import { keptParams, listAddress } from './list-address.ts'

const from = (search: string) => listAddress(new URLSearchParams(search))

describe('the address of a list', () => {
  it('is page 1 of 8 unless it says otherwise', () => {
    expect(from('')).toEqual({ page: 1, size: 8 })
    expect(from('page=3&size=20')).toEqual({ page: 3, size: 20 })
    expect(listAddress(new URLSearchParams('page=2'), 50)).toEqual({ page: 2, size: 50 })
  })

  it.each(['0', '-1', '1.5', 'abc', '', '1e99'])('takes the default for %s (B94, B95)', text => {
    expect(from(`page=${text}&size=${text}`)).toEqual({ page: 1, size: 8 })
  })

  it('keeps the keyword while paging, and nothing that lists do not know (T056)', () => {
    expect(keptParams(new URLSearchParams('utm=x&page=3&keyword=a%26b')).toString()).toBe('keyword=a%26b')
  })
})
