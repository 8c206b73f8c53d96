import { describe, expect, it } from 'vitest'
import { daysBefore, shopToday } from './days.ts'
import { countLabel, formatDate } from './format.ts'
import { dayIn } from './list-params.ts'
import { plainAmount, timeZoneText, withDecimalPoint } from './staff-format.ts'

describe('texts of numbers and dates', () => {
  it('count in singular and plural', () => {
    expect(countLabel(1, 'item')).toBe('1 item')
    expect(countLabel(0, 'item')).toBe('0 items')
    expect(countLabel(2, 'category', 'categories')).toBe('2 categories')
    expect(countLabel(12_345, 'product')).toBe('12,345 products')
  })

  it('B131 follow the locale and the time zone', () => {
    expect(formatDate('2025-03-04T22:00:00.000Z', 'date', 'en-GB', 'UTC')).toBe('4 Mar 2025')
    expect(formatDate('2025-03-04T22:00:00.000Z', 'date', 'en-GB', 'Asia/Kolkata')).toBe('5 Mar 2025')
  })
})

describe('a day of the shop’s calendar', () => {
  it('begins at the shop’s midnight, in any time zone of the browser', () => {
    expect(shopToday(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
    expect(shopToday(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
  })

  it('belongs to a time zone with a readable name', () => {
    expect(timeZoneText('Europe/Berlin')).toBe('Central European Time')
  })

  it('is counted back over months and years', () => {
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
    expect(daysBefore('2026-01-05', 29)).toBe('2025-12-07')
  })

  it('is ignored in an address when the calendar does not have it, as by the server', () => {
    const dayOf = (text: string) => dayIn(new URLSearchParams({ from: text }), 'from')

    expect(dayOf('2028-02-29')).toBe('2028-02-29')
    for (const text of ['2026-02-31', '2026-13-01', 'yesterday', '2026-11-21T00:00', ''])
      expect(dayOf(text)).toBeUndefined()
  })
})

it.each([
  ['1,250.50', '1250.50'],
  [' 1,000 ', '1000'],
  ['1,00,000', '100000'],
  ['1250.50', '1250.50'],
  ['1,5', '1.5'],
  ['19,99', '19.99'],
  ['0,990', '0.990'],
  ['1.250,50', '1250.50'],
  ['12,34.5', '12,34.5'],
  ['', ''],
])('reads %j as %j', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain)
})

it.each([
  ['4,90', '4.90'],
  ['0,500', '0.500'],
  ['2,500', '2,500'],
  ['Express', 'Express'],
])('reads %j of a setting as %j, where thousands are written without a comma', (typed, value) => {
  expect(withDecimalPoint(typed)).toBe(value)
})
