import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { staffOf } from '../../catalog/products-fixtures.ts'
import { shoppersOf } from '../../orders/orders-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'

const shop = startShop()
const { aProduct, auditEventsOn } = staffOf(shop)
const { buy, stockOf } = shoppersOf(shop)
const { anOpenOrder } = buyersOf(shop)

const admin = shop.anAdmin()

const post = (path: string, body: unknown, as: Person, key: string) =>
  shop.post(path, body, as, { 'idempotency-key': key })

describe('a call that is repeated because its answer was lost', () => {
  it('creates one product, with its stock once, for parallel and later repeats of a key', async () => {
    const input = await aProduct({ stock: 7 })

    const parallel = await Promise.all([1, 2].map(() => post('/products', input, admin, 'product')))
    const answers = [...parallel, await post('/products', input, admin, 'product')]

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const [id, ...others] = new Set(answers.map(({ data }) => data._id))
    expect(others).toEqual([])
    expect(await stockOf(id)).toBe(7)
    expect(await auditEventsOn(`product:${id}`)).toHaveLength(1)
  })

  it('refuses a key that has created a product for other values, and for a call of another kind', async () => {
    const input = await aProduct()
    const { order } = await anOpenOrder()
    await post('/products', input, admin, 'reused')

    expect(await post('/products', { ...input, price: input.price + 1 }, admin, 'reused')).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
      message: 'This product was created already, with other values. Please find it in the list.',
    })
    expect(await post(`/orders/${order}/notes`, { text: 'Called.' }, admin, 'reused')).toMatchObject({ status: 409 })
  })

  it('saves a changed stock once, also when a unit was sold in between', async () => {
    const { data } = await post('/products', await aProduct({ stock: 14 }), admin, 'edited')
    const save = () => {
      const body = { stock: 24, version: data.version, baseStock: 14 }
      return shop.call('PUT', `/products/${data._id}`, { as: admin, body, headers: { 'idempotency-key': 'edit' } })
    }
    await save()
    expect(await buy(await shop.customer(), [{ product: data._id, quantity: 1 }])).toMatchObject({ status: 201 })

    expect(await save()).toMatchObject({ status: 200, data: { stock: 23 } })
    expect(await stockOf(data._id)).toBe(23)
  })

  it('adds an address once, and says that it is gone once it was deleted', async () => {
    const customer = await shop.customer()
    const path = '/users/current-user/addresses'
    const body = shop.anAddress()

    const [first, again] = [await post(path, body, customer, 'home'), await post(path, body, customer, 'home')]

    expect(again).toMatchObject({ status: 201, data: first.data })
    expect((await shop.get(path, customer)).data).toHaveLength(1)
    await shop.call('DELETE', `${path}/${first.data._id}`, { as: customer })
    expect(await post(path, body, customer, 'home')).toMatchObject({ status: 404, message: 'Address not found.' })
  })
})
