import { type OrderInput, orderTotals } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { onChange } from '../database/changes.ts'
import { newId } from '../database/ids.ts'

const shop = startShop()

type Wanted = { product: string; quantity: number; price?: number }

const anOrder = (products: Wanted[], given: Partial<OrderInput> = {}) => ({
  products,
  shippingAddress: shop.anAddress(),
  ...given,
})

const buy = (customer: Person, products: Wanted[], given?: Partial<OrderInput>) =>
  shop.post('/orders', anOrder(products, given), customer)

async function stockOf(productId: string) {
  const { quantity } = await shop.db
    .selectFrom('stock')
    .select('quantity')
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const { ledger } = await shop.db
    .selectFrom('stock_ledger')
    .select(row => row.fn.sum<number>('delta').as('ledger'))
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  expect(Number(ledger)).toBe(quantity)
  return quantity
}

async function ordersOf(customer: Person) {
  return (await shop.get('/orders/current-user', customer)).data
}

describe('POST /orders', () => {
  it('T370 T393 T268 answers the placed order with the amounts of the shop', async () => {
    const customer = await shop.customer()
    const { id, name } = await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 8_000 })

    const answer = await buy(customer, [{ product: id, quantity: 3 }])

    expect(answer).toMatchObject({ status: 201, success: true, message: 'Order created successfully.' })
    expect(answer.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      user: customer.id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 'pending',
      // B2: price and saved amount are those of one unit.
      products: [{ product: { _id: id, name, thumbnail: null }, price: 80, savedAmount: 20, quantity: 3 }],
      subTotal: 240,
      savedAmount: 60,
      shippingAmount: 80,
      taxAmount: 43.2,
      totalAmount: 363.2,
      shippingAddress: shop.anAddress(),
      payment: null,
    })
    expect(await stockOf(id)).toBe(17)
  })

  it('takes the amounts that the shopper was shown, a cent more or less', async () => {
    const { id } = await shop.product({ price_cents: 33_333 })
    const amounts = orderTotals([{ product: { price: 33_333, onSale: false, salePrice: 0 }, quantity: 1 }])

    const answer = await buy(await shop.customer(), [{ product: id, quantity: 1, price: 333.34 }], {
      subTotal: 333.33,
      savedAmount: 5000,
      shippingAmount: 80,
      taxAmount: 60,
      totalAmount: amounts.totalPrice / 100,
    })

    expect(answer).toMatchObject({ status: 201, data: { totalAmount: amounts.totalPrice / 100 } })
  })

  it.each([
    ['total', { totalAmount: 1 }],
    ['sub-total', { subTotal: 99.98 }],
    ['shipping', { shippingAmount: 0 }],
    ['tax', { taxAmount: 0 }],
  ])('B1 refuses another %s than the shop computes, and quotes its own', async (_name, amounts) => {
    const customer = await shop.customer()
    const { id, name } = await shop.product()

    const answer = await buy(customer, [{ product: id, quantity: 1, price: 100 }], amounts)

    expect(answer).toMatchObject({
      status: 409,
      success: false,
      message: 'Prices or availability have changed. Please review your cart and try again.',
    })
    expect(answer.data).toEqual({
      products: [{ product: id, name, price: 100, savedAmount: 0, quantity: 1, available: 20, isActive: true }],
      subTotal: 100,
      savedAmount: 0,
      shippingAmount: 80,
      taxAmount: 18,
      totalAmount: 198,
    })
    expect(await ordersOf(customer)).toEqual([])
    expect(await stockOf(id)).toBe(20)
  })

  it('B1 refuses the price of yesterday', async () => {
    const { id } = await shop.product({ price_cents: 12_000 })
    const answer = await buy(await shop.customer(), [{ product: id, quantity: 1, price: 100 }])
    expect(answer).toMatchObject({ status: 409, data: { products: [{ price: 120 }] } })
  })

  it('T120 B11 places a pending order whatever the body says of status, user and payment', async () => {
    const { id } = await shop.product()
    const customer = await shop.customer()
    const body = {
      ...anOrder([{ product: id, quantity: 1 }]),
      user: newId(),
      payment: newId(),
      createdAt: '2001-01-01',
    }

    const { data } = await shop.post('/orders', { ...body, status: 'delivered' }, customer)

    expect(data).toMatchObject({ status: 'pending', user: customer.id, payment: null })
    expect(data.createdAt).not.toContain('2001')
  })

  it('T319-T323 B14 B24 refuses what is not an order', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    const line = { product: id, quantity: 1 }
    const refusal = async (body: unknown) => {
      const { status, success, message, errors } = await shop.post('/orders', body, customer)
      expect({ status, success, message: typeof message }).toEqual({ status: 400, success: false, message: 'string' })
      return { message, errors }
    }

    const none = 'At least one product is required to place an order.'
    expect(await refusal(anOrder([]))).toMatchObject({ message: none })
    expect(await refusal({ shippingAddress: shop.anAddress() })).toMatchObject({ message: none })
    expect(await refusal({ ...anOrder([line]), totalAmount: 'much' })).toMatchObject({
      errors: { totalAmount: 'This must be a number.' },
    })
    expect(await refusal({ ...anOrder([line]), status: 'xyz' })).toMatchObject({
      errors: { status: expect.stringContaining('This must be one of the following: pending, processing') },
    })
    const address = { ...shop.anAddress(), building: 'abc' }
    expect(await refusal(anOrder([line], { shippingAddress: address }))).toMatchObject({
      errors: { 'shippingAddress.building': expect.stringContaining('Building is not valid') },
    })
    for (const quantity of [0, -1, 1.5, 1e9, '', null]) {
      expect(await refusal({ ...anOrder([line]), products: [{ product: id, quantity }] })).toMatchObject({
        errors: { 'products.0.quantity': expect.any(String) },
      })
    }
    expect(await ordersOf(customer)).toEqual([])
  })

  it('tells the pages of the sold product, and nobody after a refusal', async () => {
    const { id } = await shop.product({ stock: 1 })
    const told: string[] = []
    const stop = onChange(tags => void told.push(...tags))

    await buy(await shop.customer(), [{ product: id, quantity: 1 }])
    await buy(await shop.customer(), [{ product: id, quantity: 1 }])
    stop()

    expect(told).toEqual([`product:${id}`])
  })

  it('lets only signed-in shoppers order', async () => {
    const { id } = await shop.product()
    expect(await shop.post('/orders', anOrder([{ product: id, quantity: 1 }]))).toMatchObject({ status: 401 })
  })

  it('B12 refuses the whole order when one product is short, naming it', async () => {
    const customer = await shop.customer()
    const plenty = await shop.product()
    const scarce = await shop.product({ stock: 3 })
    await buy(customer, [{ product: scarce.id, quantity: 2 }])

    const answer = await buy(customer, [
      { product: plenty.id, quantity: 1 },
      { product: scarce.id, quantity: 2 },
    ])

    expect(answer).toMatchObject({ status: 409, message: `${scarce.name} has only 1 left in stock.` })
    expect(answer.data.products).toMatchObject([{ available: 20 }, { available: 1, quantity: 2 }])
    expect([await stockOf(plenty.id), await stockOf(scarce.id)]).toEqual([20, 1])
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  it('B14 adds up the lines of one product before it looks at the stock', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product({ stock: 3 })

    const tooMuch = await buy(
      customer,
      [2, 2].map(quantity => ({ product: id, quantity })),
    )
    const enough = await buy(
      customer,
      [2, 1].map(quantity => ({ product: id, quantity })),
    )

    expect(tooMuch).toMatchObject({ status: 409, message: expect.stringContaining('has only 3 left in stock.') })
    expect(enough).toMatchObject({ status: 201, data: { products: [{ quantity: 3 }] } })
  })

  it('B15 refuses hidden, deleted and unknown products before anything else', async () => {
    const customer = await shop.customer()
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date() })
    const scarce = await shop.product({ stock: 0 })
    const order = (product: string) =>
      buy(
        customer,
        [scarce.id, product].map(id => ({ product: id, quantity: 1 })),
        { totalAmount: 1 },
      )

    expect(await order(hidden.id)).toMatchObject({ status: 409, message: `${hidden.name} is no longer available.` })
    expect(await order(deleted.id)).toMatchObject({ status: 409, message: `${deleted.name} is no longer available.` })
    expect(await order(newId())).toMatchObject({
      status: 409,
      message: 'A product in your cart is no longer available.',
      data: { products: [{ isActive: true }, { isActive: false, available: 0 }], subTotal: 100 },
    })
  })

  it('B13 sells the last five of twenty shoppers exactly five', async () => {
    const { id } = await shop.product({ stock: 5 })
    const customers = await Promise.all(Array.from({ length: 20 }, () => shop.customer()))

    const answers = await Promise.all(customers.map(customer => buy(customer, [{ product: id, quantity: 1 }])))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
    expect(await stockOf(id)).toBe(0)
  })

  it('lets orders of the same products in opposite order pass each other', async () => {
    const products = await Promise.all([shop.product({ stock: 50 }), shop.product({ stock: 50 })])
    const lines = products.map(({ id }) => ({ product: id, quantity: 1 }))
    const customer = await shop.customer()

    const orders = Array.from({ length: 20 }, (_, index) => buy(customer, index % 2 ? lines : lines.toReversed()))

    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(await Promise.all(products.map(({ id }) => stockOf(id)))).toEqual([30, 30])
  })
})

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

  it('B21 refuses the key for another body, and gives it back after a refusal', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product({ stock: 2 })
    const body = (quantity: number) => anOrder([{ product: id, quantity }])

    const tooMuch = await place(customer, 'two', body(3))
    const enough = await place(customer, 'two', body(2))
    const other = await place(customer, 'two', body(1))

    expect([tooMuch.status, enough.status, other.status]).toEqual([409, 201, 409])
    expect(other.data).toBeUndefined()
  })

  it('B21 keeps the keys of two customers apart, and forgets them after a day', async () => {
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

  it('refuses a key of more than 200 characters', async () => {
    const body = anOrder([{ product: (await shop.product()).id, quantity: 1 }])
    expect(await place(await shop.customer(), 'x'.repeat(201), body)).toMatchObject({ status: 400 })
  })
})

