import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { staffOf } from '../catalog/products-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)
const { put } = staffOf(shop)

const inSize = (Size: string, given: object = {}) => ({ options: { Size }, ...given })

async function aShirt(stocks = { S: 3, M: 3 }) {
  const { id, name } = await shop.product({
    stock: 0,
    category_id: (await shop.category()).id,
    thumbnail_id: (await shop.media()).id,
  })
  return { id, name, of: await shop.sizes(id, stocks) }
}

/** While the stock of a variant is locked staff save the product, then a shopper orders it: both wait, and staff come first. */
async function orderBehind(body: object, { id, locked, line }: { id: string; locked: string; line: object }) {
  const [admin, customer] = [await shop.admin(), await shop.customer()]
  const answers = await shop.db.transaction().execute(async db => {
    await db.selectFrom('stock').selectAll().where('variant_id', '=', locked).forUpdate().execute()
    const saved = put(id, body, admin)
    await untilWaiting(shop.db, 1)
    const ordered = buy(customer, [{ product: id, quantity: 1, ...line }])
    await untilWaiting(shop.db, 2)
    return { saved, ordered }
  })
  expect(await answers.saved).toMatchObject({ status: 200 })
  return answers.ordered
}

describe('an order that waits for a save', () => {
  it('sells no variant which that save deletes, nor the units that it gives to another', async () => {
    const { id, name, of } = await aShirt()
    const body = { baseStock: 6, variants: [inSize('S', { _id: of.S, stock: 6 })] }

    const answer = await orderBehind(body, { id, locked: of.M, line: { variant: of.M } })

    const message = `${name} (M) is no longer available.`
    expect(answer).toMatchObject({ status: 409, code: 'product_unavailable', message })
    expect((await shop.get(`/products/${id}`)).data.stock).toBe(6)
  })

  it('sells none which that save makes inactive', async () => {
    const { id, of } = await aShirt()
    const body = { variants: [inSize('S', { _id: of.S }), inSize('M', { _id: of.M, isActive: false })] }

    const answer = await orderBehind(body, { id, locked: of.M, line: { variant: of.M } })

    expect(answer).toMatchObject({ status: 409, code: 'product_unavailable' })
  })

  it('B1 is refused at the price from before', async () => {
    const { id, of } = await aShirt()

    const answer = await orderBehind({ price: 120 }, { id, locked: of.M, line: { variant: of.M, price: 100 } })

    expect(answer).toMatchObject({ status: 409, code: 'price_changed', data: { products: [{ price: 120 }] } })
  })
})

it("passes the doctor's checks", async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
