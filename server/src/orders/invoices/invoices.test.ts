import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { startMailServer } from '../../messages/notifications-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { findInvoice, type InvoiceDocument, invoiceDocument } from './invoice-document.ts'
import { issueInvoice } from './issue-invoice.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aPaidOrder, anOrder, orderOf, pay } = buyersOf(shop)

async function change(settings: object) {
  expect(await shop.changeSettings(settings)).toMatchObject({ status: 200 })
}

const positionsOf = async (kind: 'invoice' | 'credit-note') => {
  const rows = await shop.db
    .selectFrom('invoices')
    .select('position')
    .where('kind', '=', kind)
    .where('is_test', '=', true)
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => position)
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** By staff, in the currency of the order. */
const refund = async (payment: string, amount: number) => {
  const answer = await shop.post(`/payments/${payment}/refunds`, { amount }, await shop.admin())
  expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
}

/** A customer whose address is confirmed, so that emails about orders come. */
async function aReader() {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await shop.user({ email, email_confirmed_at: new Date() })
  return { ...(await shop.signIn(id)), email }
}

/** The document as it would be printed. */
async function documentOf({ _id }: { _id: string }, customer: Person, order: string): Promise<InvoiceDocument> {
  const row = await findInvoice(shop.db, _id)
  if (!row) throw new Error('There is no such invoice.')
  return invoiceDocument(row, await orderOf(customer, order))
}

describe('a paid order', () => {
  it('has an invoice with the next number of the year, marked as a test', async () => {
    const { customer, order } = await aPaidOrder()
    const second = await aPaidOrder()

    const [invoice] = (await orderOf(customer, order)).invoices
    const [next] = (await orderOf(second.customer, second.order)).invoices
    expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^TEST-\d{4}-\d{4}$/) })
    expect(Number(next.number.slice(-4))).toBe(Number(invoice.number.slice(-4)) + 1)
  })

  it('gives its PDF to its customer and to staff, and to no other', async () => {
    const { customer, order } = await aPaidOrder()
    const [invoice] = (await orderOf(customer, order)).invoices
    const read = (as?: Person) => shop.call('GET', `/invoices/${invoice._id}`, as ? { as } : {})

    const answer = await read(customer)

    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="invoice-${invoice.number}.pdf"`)
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
    expect(await read(await shop.admin())).toMatchObject({ status: 200 })
    expect(await read(await shop.customer())).toMatchObject({ status: 404, message: 'Invoice not found.' })
    expect(await read()).toMatchObject({ status: 401 })
  })
})

describe('the numbers of a series', () => {
  it('have no gap, and none twice, when orders are paid at once and a payment fails', async () => {
    const { payment } = await aPaidOrder()
    const row = await shop.db.selectFrom('payments').selectAll().where('id', '=', payment).executeTakeFirstOrThrow()
    await shop.db.deleteFrom('invoices').where('payment_id', '=', payment).execute()
    await shop.db
      .updateTable('invoice_counters')
      .set(({ eb }) => ({ last: eb('last', '-', 1) }))
      .execute()
    const failed = shop.db.transaction().execute(async db => {
      await issueInvoice(db, row)
      throw new Error('The payment fails.')
    })

    const ends = await Promise.allSettled([failed, ...Array.from({ length: 20 }, () => aPaidOrder())])

    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const positions = await positionsOf('invoice')
    expect(positions).toEqual(upTo(positions.length))
  })

  it('begin again with the year of the shop’s time zone, and go on when the prefix changes', async () => {
    const { payment } = await aPaidOrder()
    const row = await shop.db.selectFrom('payments').selectAll().where('id', '=', payment).executeTakeFirstOrThrow()
    const live = { ...row, gateway_mode: 'live' as const }
    const numberAt = (at: string) =>
      shop.db.transaction().execute(async db => {
        await db.deleteFrom('invoices').where('payment_id', '=', payment).execute()
        await issueInvoice(db, live, new Date(at))
        const invoices = db.selectFrom('invoices').select('number').where('payment_id', '=', payment)
        return (await invoices.executeTakeFirstOrThrow()).number
      })

    // Midnight in India is half past six in the evening before.
    expect(await numberAt('2030-12-31T18:29:00Z')).toBe('2030-0001')
    expect(await numberAt('2030-12-31T18:31:00Z')).toBe('2031-0001')
    await change({ orders: { invoicePrefix: 'R-' } })
    expect(await numberAt('2031-06-01T12:00:00Z')).toBe('R-2031-0002')
    await change({ orders: { invoicePrefix: null } })
  })
})

describe('a refund', () => {
  it('has a credit note for each part, which credit the tax of the invoice to the cent', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const { totalAmount } = await orderOf(customer, order)
    for (const part of [0.01, 33.33, 66.67]) await refund(payment, part)
    await refund(payment, Math.round((totalAmount - 100.01) * 100) / 100)

    const { invoices } = await orderOf(customer, order)

    const [invoice, ...notes] = await Promise.all(
      invoices.map((issued: { _id: string }) => documentOf(issued, customer, order)),
    )
    expect(notes).toHaveLength(4)
    for (const note of notes) expect(note.facts).toContainEqual(['Corrects invoice', invoice.number])
    const cents = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)
    const sums = (documents: InvoiceDocument[], column: 'net' | 'tax' | 'gross') =>
      documents.flatMap(({ taxes }) => taxes.map(row => cents(row[column]))).reduce((sum, each) => sum + each, 0)
    for (const column of ['net', 'tax', 'gross'] as const) {
      expect(sums(notes, column), column).toBe(sums([invoice], column))
    }
    expect(await positionsOf('credit-note')).toEqual(upTo((await positionsOf('credit-note')).length))
  })
})

describe('an issued invoice', () => {
  it('keeps the seller of its time', async () => {
    await change({ shop: { name: 'Kaffee & Kuchen', taxNumber: 'DE123456789', registration: 'Amtsgericht: HRB 1' } })
    const { customer, order } = await aPaidOrder()
    const [invoice] = (await orderOf(customer, order)).invoices
    const { facts } = await documentOf(invoice, customer, order)
    await change({ shop: { name: 'Tee & Torte', taxNumber: null, timeZone: 'Pacific/Kiritimati' } })
    const inLine = await documentOf(invoice, customer, order)
    await change({ shop: { timeZone: 'Pacific/Pago_Pago' } })

    // A day lies between the two zones.
    expect(inLine.facts).toEqual(facts)

    const { seller } = await documentOf(invoice, customer, order)
    expect(seller).toEqual(expect.arrayContaining(['Kaffee & Kuchen', 'Amtsgericht: HRB 1', 'Tax number: DE123456789']))
    await change({ shop: { registration: null } })
  })

  it('comes with the email about the payment once the owner wants that', async () => {
    const { email, ...customer } = await aReader()
    await change({ orders: { attachInvoices: true } })

    await pay(customer, await anOrder(customer))

    await office.allSent()
    const attached = office.emailsTo(email).flatMap(({ attachments }) => attachments)
    expect(attached).toMatchObject([{ mimeType: 'application/pdf', filename: expect.stringMatching(/^invoice-TEST-/) }])
    expect(
      Buffer.from(attached[0]?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await change({ orders: { attachInvoices: false } })
  })
})
