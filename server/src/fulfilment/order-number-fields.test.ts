import type { AuditEntry } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { disputesOf } from '../payments/disputes-fixtures.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'

const shop = startShop()
const { aDispute } = disputesOf(shop)

let admin: Person
let known: Awaited<ReturnType<typeof aDispute>>
const read = async (path: string) => (await shop.get(path, admin)).data

beforeAll(async () => {
  admin = await shop.admin()
  await shop.changeSettings({ orders: { numberPrefix: 'M-', firstNumber: 1001 } }, admin)
  known = await aDispute()
})

describe('the number of an order', () => {
  it('stands on its payment, its dispute and the movements of its stock', async () => {
    const { order, payment, dispute, product } = known

    expect(await read(`/payments/${payment}`)).toMatchObject({ order, orderNumber: 'M-1001' })
    expect(await read(`/disputes/${dispute._id}`)).toMatchObject({ order, orderNumber: 'M-1001' })
    expect((await read(`/orders/${order}`)).payments).toMatchObject([{ orderNumber: 'M-1001' }])
    expect(await read(`/products/${product}/stock-movements`)).toMatchObject([
      { reason: 'order', order, orderNumber: 'M-1001' },
      { reason: 'opening', order: null, orderNumber: null },
    ])
  })

  it('finds payments and disputes, in any case, and by no other number', async () => {
    const { payment, dispute } = known

    expect(await read('/payments?keyword=m-1001')).toMatchObject([{ _id: payment, orderNumber: 'M-1001' }])
    expect(await read('/payments/status/completed?keyword=M-1001')).toMatchObject([{ _id: payment }])
    expect(await read('/disputes?keyword=M-1001')).toMatchObject([{ _id: dispute._id, orderNumber: 'M-1001' }])
    for (const keyword of ['M-10010', 'M-01001', 'M-99999999999999999999']) {
      expect(await read(`/payments?keyword=${keyword}`), keyword).toEqual([])
    }
  })

  it('names the order, its payment and its dispute in the audit log, and finds them there', async () => {
    const { order, payment, dispute } = known
    await shop.post(`/orders/${order}/notes`, { text: 'Call first.' }, admin)
    await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)
    await recordAudit(shop.db, { actor: null, action: 'payment.refunded', subject: `payment:${payment}` })

    const entries: AuditEntry[] = await read('/audit?keyword=m-1001&size=100')

    expect(entries.map(({ subject, subjectName, orderNumber }) => [subject, subjectName, orderNumber])).toEqual([
      [`payment:${payment}`, 'Payment of order M-1001', 'M-1001'],
      [`dispute:${dispute._id}`, 'Dispute about order M-1001', 'M-1001'],
      [`order:${order}`, 'Order M-1001', 'M-1001'],
    ])
  })
})
