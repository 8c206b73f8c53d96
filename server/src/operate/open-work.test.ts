import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { connect } from '../platform/database/database.ts'
import { openWork } from './open-work.ts'

const shop = startShop({ ORDER_TTL_SECONDS: '1' })
const { buy, stockOf } = shoppersOf(shop)

async function anInstance() {
  const connection = connect(shop.databaseUrl)
  const work = await openWork(connection, shop.gateways, shop.app)
  return async () => {
    await work.close()
    await connection.close()
  }
}

it('B20 a limit of a second returns the stock of unpaid orders within seconds, though no request reads them', async () => {
  const close = [await anInstance(), await anInstance()]
  const customer = await shop.customer()
  const { id: product } = await shop.product({ stock: 3 })

  // The second one is left to a later round.
  for (const _ of ['first', 'second']) {
    const { data } = await buy(customer, [{ product, quantity: 2 }])
    await vi.waitFor(async () => expect(await stockOf(product)).toBe(3), { timeout: 10_000 })
    const order = shop.db.selectFrom('orders').select('status').where('id', '=', data._id)
    expect(await order.executeTakeFirstOrThrow()).toEqual({ status: 'cancelled' })
  }
  const { rows } = await sql`select from pgboss.job where name = 'expiring' and state = 'created'`.execute(shop.db)
  expect(rows.length).toBeLessThan(2)
  for (const end of close) await end()
})
