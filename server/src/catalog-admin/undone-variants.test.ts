import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { staffOf } from '../products/products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)
const { buy, cancel } = shoppersOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

const optionOf = (name: string, ...values: string[]) => ({ name, values: values.map(name => ({ name })) })
const inSize = (Size: string, given: object = {}) => ({ options: { Size }, ...given })
const inColour = (Colour: string, given: object = {}) => ({ options: { Colour }, ...given })

/** A shirt in S and M, with 5 units of each. */
async function aShirt() {
  const variants = [inSize('S', { stock: 5 }), inSize('M', { stock: 5 })]
  const options = [optionOf('Size', 'S', 'M')]
  const { data } = await shop.post('/products', { ...(await aProduct()), options, variants, stock: 10 }, admin)
  return { id: data._id as string, S: data.variants[0], M: data.variants[1] }
}

const newest = async (id: string) => (await shop.get(`/products/${id}/history`, admin)).data[0]
const undo = (id: string, entry: number) => shop.post(`/products/${id}/history/${entry}/undo`, undefined, admin)
const stocksOf = async (id: string) => {
  const { variants } = (await shop.get(`/products/${id}`, admin)).data
  return variants.map(({ options, stock }: { options: object; stock: number }) => [Object.values(options)[0], stock])
}
const order = async (product: string, variant: string, quantity: number) => {
  const customer = await shop.customer()
  const { data } = await buy(customer, [{ product, variant, quantity }])
  return { cancel: () => cancel(data._id, customer) }
}

describe('the undo of a change that gave units of other variants to new ones', () => {
  it('is refused when some were sold while it waited', async () => {
    const { id } = await aShirt()
    const variants = [inColour('Red', { stock: 5 }), inColour('Blue', { stock: 5 })]
    const red = (await put(id, { options: [optionOf('Colour', 'Red', 'Blue')], variants }, admin)).data.variants[0]._id
    const change = await newest(id)
    const customer = await shop.customer()

    const answers = await shop.db.transaction().execute(async db => {
      await db.selectFrom('stock').selectAll().where('variant_id', '=', red).forUpdate().execute()
      const ordered = buy(customer, [{ product: id, variant: red, quantity: 1 }])
      await untilWaiting(shop.db, 1)
      const undone = undo(id, change.id)
      await untilWaiting(shop.db, 2)
      return { ordered, undone }
    })

    expect(await answers.ordered).toMatchObject({ status: 201 })
    expect(await answers.undone).toMatchObject({ status: 409, code: 'version_conflict' })
    expect((await shop.get(`/products/${id}`)).data.stock).toBe(9)
  })

  it('is not offered after a sale, also where the options stayed', async () => {
    const { id, S, M } = await aShirt()
    await put(id, { variants: [inSize('S', { _id: S._id, stock: 10 })], baseStock: 10 }, admin)
    await put(id, { variants: [inSize('S', { _id: S._id, stock: 5 }), inSize('M', { _id: M._id, stock: 5 })] }, admin)
    const change = await newest(id)
    await order(id, M._id, 2)

    expect(await newest(id)).toMatchObject({ id: change.id, canUndo: false })
    expect(await undo(id, change.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    expect((await shop.get(`/products/${id}`)).data.stock).toBe(8)
  })
})

describe('the undo of a change of options', () => {
  it('keeps the units that came back to a variant which it restores', async () => {
    const { id, S, M } = await aShirt()
    const { cancel } = await order(id, M._id, 2)
    await put(id, { options: [optionOf('Size', 'S')], variants: [{ _id: S._id }] }, admin)
    await cancel()

    const answer = await undo(id, (await newest(id)).id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 10 } })
    expect(await stocksOf(id)).toEqual([
      ['S', 5],
      ['M', 5],
    ])
  })

  it('keeps those that came back to the only variant from before it', async () => {
    const { _id } = (await shop.post('/products', await aProduct({ stock: 6 }), admin)).data
    const { cancel } = await order(_id, _id, 2)
    const variants = [inSize('S', { stock: 2 }), inSize('M', { stock: 2 })]
    await put(_id, { options: [optionOf('Size', 'S', 'M')], variants }, admin)
    await cancel()

    const answer = await undo(_id, (await newest(_id)).id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 6, variants: [{ _id, options: {}, stock: 6 }] } })
  })

  it('keeps those that came back to a variant when the options had gone', async () => {
    const { id, S, M } = await aShirt()
    const { cancel } = await order(id, M._id, 2)
    await put(id, { options: [], variants: [{ _id: S._id, options: {} }] }, admin)
    await cancel()

    const answer = await undo(id, (await newest(id)).id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 10 } })
  })
})

