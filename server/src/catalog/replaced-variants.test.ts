import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { lockProducts } from './product-rows.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, aShirt, put } = staffOf(shop)
const { buy, cancel } = shoppersOf(shop)

const admin = shop.anAdmin()

const sizes = { name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }
const inSize = (Size: string, given: object = {}) => ({ options: { Size }, ...given })

describe('variants that replace others', () => {
  const S8M9 = [inSize('S', { stock: 8 }), inSize('M', { stock: 9 })]

  it('are refused when their units were counted before a sale, and saved with the stock of now', async () => {
    const { _id } = (await shop.post('/products', await aProduct({ stock: 17 }), admin)).data
    await buy(await shop.customer(), [{ product: _id, quantity: 5 }])
    const replace = (given: object) => put(_id, { version: 1, options: [sizes], ...given }, admin)

    const counted = await replace({ variants: S8M9, stock: 17, baseStock: 17 })
    const empty = await replace({ variants: [inSize('S', { stock: 0 })], stock: 17, baseStock: 17 })
    const again = await put(_id, { variants: S8M9, baseStock: empty.data.stock }, admin)

    expect(counted).toMatchObject({
      ...{ status: 409, code: 'version_conflict' },
      message: 'Units were sold or returned since you have counted them. Please reload.',
    })
    expect(empty).toMatchObject({ status: 200, data: { stock: 0 } })
    expect(again).toMatchObject({ status: 200, data: { stock: 17 } })
  })

  it('leave units in open orders, which the answer counts; what comes back is in the movements and named by the doctor', async () => {
    const { _id } = (await shop.post('/products', await aProduct({ stock: 20 }), admin)).data
    const customer = await shop.customer()
    const order = (await buy(customer, [{ product: _id, quantity: 3 }])).data._id

    const saved = await put(_id, { options: [sizes], variants: S8M9, baseStock: 17 }, admin)
    await cancel(order, customer)

    const held =
      'Open orders hold 3 units of deleted variants. If they are cancelled, add what comes back to other variants.'
    expect(saved).toMatchObject({ status: 200, message: `Product updated successfully. ${held}`, data: { stock: 17 } })
    const [returned] = (await shop.get(`/products/${_id}/stock-movements`, admin)).data
    expect(returned).toMatchObject({ delta: 3, reason: 'release', order, variant: { options: {}, isDeleted: true } })
    const complaint = `Stock: in the last 30 days 3 came back to deleted variants of product ${_id}; add them to another one.`
    const said = async () => (await examine(shop.db)).flatMap(({ lines }) => lines)
    expect(await said()).toContain(complaint)
    await put(_id, { variants: [{ ...saved.data.variants[0], stock: 7 }, saved.data.variants[1]] }, admin)
    expect(await said()).toContain(complaint)
    await put(_id, { variants: [{ ...saved.data.variants[0], stock: 10 }, saved.data.variants[1]] }, admin)
    expect(await said()).not.toContain(complaint)
  })
})

describe('the variant that stays when the options go', () => {
  const S3M3 = [inSize('S', { stock: 3 }), inSize('M', { stock: 3 })]

  /** Removes the options of a product with 3 units of each size, of which `sold` were sold since the form was loaded. */
  async function withoutOptions(given: object, sold: Partial<Record<'S' | 'M', number>> = {}) {
    const product = await aShirt(admin, { variants: S3M3, stock: 6 })
    for (const { _id, options } of product.variants) {
      const quantity = sold[options.Size as 'S']
      if (quantity) await buy(await shop.customer(), [{ product: product._id, variant: _id, quantity }])
    }
    return put(product._id, { options: [], variants: [], baseStock: 6, ...given }, admin)
  }

  it.each([
    ['has the stock that was typed, also that of all variants', { stock: 6 }, {}, 6],
    ['has it without what was sold since', { stock: 3 }, { S: 1 }, 2],
    ['keeps its own when none was sent', {}, { M: 1 }, 3],
    ['has what was sent for it', { variants: [{ options: {}, stock: 4 }], stock: 6 }, {}, 4],
  ])('%s', async (_name, given, sold, stock) => {
    expect(await withoutOptions(given, sold)).toMatchObject({ status: 200, data: { stock, variants: [{ stock }] } })
  })

  it('is not given the units of the others after a sale', async () => {
    expect(await withoutOptions({ stock: 6 }, { M: 1 })).toMatchObject({ status: 409, code: 'version_conflict' })
  })
})

it('locks the stock of variants, too, that another save adds while it waits', async () => {
  const { id } = await shop.product()
  const [first, second] = [await shop.db.startTransaction().execute(), await shop.db.startTransaction().execute()]
  await lockProducts(first, [id])
  await first
    .insertInto('variants')
    .values({ id: newId(), product_id: id, position: 1, option_values: ['M'] })
    .execute()

  const locked = lockProducts(second, [id])
  await untilWaiting(shop.db, 1)
  await first.commit().execute()
  await locked
  const free = await shop.db
    .selectFrom('stock')
    .select('variant_id')
    .where('product_id', '=', id)
    .forUpdate()
    .skipLocked()
    .execute()
  await second.rollback().execute()

  expect(free).toEqual([])
})
