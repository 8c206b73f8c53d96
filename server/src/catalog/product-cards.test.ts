import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const cardsOf = (...ids: string[]) => shop.get(`/products/cards?ids=${ids.join(',')}`)

describe('GET /products/cards', () => {
  it('answers the requested products, in that order, each once', async () => {
    const [kurta, boot, watch] = [await shop.product(), await shop.product(), await shop.product()]

    const { status, data } = await cardsOf(boot.id, watch.id.toUpperCase(), boot.id, kurta.id)

    expect(status).toBe(200)
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([boot.id, watch.id, kurta.id])
    expect(data[0]).toMatchObject({ name: boot.name, price: 100, stock: 20, isActive: true })
    expect(data[0]).not.toHaveProperty('description')
  })

  it('B109 B80 leaves out inactive, deleted and unknown products, for admins too', async () => {
    const kurta = await shop.product({ stock: 0 })
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date() })
    const asked = [hidden.id, deleted.id, newId(), kurta.id].join(',')

    for (const person of [undefined, await shop.admin()]) {
      const { data } = await shop.get(`/products/cards?ids=${asked}`, person)
      expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([kurta.id])
    }
  })

  it('has those of the asked-for variants that are sold, and the only one of a product without options', async () => {
    const [shirt, watch] = [await shop.product({ stock: 0 }), await shop.product()]
    const of = await shop.sizes(shirt.id, { S: 1, M: 2, L: 3 })
    await shop.db.updateTable('variants').set({ is_active: false }).where('id', '=', of.L).execute()
    const variantsOf = async (...variants: string[]) => {
      const { data } = await shop.get(`/products/cards?ids=${shirt.id},${watch.id}&variants=${variants.join(',')}`)
      return data.map(({ variants }: { variants: { options: object; stock: number }[] }) =>
        variants.map(({ options, stock }) => ({ options, stock })),
      )
    }

    const only = [{ options: {}, stock: 20 }]
    expect(await variantsOf(of.M, of.L)).toEqual([[{ options: { Size: 'M' }, stock: 2 }], only])
    expect(await variantsOf()).toEqual([[], only])
    expect((await cardsOf(shirt.id)).data[0]).not.toHaveProperty('variants')
  })

  it('B97 refuses an invalid id, and more than 100 of them', async () => {
    expect(await cardsOf('abc')).toMatchObject({
      status: 400,
      message: 'This must be an id of 24 hexadecimal characters.',
    })
    expect(await shop.get('/products/cards')).toMatchObject({ status: 400 })
    expect(await cardsOf(...Array.from({ length: 101 }, newId))).toMatchObject({ status: 400 })
    expect(await cardsOf(...Array.from({ length: 100 }, newId))).toMatchObject({ status: 200, data: [] })
    expect(await cardsOf('')).toMatchObject({ status: 200, data: [] })
  })
})

describe('a list item', () => {
  async function aShirt(given: Parameters<typeof shop.product>[0] = {}) {
    const { id } = await shop.product({ stock: 0, ...given })
    const of = await shop.sizes(id, { S: 1, M: 1, L: 1 })
    const set = (size: keyof typeof of, values: object) =>
      shop.db.updateTable('variants').set(values).where('id', '=', of[size]).execute()
    return { id, set }
  }

  const itemsOf = async (id: string) => {
    const lists = ['/products?size=100', '/products?size=100&view=card', `/products/cards?ids=${id}`]
    const answers = await Promise.all(lists.map(list => shop.get(list)))
    return answers.map(({ data }) => data.find(({ _id }: { _id: string }) => _id === id))
  }

  it('has the options of its product, none without a choice', async () => {
    const [{ id }, watch] = [await aShirt(), await shop.product()]

    const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }, { name: 'L' }] }]
    expect(await itemsOf(id)).toMatchObject([{ options }, { options }, { options }])
    expect(await itemsOf(watch.id)).toMatchObject([{ options: [] }, { options: [] }, { options: [] }])
  })

  it('has the range of what its active variants cost, each by its own price or the product’s', async () => {
    const { id, set } = await aShirt({ price_cents: 5000, on_sale: true, sale_price_cents: 4600 })
    await set('M', { price_cents: 6000 })
    await set('L', { sale_price_cents: 0 })
    const priceRange = { from: 46, to: 50 }
    expect(await itemsOf(id)).toMatchObject([{ priceRange }, { priceRange }, { priceRange }])

    await set('L', { is_active: false })
    for (const item of await itemsOf(id)) expect(item).not.toHaveProperty('priceRange')
  })

  it('has the range, too, when its active variants cost the same, and not what the product does', async () => {
    const { id, set } = await aShirt({ price_cents: 5000 })
    for (const size of ['S', 'M', 'L'] as const) await set(size, { price_cents: 6000 })

    const priceRange = { from: 60, to: 60 }
    expect(await itemsOf(id)).toMatchObject([{ priceRange }, { priceRange }, { priceRange }])
  })

  it('is in the suggestions with options and range', async () => {
    const { id, set } = await aShirt({ name: 'Zanzibar shirt', price_cents: 5000 })
    await set('M', { price_cents: 6000 })

    const { data } = await shop.get('/products/suggestions?keyword=zanzibar')

    expect(data.products).toMatchObject([{ _id: id, options: [{ name: 'Size' }], priceRange: { from: 50, to: 60 } }])
  })
})
