import { describe, expect, it } from 'vitest'
import { anAddress } from '../../../../test/an-address.ts'
import { aPayment, usd } from '../gateway-fixtures.ts'
import { amountOf, orderRequest, snapshotOf } from './paypal-orders.ts'

it.each([
  ['JPY', 1234, '1234'],
  ['USD', 1205, '12.05'],
  ['KWD', 1205, '1.205'],
])('%s has the decimals of its currency in a request and in an answer', (currency, cents, value) => {
  expect(amountOf({ cents, currency })).toEqual({ currencyCode: currency, value })

  const capture = { id: 'CAPTURE', amount: { currencyCode: currency, value } }
  const snapshot = snapshotOf({ id: 'ORDER', purchaseUnits: [{ payments: { captures: [capture] } }] })
  expect(snapshot.charge?.amount).toEqual({ cents, currency })
})

it('a delivery has the code that PayPal gives a country, which for China is its own', () => {
  const shipTo = { ...anAddress(), postal: { country: 'CN', format: '%A%n%C' } }

  expect(orderRequest(aPayment({ shipTo })).purchaseUnits[0]?.shipping?.address?.countryCode).toBe('C2')
})

describe('an item of an order at PayPal', () => {
  const unitOf = (id: string) => requestOf({ name: 'Kurta', options: '', sku: null }, id).purchaseUnits[0]
  const itemOf = (line: Parameters<typeof requestOf>[0]) => requestOf(line).purchaseUnits[0]?.items?.[0]

  function requestOf(line: { name: string; options: string; sku: string | null }, id = 'ATTEMPT') {
    const attempt = { id, number: 1, at: new Date() }
    return orderRequest(aPayment({ orderRef: 'ORDER', attempt, lines: [{ ...line, quantity: 1, unit: usd(100) }] }))
  }

  it('belongs to an order under the number that the shop shows, unique for each attempt', () => {
    const [first, second] = ['0123456789ab0000aaaaaaaa', '0123456789ab0000bbbbbbbb'].map(id => unitOf(id))

    expect(first).toMatchObject({ description: 'Mela order M-1001', invoiceId: 'M-1001-1-aaaaaaaa', customId: 'ORDER' })
    expect(second?.invoiceId).not.toBe(first?.invoiceId)
  })

  it('names the options and the SKU that it has', () => {
    expect(itemOf({ name: 'Linen shirt', options: 'Size M · Indigo', sku: 'LS-M' })).toMatchObject({
      name: 'Linen shirt, Size M · Indigo',
      sku: 'LS-M',
    })
    const plain = itemOf({ name: 'Linen shirt', options: '', sku: null })
    expect(plain?.name).toBe('Linen shirt')
    expect(plain).not.toHaveProperty('sku')
  })

  it('keeps the options of a long name within the 127 characters that PayPal takes', () => {
    const { name = '' } = itemOf({ name: 'Linen '.repeat(30), options: 'Size M · Indigo', sku: null }) ?? {}

    expect(name).toHaveLength(127)
    expect(name.endsWith(', Size M · Indigo')).toBe(true)
  })
})
