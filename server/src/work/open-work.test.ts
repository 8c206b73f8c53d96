import { expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { connect } from '../database/database.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { openWork } from './open-work.ts'

const shop = startShop({ ORDER_TTL_SECONDS: '1' })
const { buy, stockOf } = shoppersOf(shop)

it('B20 a limit of a second returns the stock of an unpaid order within seconds, though no request reads it', async () => {
  const connection = connect(shop.databaseUrl)
  const work = await openWork(connection, shop.gateways, shop.app)
  const { id: product } = await shop.product({ stock: 3 })

  const { data } = await buy(await shop.customer(), [{ product, quantity: 2 }])

  await vi.waitFor(async () => expect(await stockOf(product)).toBe(3), { timeout: 10_000 })
  const order = shop.db.selectFrom('orders').select('status').where('id', '=', data._id)
  expect(await order.executeTakeFirstOrThrow()).toEqual({ status: 'cancelled' })
  await work.close()
  await connection.close()
})
