import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, formatPrice, toCents, toMinor } from './money.ts'

/** Rounds half up on the digits of a decimal text, without floating point. */
function exactCents(written: string): bigint {
  const [whole = '0', fraction = ''] = written.split('.')
  const scale = 10n ** BigInt(fraction.length)
  return (BigInt(whole + fraction) * 200n + scale) / (2n * scale)
}

describe('toCents', () => {
  it.each([
    [1.005, 101],
    [1.004999, 100],
    [0.285, 29],
    [8.345, 835],
    [199.999, 20_000],
    [0.1 + 0.2, 30],
    [4.35, 435],
    [1e-7, 0],
    [10_000_000, 1_000_000_000],
    [0, 0],
  ])('T107 takes %s for %s cents', (amount, cents) => {
    expect(toCents(amount)).toBe(cents)
  })

  it('rounds as exact decimal arithmetic does at half a cent and right beside it', () => {
    const nearHalf = fc
      .tuple(fc.nat({ max: 1_000_000_000 }), fc.constantFrom('5', '49999', '50001', '4999', '5001'))
      .map(([cents, rest]) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${rest}`)

    fc.assert(
      fc.property(nearHalf, written => {
        expect(BigInt(toCents(Number(written)))).toBe(exactCents(written))
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('the minor unit of a currency', () => {
  it('has the decimals of ISO 4217, also where Intl has others', () => {
    // Currencies that the data of Intl lists with other decimals: without them in practice, or no longer in ISO 4217.
    const disputed = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS STN SYP TWD TZS YER'.split(' ')
    const current = Intl.supportedValuesOf('currency').filter(code => !disputed.includes(code))

    expect(current.length).toBeGreaterThan(100)
    for (const currency of current) {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      expect([currency, decimalsOf(currency)]).toEqual([currency, maximumFractionDigits])
    }
    expect(['IQD', 'HUF', 'LBP'].map(decimalsOf)).toEqual([3, 2, 2])
  })

  it.each([
    ['JPY', 1234.5, 1235],
    ['JPY', 1234, 1234],
    ['EUR', 1.005, 101],
    ['KWD', 1.2345, 1235],
    ['KWD', 1.005, 1005],
    ['JPY', 1e-7, 0],
  ])('of %s counts %s as %s', (currency, amount, minor) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })
})

describe('formatPrice', () => {
  it.each([
    [999.99, '$999.99'],
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [0.05, '$0.05'],
    [1.005, '$1.01'],
    [1_000_000, '$1,000,000.00'],
  ])('T108 writes %s as %s', (amount, text) => {
    expect(formatPrice(amount, 'USD')).toBe(text)
  })

  it.each([
    ['EUR', '€1,234.50'],
    ['CAD', 'CA$1,234.50'],
    ['CHF', 'CHF\u00a01,234.50'],
  ])('writes %s as %s', (currency, text) => {
    expect(formatPrice(1234.5, currency)).toBe(text)
  })
})
