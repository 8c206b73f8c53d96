import { anAddress } from '../../../test/an-address.ts'
import { newId } from '../../platform/database/ids.ts'
import type { OpenPayment } from './gateway.ts'

export const usd = (cents: number) => ({ cents, currency: 'USD' })

/** A payment as the shop opens it; one of its names is longer than providers take. */
export function aPayment(given: Partial<OpenPayment> = {}): OpenPayment {
  return {
    orderRef: newId(),
    orderName: 'M-1001',
    attempt: { id: newId(), number: 1, at: new Date() },
    payBy: null,
    amount: usd(12_060),
    breakdown: { items: usd(3_407), shipping: usd(8_000), tax: usd(653), discount: usd(0) },
    lines: [
      { name: 'Kurta', options: 'Size M', sku: 'K-M', quantity: 3, unit: usd(1_035) },
      { name: 'A name that goes on '.repeat(20), options: '', sku: null, quantity: 1, unit: usd(302) },
    ],
    shipTo: anAddress(),
    billingCountry: 'IN',
    shopCountry: 'IN',
    brand: 'Mela',
    returnUrl: 'http://localhost:3000/account/pay/1',
    ...given,
  }
}

export const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    error => error,
  )
