import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { updateOrderStatus } from '../orders/move-order.ts'
import { pricedVariant } from '../orders/orders-fixtures.ts'
import { takeStock } from '../orders/place-order.ts'
import { newId } from '../platform/database/ids.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder } = buyersOf(shop)

describe('the database constraints alone', () => {
  const aPayment = (order_id: string, { id: user_id }: Person, transaction_id = newId()) =>
    shop.db
      .insertInto('payments')
      .values({
        ...{ id: newId(), user_id, order_id, status: 'completed', gateway: 'paypal', gateway_mode: 'test' },
        ...{ transaction_id, provider_order_id: newId(), update_time: new Date() },
        ...{ amount_cents: 19_800, currency: 'USD' },
      })
      .execute()

  it('B34 allow one counting payment per order', async () => {
    const { customer, order } = await anOpenOrder()
    await aPayment(order, customer)
    await expect(aPayment(order, customer)).rejects.toThrow('payments_one_per_order')
  })

  it('B34 allow each transaction once', async () => {
    const { customer, order } = await anOpenOrder()
    const other = await anOpenOrder()
    await aPayment(order, customer, 'ONE')

    await expect(aPayment(other.order, other.customer, 'ONE')).rejects.toThrow('payments_transaction_key')
  })

  it('B12 refuse stock below zero', async () => {
    const { id } = await shop.product({ stock: 1 })
    const sold = shop.db.updateTable('stock').set({ quantity: -1 }).where('product_id', '=', id).execute()
    await expect(sold).rejects.toThrow('stock_quantity_check')
  })

  it('B13 refuse a sale of units that were sold since the check', async () => {
    const { id } = await shop.product({ stock: 1 })
    const product = pricedVariant(id, { stock: 2 })
    const order = newId()
    const taken = shop.db.transaction().execute(db => takeStock(db, order, [{ product, quantity: 2 }]))
    await expect(taken).rejects.toThrow('This stock is not there.')
  })
})

describe('a locked order', () => {
  it('is not changed by another transaction before the lock ends', async () => {
    const { customer, order } = await anOpenOrder()

    const cancelled = await shop.db.transaction().execute(async db => {
      await updateOrderStatus(db, { id: order, status: 'pending' }, 'shipped')
      const cancelled = shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })
      await untilWaiting(shop.db, 1)
      return { cancelled }
    })

    expect(await cancelled.cancelled).toMatchObject({ status: 409 })
    expect((await shop.get(`/orders/current-user/${order}`, customer)).data.status).toBe('shipped')
  })
})
