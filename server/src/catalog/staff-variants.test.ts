import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put, ...staff } = staffOf(shop)
const { buy, cancel } = shoppersOf(shop)

const admin = shop.anAdmin()

const sizes = { name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }
const colours = { name: 'Colour', values: [{ name: 'Indigo', swatch: '#1f3a5f' }, { name: 'Cream' }] }
const inSize = (Size: string, given: object = {}) => ({ options: { Size }, ...given })
type Answered = {
  _id: string
  version: number
  stock: number
  options: Record<string, string>
  sku: string | null
  price: number
}

async function aShirt(given: object = {}) {
  const data = await staff.aShirt(admin, given)
  const [S, M] = data.variants as [Answered, Answered]
  return { id: data._id as string, data, S, M }
}

const historyOf = async (id: string) => (await shop.get(`/products/${id}/history`, admin)).data
const undo = (id: string, entry: number) => shop.post(`/products/${id}/history/${entry}/undo`, undefined, admin)

describe('POST /products with variants', () => {
  it('answers each with its options, effective prices and stock, and so does GET', async () => {
    const picture = await shop.media()
    const variants = [
      { options: { Size: 'M', Colour: 'Indigo' }, sku: ' MI-1 ', barcode: '400638', stock: 4, media: picture.id },
      { options: { Size: 'S', Colour: 'Cream' }, price: 120, onSale: false, stock: 1, isActive: false },
    ]

    const { id, data } = await aShirt({ options: [sizes, colours], variants, gallery: [picture.id], stock: 4 })

    expect(data).toMatchObject({ price: 100, salePrice: 80, stock: 4, options: [sizes, colours] })
    expect(data.variants).toMatchObject([
      {
        ...{ _id: id, options: { Size: 'M', Colour: 'Indigo' }, sku: 'MI-1', barcode: '400638', stock: 4 },
        ...{ price: 100, onSale: true, salePrice: 80, own: {}, isActive: true, media: { _id: picture.id } },
      },
      {
        options: { Size: 'S', Colour: 'Cream' },
        sku: null,
        stock: 1,
        isActive: false,
        own: { price: 120, onSale: false },
      },
    ])
    expect((await shop.get(`/products/${id}`, admin)).data).toEqual(data)
    expect((await shop.get(`/products/${id}`)).data.variants).toEqual([data.variants[0]])
  })

  it.each([
    [
      'a SKU twice',
      [inSize('S', { sku: 'A' }), inSize('M', { sku: 'a' })],
      { 'variants.1.sku': 'Another variant has this SKU.' },
    ],
    ['equal options', [inSize('S'), inSize('S')], { 'variants.1.options': 'Another variant has these options.' }],
    ['an unknown value', [inSize('XL')], { 'variants.0.options': 'This must be one value of each option.' }],
    ['no variant', [], { variants: 'A product with options needs at least one variant.' }],
  ])('refuses %s', async (_what, variants, errors) => {
    const answer = await shop.post('/products', { ...(await aProduct()), options: [sizes], variants }, admin)
    expect(answer).toMatchObject({ status: 400, errors })
  })

  it('gives a product without a stock the sum of its variants on sale', async () => {
    const { stock: _, ...product } = await aProduct()
    const variants = [inSize('S', { stock: '2' }), inSize('M', { stock: 3, isActive: false })]

    const created = await shop.post('/products', { ...product, options: [sizes], variants }, admin)

    expect(created).toMatchObject({ status: 201, data: { stock: 2, variants: [{ stock: 2 }, { stock: 3 }] } })
    const without = await shop.post('/products', { ...product, options: [sizes], variants: [inSize('S')] }, admin)
    expect(without).toMatchObject({ status: 201, data: { stock: 0 } })
    expect(await shop.post('/products', product, admin)).toMatchObject({
      ...{ status: 400, errors: { stock: 'This must be a number.' } },
    })
  })

  it('refuses the SKU of another product, in capitals or not, and says where to restore a deleted one', async () => {
    const [sku, name] = [`Kurta-${newId()}`, `Kurta ${newId()}`]
    const { id } = await aShirt({ name, variants: [inSize('S', { sku })], stock: 0 })
    const body = { ...(await aProduct({ stock: 0 })), options: [sizes] }
    const variants = [inSize('S'), inSize('M', { sku: sku.toUpperCase() })]

    const taken = await shop.post('/products', { ...body, variants }, admin)
    await shop.call('DELETE', `/products/${id}`, { as: admin })
    const deleted = await shop.post('/products', { ...body, variants }, admin)

    const refusal = { status: 409, code: 'sku_taken', message: 'SKU already in use.' }
    expect(taken).toMatchObject({ ...refusal, errors: { 'variants.1.sku': `${name} has this SKU.` } })
    const error = `The deleted product ${name} has this SKU. Restore it from the audit log, or use another one.`
    expect(deleted).toMatchObject({ ...refusal, errors: { 'variants.1.sku': error } })
  })
})