describe('GET /orders/current-user', () => {
  it('T371 T270 B25 lists own orders alone, newest first, with ids of products and payment', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const { id } = await shop.product()
    const line = { product: id, quantity: 1 }
    await buy(ravi, [line])
    const first = await buy(asha, [line])
    const second = await buy(asha, [line])

    const all = await shop.get('/orders/current-user/', asha)
    const page = await shop.get('/orders/current-user?size=1&page=2', asha)

    expect(all.data.map(({ _id }: { _id: string }) => _id)).toEqual([second.data._id, first.data._id])
    expect(all.data[0]).toMatchObject({ payment: null, products: [{ product: id, price: 100, quantity: 1 }] })
    expect(all.meta).toEqual({ page: 1, size: 100, pageCount: 1, total: 2 })
    expect(page.data).toMatchObject([{ _id: first.data._id }])
    expect(page.meta).toEqual({ page: 2, size: 1, pageCount: 2, total: 2 })
  })

  it('T372 B29 shows an order to its owner; to others it does not exist', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const { data } = await buy(asha, [{ product: (await shop.product()).id, quantity: 1 }])
    const path = `/orders/current-user/${data._id}`

    expect(await shop.get(path, asha)).toMatchObject({ status: 200, data })
    const unknown = await shop.get(`/orders/current-user/${newId()}`, ravi)
    const foreign = await shop.get(path, ravi)
    expect(unknown).toMatchObject({ status: 404, success: false, message: 'Order not found.' })
    expect(foreign.message).toBe(unknown.message)
    expect(foreign.status).toBe(404)
    expect(await shop.get(path)).toMatchObject({ status: 401 })
  })

  it('B23 shows an order as it was placed, whatever became of its product', async () => {
    const customer = await shop.customer()
    const picture = await shop.media()
    const { id, name } = await shop.product({ thumbnail_id: picture.id })
    const { data } = await buy(customer, [{ product: id, quantity: 1 }])

    await shop.db
      .updateTable('products')
      .set({ name: 'Renamed product', price_cents: 1, deleted_at: new Date(), thumbnail_id: null })
      .where('id', '=', id)
      .execute()
    const later = await shop.get(`/orders/current-user/${data._id}`, customer)

    expect(later.data).toEqual(data)
    expect(later.data.products[0].product).toMatchObject({
      _id: id,
      name,
      thumbnail: { url: `/media/${picture.file}` },
    })
  })
})
