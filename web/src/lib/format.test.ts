import { describe, expect, it } from 'vitest'
import { countLabel, formatDate } from './format.ts'

describe('texts of numbers and dates', () => {
  it('count in singular and plural', () => {
    expect(countLabel(1, 'item')).toBe('1 item')
    expect(countLabel(0, 'item')).toBe('0 items')
    expect(countLabel(1284, 'item')).toBe('1,284 items')
    expect(countLabel(2, 'category', 'categories')).toBe('2 categories')
    expect(countLabel(12_345, 'product')).toBe('12,345 products')
  })

  it('B131 follow the locale and the time zone', () => {
    expect(formatDate('2025-03-04T22:00:00.000Z', 'date', 'en-GB', 'UTC')).toBe('4 Mar 2025')
    expect(formatDate('2025-03-04T22:00:00.000Z', 'date', 'en-GB', 'Asia/Kolkata')).toBe('5 Mar 2025')
  })
})
