import type { Order } from '@mela/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { recordReversal } from '../payments/apply-refund.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { examine } from './checks.ts'
import { commandsOf } from './operate-fixtures.ts'

const shop = startShop()
const { run } = commandsOf(shop)
const { aPaidOrder, anOpenOrder, orderOf, pay } = buyersOf(shop)

type Paid = Awaited<ReturnType<typeof aPaidOrder>>

/** Deletes all invoices, as if the payments so far were from before invoices existed. */
const forgetInvoices = () => sql`with gone as (delete from invoices) delete from invoice_counters`.execute(shop.db)
const invoicesOf = async ({ customer, order }: Pick<Paid, 'customer' | 'order'>) =>
  ((await orderOf(customer, order)) as Order).invoices.map(({ kind, number, amount }) => [
    kind,
    number.replace(/\d{4}-/, ''),
    amount,
  ])
const complaints = async () =>
  (await examine(shop.db))
    .flatMap(({ isFine, lines }) => (isFine ? [] : lines))
    .filter(line => line.startsWith('Invoices'))

beforeEach(() => sql`truncate orders, invoice_counters cascade`.execute(shop.db))

describe('npm run admin -- invoices', () => {
  it('issues what payments lack in the order of payment, with the credit notes of refunds and chargebacks, once', async () => {
    const [first, second, third] = [await aPaidOrder(), await aPaidOrder(), await aPaidOrder()]
    const refused = await anOpenOrder()
    await pay(refused.customer, refused.order, 'refuse')
    const admin = await shop.admin()
    for (const amount of [10, 20]) await shop.post(`/payments/${first.payment}/refunds`, { amount }, admin)
    await recordReversal(shop.db, { id: second.payment, order_id: second.order })
    await forgetInvoices()

    const [once, again] = [await run('admin', ['invoices']), await run('admin', ['invoices'])]

    expect(once).toEqual({ code: 0, out: 'Payments that have an invoice now: 3.\n', err: '' })
    expect(again).toEqual({ code: 0, out: 'Every payment has its invoice.\n', err: '' })
    expect(await invoicesOf(first)).toEqual([
      ['invoice', 'TEST-0001', 198],
      ['credit-note', 'TEST-C0001', 10],
      ['credit-note', 'TEST-C0002', 20],
    ])
    expect(await invoicesOf(second)).toEqual([
      ['invoice', 'TEST-0002', 198],
      ['credit-note', 'TEST-C0003', 198],
    ])
    expect(await invoicesOf(third)).toEqual([['invoice', 'TEST-0003', 198]])
    expect(await invoicesOf(refused)).toEqual([])
    expect(await complaints()).toEqual([])
  })
})
