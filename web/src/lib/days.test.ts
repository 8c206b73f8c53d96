import { describe, expect, it } from 'vitest'
import { dayIn, daysBefore, fullDayText, shopToday, timeZoneText } from './format.ts'

describe('a day of the shop’s calendar', () => {
  it('begins at the shop’s midnight, in any time zone of the browser', () => {
    expect(shopToday(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
    expect(shopToday(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
  })

  it.each([
    ['Asia/Kolkata', 'India Standard Time'],
    ['Europe/Berlin', 'Central European Time'],
    ['America/New_York', 'Eastern Time'],
    ['UTC', 'UTC'],
  ])('belongs to %s, called %s', (timeZone, name) => {
    expect(timeZoneText(timeZone)).toBe(name)
  })

  it('is counted back over months and years', () => {
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
    expect(daysBefore('2026-01-05', 29)).toBe('2025-12-07')
  })

  it('has a readable text', () => {
    expect(fullDayText('2026-11-21', 'en-GB')).toBe('21 Nov 2026')
  })

  it('is ignored in an address when the calendar does not have it, as by the server', () => {
    const dayOf = (text: string) => dayIn(new URLSearchParams({ from: text }), 'from')

    expect(dayOf('2028-02-29')).toBe('2028-02-29')
    for (const text of ['2026-02-31', '2026-13-01', 'yesterday', '2026-11-21T00:00', ''])
      expect(dayOf(text)).toBeUndefined()
  })
})
