import { fromCents, orderName, type PayLater, type Settings } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { readSettings } from '../../shop/settings.ts'

type PaymentSettings = Settings['payments']

interface Due {
  _id: string
  number: string | null
  way: PayLater['way']
  isTest: boolean
  cents: number
  receivedCents: number
  currency: string
  until: Date | null
}

/** How an order is to be paid that was confirmed before its payment, by the present settings. */
export async function showPayLater(
  db: Database,
  { way, isTest, cents, receivedCents, until, ...order }: Due,
): Promise<PayLater> {
  const { payments, shop } = await readSettings(db)
  const reference = orderName(order)
  const due = cents - receivedCents
  const amounts = { due: fromCents(due), received: fromCents(receivedCents), until: until?.toISOString() ?? null }
  if (way !== 'transfer') return { way, isTest, ...amounts, reference, rows: [], qr: null }
  const rows = bankRows(payments, { reference, currency: order.currency }).map(([label, value]) => ({ label, value }))
  const qr = qrOf({ ...payments, accountHolder: payments.accountHolder ?? shop.name }, { ...order, reference, due })
  return { way, isTest, ...amounts, reference, rows, qr: isTest ? null : qr }
}

export function bankRows(
  payments: PaymentSettings,
  { reference, currency }: { reference: string; currency: string },
): [label: string, value: string][] {
  const { accountHolder, bankName, iban, bic, accountNumber, ifsc, upiId } = payments
  const rows = {
    'Account holder': accountHolder,
    Bank: bankName,
    IBAN: iban?.replace(/.{4}(?=.)/g, '$& '),
    BIC: bic,
    'Account number': accountNumber,
    'IFSC code': ifsc,
    'UPI ID': currency === 'INR' && upiId,
    Reference: reference,
  }
  return Object.entries(rows).flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

type Payee = Pick<PaymentSettings, 'iban' | 'bic' | 'upiId'> & { accountHolder: string }

/** The text of a QR code: banking apps read EPC069-12 in euros, UPI apps a link in rupees. */
export function qrOf(payee: Payee, to: { reference: string; due: number; currency: string }): PayLater['qr'] {
  const amount = fromCents(to.due).toFixed(2)
  if (to.currency === 'EUR' && payee.iban !== null) {
    const head = ['BCD', '002', '1', 'SCT', payee.bic ?? '', payee.accountHolder, payee.iban, `EUR${amount}`]
    return { app: 'bank', text: [...head, '', '', `Order ${to.reference}`].join('\n') }
  }
  if (to.currency === 'INR' && payee.upiId !== null) {
    const query = { pa: payee.upiId, pn: payee.accountHolder, am: amount, cu: 'INR', tn: `Order ${to.reference}` }
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return { app: 'upi', text: `upi://pay?${pairs.join('&')}` }
  }
  return null
}