describe('the undo of an undo', () => {
  const sizeSM = optionOf('Size', 'S', 'M')
  const aPlain = async (stock: number) => (await shop.post('/products', await aProduct({ stock }), admin)).data._id

  it('finds the only variant from before options that were extended and cut again', async () => {
    const id = await aPlain(4)
    const { cancel } = await order(id, id, 2)
    const { variants } = (
      await put(id, { options: [sizeSM], variants: [inSize('S', { stock: 2 }), inSize('M', { stock: 1 })] }, admin)
    ).data
    const change = await newest(id)
    const [S, M] = variants.map(({ _id }: { _id: string }) => ({ _id }))
    await put(id, { options: [optionOf('Size', 'S', 'M', 'L')], variants: [S, M, inSize('L', { stock: 1 })] }, admin)
    await undo(id, (await newest(id)).id)
    await cancel()

    const answer = await undo(id, change.id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 4, variants: [{ _id: id, options: {}, stock: 4 }] } })
  })

  it('brings back the variant that had stayed when the options went, with its stock', async () => {
    const id = await aPlain(3)
    const sizes = [inSize('S', { stock: 3 }), inSize('M', { stock: 2 })]
    const [S] = (await put(id, { options: [sizeSM], variants: sizes }, admin)).data.variants
    await put(id, { options: [], variants: [], stock: 9, baseStock: 5 }, admin)
    await undo(id, (await newest(id)).id)
    expect((await shop.get(`/products/${id}`)).data.stock).toBe(5)

    const answer = await undo(id, (await newest(id)).id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 9, variants: [{ _id: S._id, stock: 9 }] } })
  })

  it('gives a variant no units that a change which was undone had given it', async () => {
    const { id, S, M } = await aShirt()
    await put(id, { variants: [{ _id: S._id }] }, admin)
    const removal = await newest(id)
    await put(id, { variants: [{ _id: S._id }, inSize('M', { _id: M._id, stock: 7 })] }, admin)
    await undo(id, (await newest(id)).id)

    const answer = await undo(id, removal.id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 10 } })
  })

  it('counts as a change since', async () => {
    const id = await aPlain(4)
    await put(id, { stock: 8 }, admin)
    const change = await newest(id)
    await put(id, { stock: 10 }, admin)
    await undo(id, (await newest(id)).id)
    await undo(id, (await newest(id)).id)

    expect(await undo(id, change.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    expect((await shop.get(`/products/${id}`)).data.stock).toBe(10)
  })
})

describe('the undo of a higher stock', () => {
  it('is not offered when fewer units are left than it takes', async () => {
    const { _id } = (await shop.post('/products', await aProduct({ stock: 3 }), admin)).data
    const { id, S, M } = await aShirt()
    await put(_id, { stock: 10 }, admin)
    await put(id, { variants: [{ _id: S._id }, { _id: M._id, stock: 12 }] }, admin)
    expect(await newest(_id)).toMatchObject({ canUndo: true })
    expect(await newest(id)).toMatchObject({ canUndo: true })

    await order(_id, _id, 4)
    await order(id, M._id, 6)

    for (const product of [_id, id]) {
      const change = await newest(product)
      expect(change).toMatchObject({ canUndo: false })
      expect(await undo(product, change.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    }
  })
})

it("passes the doctor's checks", async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
