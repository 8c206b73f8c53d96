import { describe, expect, it } from 'vitest'
import { qrOf } from './bank-details.ts'

const payee = { accountHolder: 'Mela GmbH', iban: 'DE89370400440532013000', bic: null, upiId: 'mela@okbank' }

describe('the QR code of a transfer', () => {
  it('is EPC069-12 in euros', () => {
    const qr = qrOf(payee, { reference: 'M-1001', due: 14_372, currency: 'EUR' })

    const lines = [
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Mela GmbH',
      'DE89370400440532013000',
      'EUR143.72',
      '',
      '',
      'Order M-1001',
    ]
    expect(qr).toEqual({ app: 'bank', text: lines.join('\n') })
  })

  it('is a link of UPI in rupees', () => {
    const qr = qrOf(payee, { reference: 'M-1001', due: 100_000, currency: 'INR' })

    const text = 'upi://pay?pa=mela%40okbank&pn=Mela%20GmbH&am=1000.00&cu=INR&tn=Order%20M-1001'
    expect(qr).toEqual({ app: 'upi', text })
  })

  it('is none where no app reads one', () => {
    expect(qrOf(payee, { reference: '1', due: 100, currency: 'USD' })).toBeNull()
    expect(qrOf({ ...payee, iban: null }, { reference: '1', due: 100, currency: 'EUR' })).toBeNull()
  })
})
