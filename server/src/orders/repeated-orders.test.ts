import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { cleanUp } from '../operate/open-work.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { anOrder, ordersOf, stockOf } = shoppersOf(shop)

describe('POST /orders with an idempotency key', () => {
  const place = (customer: Person, key: string, body: unknown) =>
    shop.post('/orders', body, customer, { 'idempotency-key': key })

  it('B21 places one order for parallel and later repeats', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    const body = anOrder([{ product: id, quantity: 1 }])

    const answers = await Promise.all([place(customer, 'one', body), place(customer, 'one', body)])
    answers.push(await place(customer, 'one', body))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(await ordersOf(customer)).toHaveLength(1)
    expect(await stockOf(id)).toBe(19)
  })

  it('B21 refuses the key for another body, and releases it after a refusal', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product({ stock: 2 })
    const body = (quantity: number) => anOrder([{ product: id, quantity }])

    const tooMuch = await place(customer, 'two', body(3))
    const enough = await place(customer, 'two', body(2))
    const other = await place(customer, 'two', body(1))

    expect([tooMuch.status, enough.status, other.status]).toEqual([409, 201, 409])
    expect(other.data).toBeUndefined()
  })

  it('B21 keeps the keys of two customers apart, and expires them after a day', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const body = anOrder([{ product: (await shop.product()).id, quantity: 1 }])

    const [hers, his] = [await place(asha, 'three', body), await place(ravi, 'three', body)]
    await shop.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3600_000) })
      .where('user_id', '=', asha.id)
      .execute()
    const nextDay = await place(asha, 'three', body)

    expect(new Set([hers, his, nextDay].map(({ data }) => data._id)).size).toBe(3)
  })

  it('B21 deletes the keys of yesterday every night, and no others', async () => {
    const customer = await shop.customer()
    const body = anOrder([{ product: (await shop.product()).id, quantity: 1 }])
    for (const key of ['old', 'new']) await place(customer, key, body)
    const keys = () => shop.db.selectFrom('idempotency_keys').select('key').where('user_id', '=', customer.id).execute()
    const old = shop.db.updateTable('idempotency_keys').set({ created_at: new Date(Date.now() - 26 * 3600_000) })
    await old.where('user_id', '=', customer.id).where('key', '=', 'old').execute()

    await cleanUp(shop.db)

    expect(await keys()).toEqual([{ key: 'new' }])
    expect(await ordersOf(customer)).toHaveLength(2)
  })
})
