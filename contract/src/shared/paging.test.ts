import { describe, expect, it } from 'vitest'
import { listQuery, pageMeta } from './paging.ts'

describe('listQuery', () => {
  const shoppers = listQuery()
  const staff = listQuery({ cap: 1000 })

  it('T256 starts at page 1 with 8 items and no keyword', () => {
    expect(shoppers.parse({})).toEqual({ page: 1, size: 8, keyword: '' })
    expect(listQuery({ size: 100 }).parse({})).toMatchObject({ size: 100 })
  })

  it.each(['0', '-1', 'abc', '', '1.5', 'NaN', 'Infinity', '1e400', ['1', '2'], undefined])(
    'takes the defaults for %j, which is no positive whole number',
    value => {
      expect(shoppers.parse({ page: value, size: value })).toMatchObject({ page: 1, size: 8 })
    },
  )

  it.each([
    { size: '20', shopper: 20, admin: 20 },
    { size: '13', shopper: 13, admin: 13 },
    { size: '100', shopper: 100, admin: 100 },
    { size: '101', shopper: 100, admin: 101 },
    { size: '5000', shopper: 100, admin: 1000 },
  ])('gives $shopper or, to staff, $admin of $size', ({ size, shopper, admin }) => {
    expect(shoppers.parse({ size }).size).toBe(shopper)
    expect(staff.parse({ size }).size).toBe(admin)
  })

  it('trims the keyword, cuts it at 100 characters and leaves its meaning alone', () => {
    expect(shoppers.parse({ keyword: '  red shoes ' }).keyword).toBe('red shoes')
    expect(shoppers.parse({ keyword: 'x'.repeat(101) }).keyword).toBe('x'.repeat(100))
    expect(shoppers.parse({ keyword: '(.*%_\\' }).keyword).toBe('(.*%_\\')
    expect(shoppers.parse({ keyword: 'a\0b' }).keyword).toBe('ab')
  })
})

describe('pageMeta', () => {
  it.each([
    { total: 0, size: 8, pageCount: 1 },
    { total: 1, size: 8, pageCount: 1 },
    { total: 8, size: 8, pageCount: 1 },
    { total: 9, size: 8, pageCount: 2 },
    { total: 1000, size: 1000, pageCount: 1 },
    { total: 1001, size: 1000, pageCount: 2 },
  ])('T272 B96 puts $total items on $pageCount pages of $size', ({ total, size, pageCount }) => {
    expect(pageMeta({ page: 3, size }, total)).toEqual({ page: 3, size, pageCount, total })
  })
})