describe('PUT /products/:productId with variants', () => {
  it('keeps what is not sent of a variant, deletes those that are not sent, and adds those without an id', async () => {
    const { id, S, M } = await aShirt()
    const options = [{ name: 'Size', values: [{ name: 'M' }, { name: 'L' }] }]
    const variants = [inSize('L', { stock: 7 }), { _id: M._id, sku: `M-${id}` }]

    const { data } = await put(id, { options, variants }, admin)

    expect(data).toMatchObject({ options, stock: 10, version: 2 })
    expect(data.variants).toMatchObject([
      { options: { Size: 'L' }, stock: 7 },
      { _id: M._id, options: { Size: 'M' }, sku: `M-${id}`, stock: 3 },
    ])
    const gone = await buy(await shop.customer(), [{ product: id, variant: S._id, quantity: 1 }])
    expect(gone).toMatchObject({ status: 409, code: 'product_unavailable' })
  })

  it('lets variants swap options and SKUs', async () => {
    const { id, S, M } = await aShirt()
    const [one, other] = [`1-${id}`, `2-${id}`]
    const set = (first: string, second: string, [a, b]: [string, string]) =>
      put(id, { variants: [inSize(a, { _id: S._id, sku: first }), inSize(b, { _id: M._id, sku: second })] }, admin)
    await set(one, other, ['S', 'M'])

    const { data } = await set(other, one, ['M', 'S'])

    expect(data.variants).toMatchObject([
      { _id: S._id, options: { Size: 'M' }, sku: other },
      { _id: M._id, options: { Size: 'S' }, sku: one },
    ])
  })

  it('B92 applies the difference to the stock that the form had loaded, of each variant', async () => {
    const { id, S, M } = await aShirt()
    await buy(await shop.customer(), [{ product: id, variant: M._id, quantity: 2 }])

    const variants = [{ _id: S._id }, { _id: M._id, stock: 13, baseStock: 3 }]
    const { status, data } = await put(id, { variants, stock: 5, baseStock: 5, version: 1 }, admin)

    expect(status).toBe(200)
    expect(data).toMatchObject({ stock: 13, variants: [{ stock: 2 }, { stock: 11 }] })
    const sold = await put(id, { variants: [{ _id: S._id }, { _id: M._id, stock: 0, baseStock: 13 }] }, admin)
    expect(sold).toMatchObject({ status: 409, code: 'out_of_stock' })
  })

  it('B92 never refuses more units than staff may give that came back, and gives no more', async () => {
    const { id, S, M } = await aShirt()
    const plain = (await shop.post('/products', await aProduct(), admin)).data
    const customer = await shop.customer()
    const orders = [
      await buy(customer, [{ product: id, variant: M._id, quantity: 3 }]),
      await buy(customer, [{ product: plain._id, quantity: 3 }]),
    ]
    await put(id, { variants: [{ _id: S._id }, { _id: M._id, stock: 1_000_000 }] }, admin)
    await put(plain._id, { stock: 1_000_000 }, admin)
    for (const { data } of orders) await cancel(data._id, customer)
    const units = { _id: M._id, stock: 1_000_003 }

    const kept = [
      await put(id, { name: 'Silk shirt' }, admin),
      await put(id, { price: 90, variants: [{ _id: S._id, stock: 5 }, units] }, admin),
      await put(plain._id, { name: 'Silk shirt', stock: 1_000_003, baseStock: 1_000_003 }, admin),
    ]
    const more = await put(id, { variants: [{ _id: S._id }, { ...units, stock: 1_000_004 }] }, admin)
    const typed = await put(id, { variants: [{ _id: S._id, stock: 1_000_001 }, { _id: M._id }] }, admin)
    const added = await shop.post('/products', { ...(await aProduct()), stock: 1_000_001 }, admin)

    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
    const most = 'This cannot be more than 1000000.'
    expect(more).toMatchObject({ status: 400, errors: { 'variants.1.stock': most } })
    expect(typed).toMatchObject({ status: 400, errors: { 'variants.0.stock': most } })
    expect(added).toMatchObject({ status: 400, errors: { stock: most } })
  })

  it("leaves a price with the product's when it is sent as it was answered", async () => {
    const { id, data } = await aShirt()
    const variants = data.variants.map(({ own: _, media: __, ...variant }: Record<string, unknown>) => variant)

    const raised = await put(id, { price: 130, variants }, admin)
    const owned = await put(id, { variants: [{ ...variants[0], price: 140 }, { _id: variants[1]._id }] }, admin)
    const shared = await put(id, { variants: [{ _id: variants[0]._id, price: null }, { _id: variants[1]._id }] }, admin)

    expect(raised.data.variants).toMatchObject([
      { price: 130, own: {} },
      { price: 130, own: {} },
    ])
    expect(owned.data.variants).toMatchObject([{ price: 140, own: { price: 140 } }, { price: 130 }])
    expect(shared.data.variants).toMatchObject([{ price: 130, own: {} }, { price: 130 }])
  })

  it('keeps variants and their stock when option and values are renamed', async () => {
    const { id, S, M } = await aShirt()
    const options = [{ name: 'Fit', values: [{ name: 'Medium' }, { name: 'Small' }] }]
    const variants = [
      { _id: S._id, options: { Fit: 'Small' } },
      { _id: M._id, options: { Fit: 'Medium' } },
    ]

    const { data } = await put(id, { options, variants }, admin)

    expect(data.variants).toMatchObject([
      { _id: S._id, options: { Fit: 'Small' }, stock: 2 },
      { _id: M._id, options: { Fit: 'Medium' }, stock: 3 },
    ])
  })

  it('refuses variants of another product, and writes nothing', async () => {
    const [{ id, data }, other] = [await aShirt(), await aShirt()]

    const answer = await put(id, { name: 'Silk shirt', variants: [{ _id: other.S._id }] }, admin)

    expect(answer).toMatchObject({ status: 400, errors: { 'variants.0._id': 'This is no variant of this product.' } })
    expect((await shop.get(`/products/${id}`, admin)).data).toEqual(data)
  })
})

