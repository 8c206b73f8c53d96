import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aShirt, put } = staffOf(shop)

const admin = shop.anAdmin()

/** Coffee of 250 g at 9 and of 1 kg at 30, which has content and weight of its own. */
async function aCoffee(given: object = {}) {
  const word = `kaapi${newId()}`
  const product = await aShirt(admin, {
    ...{ name: `${word} coffee`, price: 9, onSale: false, salePrice: 0, isGiftCard: false },
    ...{ weight: 260, content: '250 g', unitPriceFor: null },
    variants: [
      { options: { Size: 'S' }, stock: 2 },
      { options: { Size: 'M' }, stock: 3, price: 30, content: '1 kg', weight: 1040 },
    ],
    ...given,
  })
  const [S, M] = product.variants
  const cardOf = async () => (await shop.get(`/products?keyword=${word}&view=card`)).data[0]
  const history = async () => (await shop.get(`/products/${product._id}/history`, admin)).data
  return { id: product._id as string, product, S, M, cardOf, history }
}

const asSent = ({ _id, options }: { _id: string; options: object }) => ({ _id, options })

describe('content and weight of a variant', () => {
  it('are its own where staff gave it some, else those of the product', async () => {
    const { id, product, S, M } = await aCoffee()

    expect(product).toMatchObject({ content: '250 g', weight: 260 })
    expect([S.own, M.own]).toEqual([{}, { price: 30, content: '1 kg', weight: 1040 }])
    const { data } = await put(id, { variants: [asSent(S), { ...asSent(M), content: '0,5 KG', weight: '' }] }, admin)
    expect(data.variants[1].own).toEqual({ price: 30, content: '0.5 kg' })
  })

  it('stay when a client saves that does not know them', async () => {
    const { id, S, M } = await aCoffee()

    await put(id, { name: 'Coffee from Coorg' }, admin)
    const { data } = await put(id, { variants: [asSent(S), { ...asSent(M), price: 28 }] }, admin)

    expect(data.variants[1].own).toEqual({ price: 28, content: '1 kg', weight: 1040 })
  })

  it('are refused where they are no measure, no weight, or cannot be compared', async () => {
    const { id, S, M } = await aCoffee({ unitPriceFor: '100 g' })
    const refused = async (given: object) =>
      (await put(id, { variants: [asSent(S), { ...asSent(M), ...given }] }, admin)).errors

    expect(await refused({ content: '1 bag', weight: 0 })).toEqual({
      'variants.1.content': 'This must be a number and one of g, kg, ml, l, m or piece, such as 750 ml.',
      'variants.1.weight': 'This cannot be less than 1.',
    })
    expect(await refused({ content: '1 l' })).toEqual({ unitPriceFor: 'This cannot be compared with the content.' })
  })

  it('are in the history, whose changes are undone', async () => {
    const { id, S, M, history } = await aCoffee()
    await put(
      id,
      {
        variants: [
          { ...asSent(S), weight: 270 },
          { ...asSent(M), content: null },
        ],
      },
      admin,
    )

    const [entry] = await history()
    expect(entry.changes).toEqual([
      { field: 'Size S', before: 'weight of the product', after: 'weight 270 g' },
      { field: 'Size M', before: 'content 1 kg', after: 'content of the product' },
    ])
    await shop.post(`/products/${id}/history/${entry.id}/undo`, undefined, admin)

    const { variants } = (await shop.get(`/products/${id}`)).data
    expect(variants.map(({ own }: typeof S) => own)).toEqual([{}, { price: 30, content: '1 kg', weight: 1040 }])
  })

  it('do not keep changes from being undone that were recorded before variants had them', async () => {
    const variants = ['S', 'M'].map(Size => ({ options: { Size }, stock: 2, price: 8 }))
    const { id, S, M, history } = await aCoffee({ stock: 4, variants })
    const none = { sku: null, barcode: null, onSale: null, salePrice: null, isActive: true, media: null }
    const priced = (price: number | null) => ({ variants: [S, M].map(one => ({ ...asSent(one), ...none, price })) })
    const event = {
      action: 'product.updated',
      subject: `product:${id}`,
      before: priced(null),
      after: priced(8),
    } as const
    await transact(shop.db, db => recordAudit(db, { actor: admin.id, ...event }))

    expect((await history())[0].canUndo).toBe(true)
  })
})

describe('the unit price on a card', () => {
  it('is for the content of the cheapest variant in stock', async () => {
    const { id, S, M, cardOf } = await aCoffee()
    expect(await cardOf()).toMatchObject({ priceRange: { from: 9, to: 30 }, content: '250 g' })

    await put(id, { variants: [{ ...asSent(S), stock: 0 }, asSent(M)] }, admin)

    expect(await cardOf()).toMatchObject({ priceRange: { from: 30, to: 30 }, content: '1 kg' })
  })

  it('is there where the variants alone name contents, and all prices are the same', async () => {
    const variants = [
      { options: { Size: 'S' }, stock: 2, content: '500 g' },
      { options: { Size: 'M' }, stock: 2 },
    ]
    const { cardOf } = await aCoffee({
      stock: 4,
      onSale: true,
      salePrice: 6,
      content: null,
      unitPriceFor: '100 g',
      variants,
    })

    const card = await cardOf()
    expect(card).toMatchObject({ content: '500 g', unitPriceFor: '100 g' })
    expect(card).not.toHaveProperty('priceRange')
  })

  it('leaves a line of the cart the content of the product for a size that has none of its own', async () => {
    const { id, S, M } = await aCoffee({ unitPriceFor: '100 g' })
    await put(
      id,
      {
        variants: [
          { ...asSent(S), content: '200 g' },
          { ...asSent(M), content: null },
        ],
      },
      admin,
    )

    const { data } = await shop.get(`/products/cards?ids=${id}&variants=${S._id},${M._id}`)

    expect(data).toMatchObject([{ content: '250 g', unitPriceFor: '100 g', weight: 260 }])
    expect(data[0].variants.map(({ own }: typeof S) => own)).toEqual([
      { content: '200 g' },
      { price: 30, weight: 1040 },
    ])
  })
})
