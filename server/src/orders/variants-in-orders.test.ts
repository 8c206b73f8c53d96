import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)

/** A shirt in S, M and L, of which shoppers see the sizes. */
async function aShirt(stocks = { S: 2, M: 5, L: 9 }) {
  const { id, name } = await shop.product({ stock: 0 })
  return { id, name, of: await shop.sizes(id, stocks) }
}

async function stocksOf(product: string) {
  const rows = await shop.db
    .selectFrom('stock')
    .innerJoin('variants', 'variants.id', 'stock.variant_id')
    .select(['option_values', 'quantity'])
    .where('stock.product_id', '=', product)
    .orderBy('position')
    .execute()
  return Object.fromEntries(rows.map(({ option_values, quantity }) => [option_values[0], quantity]))
}

const setVariant = (
  id: string,
  values: { is_active?: boolean; deleted_at?: Date; price_cents?: number; sku?: string },
) => shop.db.updateTable('variants').set(values).where('id', '=', id).execute()

describe('an order that names a variant', () => {
  it('takes the stock of that variant, and copies its SKU and options', async () => {
    const customer = await shop.customer()
    const { id, name, of } = await aShirt()
    await setVariant(of.M, { sku: `SHIRT-M-${id}` })

    const { data } = await buy(customer, [{ product: id, variant: of.M, quantity: 3 }])
    await setVariant(of.M, { sku: 'another' })

    expect(await stocksOf(id)).toEqual({ S: 2, M: 2, L: 9 })
    const line = { variant: of.M, sku: `SHIRT-M-${id}`, options: { Size: 'M' } }
    expect(data.products).toMatchObject([{ product: { _id: id, name }, quantity: 3, ...line }])
    const [inList] = (await shop.get('/orders/current-user', customer)).data
    expect(inList.products).toMatchObject([{ product: id, quantity: 3, ...line }])
    const admin = await shop.admin()
    const forStaff = await shop.get(`/orders/${data._id}`, admin)
    expect(forStaff.data.products).toMatchObject([line])
    for (const keyword of [`shirt-m-${id}`, `shirt-m-${id} size m`]) {
      const found = await shop.get(`/orders?keyword=${encodeURIComponent(keyword)}`, admin)
      expect(found.data.map(({ _id }: { _id: string }) => _id)).toEqual([data._id])
    }
  })

  it('B14 has one line for each variant', async () => {
    const { id, of } = await aShirt()

    const { data } = await buy(await shop.customer(), [
      { product: id, variant: of.M, quantity: 1 },
      { product: id, variant: of.L, quantity: 2 },
      { product: id, variant: of.M, quantity: 3 },
    ])

    const lines = data.products.map(({ variant, quantity }: Record<string, unknown>) => [variant, quantity])
    expect(lines).toEqual([
      [of.M, 4],
      [of.L, 2],
    ])
  })

  it("costs the variant's own price, and B1 C1 is refused at another", async () => {
    const { id, of } = await aShirt()
    await setVariant(of.L, { price_cents: 12_000 })
    const order = (price: number) => [{ product: id, variant: of.L, quantity: 1, price }]

    const refused = await buy(await shop.customer(), order(100))
    const { data } = await buy(await shop.customer(), order(120))

    expect(refused).toMatchObject({ status: 409, data: { products: [{ product: id, variant: of.L, price: 120 }] } })
    expect(data).toMatchObject({ subTotal: 120, products: [{ price: 120 }] })
  })

  it('is refused when its options are not those that the shopper saw, with those of now', async () => {
    const { id, of } = await aShirt()
    const order = async (Size: string) =>
      buy(await shop.customer(), [{ product: id, variant: of.M, quantity: 1, options: { Size } }])

    expect(await order('L')).toMatchObject({
      ...{ status: 409, code: 'price_changed' },
      message: 'Prices or availability have changed. Please review your cart and try again.',
      data: { products: [{ variant: of.M, options: { Size: 'M' } }] },
    })
    expect((await order('M')).status).toBe(201)
  })

  it('B13 is refused when it has not enough, whatever the others have', async () => {
    const { id, name, of } = await aShirt()

    const answer = await buy(await shop.customer(), [{ product: id, variant: of.S, quantity: 3 }])

    expect(answer).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: `${name} (S) has only 2 left in stock.`,
      data: { products: [{ variant: of.S, available: 2 }] },
    })
  })

  it.each([
    ['inactive', (variant: string) => setVariant(variant, { is_active: false })],
    ['deleted', (variant: string) => setVariant(variant, { deleted_at: new Date() })],
  ])('is refused when that is %s', async (_state, change) => {
    const { id, name, of } = await aShirt()
    await change(of.M)

    const answer = await buy(await shop.customer(), [{ product: id, variant: of.M, quantity: 1 }])

    expect(answer).toMatchObject({
      status: 409,
      code: 'product_unavailable',
      message: `${name} (M) is no longer available.`,
      data: { products: [{ variant: of.M, available: 0, isActive: false }] },
    })
  })
})

describe('an order that names no variant', () => {
  it('takes the first active one in order that has enough', async () => {
    const { id, of } = await aShirt({ S: 2, M: 5, L: 9 })
    const order = async (quantity: number) => {
      const { data } = await buy(await shop.customer(), [{ product: id, quantity }])
      return data.products[0].variant
    }

    expect([await order(2), await order(1), await order(5)]).toEqual([of.S, of.M, of.L])
    await setVariant(of.M, { is_active: false })
    expect(await order(1)).toBe(of.L)
  })

  it('is refused for the shortage of the active one that has most when none has enough', async () => {
    const { id, name, of } = await aShirt({ S: 0, M: 5, L: 9 })
    await setVariant(of.L, { is_active: false })

    const answer = await buy(await shop.customer(), [{ product: id, quantity: 10 }])

    expect(answer).toMatchObject({ status: 409, message: `${name} (M) has only 5 left in stock.` })
    expect(await stocksOf(id)).toEqual({ S: 0, M: 5, L: 9 })
  })

  it('takes another one when the one it would take is sold out meanwhile', async () => {
    const { id, of } = await aShirt({ S: 1, M: 1, L: 1 })
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => shop.customer()))

    const answers = await Promise.all(shoppers.map(shopper => buy(shopper, [{ product: id, quantity: 1 }])))

    const sold = answers.filter(({ status }) => status === 201).map(({ data }) => data.products[0].variant)
    expect(new Set(sold)).toEqual(new Set(Object.values(of)))
    expect(answers.filter(({ code }) => code === 'out_of_stock')).toHaveLength(3)
  })
})

it("passes the doctor's checks", async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