describe('the history of a product with variants', () => {
  it('undoes a change of options, and brings deleted variants back with their stock', async () => {
    const { id, data, S, M } = await aShirt()
    const options = [{ name: 'Size', values: [{ name: 'M' }, { name: 'L' }] }]
    await put(id, { options, variants: [{ _id: M._id, stock: 8 }, inSize('L', { stock: 1 })] }, admin)

    const answer = await undo(id, (await historyOf(id))[0].id)

    expect(answer).toMatchObject({ status: 200, data: { stock: 10, options: data.options } })
    expect(answer.data.variants).toMatchObject([
      { _id: S._id, options: { Size: 'S' }, stock: 2 },
      { _id: M._id, options: { Size: 'M' }, stock: 8 },
    ])
  })

  it('undoes options that a product got, and gives its own variant back with its stock', async () => {
    const { _id } = (await shop.post('/products', await aProduct({ stock: 7 }), admin)).data
    await put(
      _id,
      { options: [{ name: 'Size', values: [{ name: 'S' }] }], variants: [inSize('S', { stock: 3 })] },
      admin,
    )

    const answer = await undo(_id, (await historyOf(_id))[0].id)

    expect(answer).toMatchObject({ status: 200, data: { options: [], stock: 7, variants: [{ _id, options: {} }] } })
  })

  it('undoes a change of options after a sale, and not after another change', async () => {
    const [sold, changed] = [await aShirt(), await aShirt()]
    const options = [{ name: 'Size', values: [{ name: 'M' }] }]
    for (const { id, M } of [sold, changed]) await put(id, { options, variants: [{ _id: M._id }] }, admin)
    const [ofSold, ofChanged] = [(await historyOf(sold.id))[0], (await historyOf(changed.id))[0]]
    await buy(await shop.customer(), [{ product: sold.id, quantity: 1 }])
    await put(changed.id, { variants: [{ _id: changed.M._id, price: 130 }] }, admin)

    expect(await undo(sold.id, ofSold.id)).toMatchObject({ status: 200, data: { stock: 4 } })
    expect(await undo(changed.id, ofChanged.id)).toMatchObject({
      status: 409,
      message: 'Variants was changed again since, so this cannot be undone.',
    })
  })
})

it("passes the doctor's checks", async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
