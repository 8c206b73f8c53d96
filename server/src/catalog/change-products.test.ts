import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { auditEventsOn } = staffOf(shop)
const { stockOf } = shoppersOf(shop)

const admin = shop.anAdmin()

const bulk = (action: string, ids: string[], as: Person = admin) => shop.post('/products/bulk', { action, ids }, as)
const isActive = async (id: string) => (await shop.get(`/products/cards?ids=${id}`)).data.length === 1

describe('POST /products/bulk', () => {
  it('sets several products inactive and active again, and audits each', async () => {
    const [one, two, hidden] = [await shop.product(), await shop.product(), await shop.product({ is_active: false })]
    const ids = [two.id, hidden.id, one.id]

    const answer = await bulk('deactivate', ids)

    expect(answer).toMatchObject({ status: 200, message: '2 products deactivated successfully.' })
    expect(answer.data.changed).toEqual([two.id, one.id])
    expect([await isActive(one.id), await isActive(two.id)]).toEqual([false, false])
    expect(await auditEventsOn(`product:${one.id}`)).toEqual([
      { actor: admin.id, action: 'product.deactivated', before: { isActive: true }, after: { isActive: false } },
    ])
    expect(await auditEventsOn(`product:${hidden.id}`)).toEqual([])

    expect(await bulk('activate', answer.data.changed)).toMatchObject({ data: { changed: [two.id, one.id] } })
    expect([await isActive(one.id), await isActive(hidden.id)]).toEqual([true, false])
  })

  it('deletes products and restores them as they were, for the next search to find', async () => {
    const word = `phulkari${newId()}`
    const products = [await shop.product({ name: `Shawl ${word}`, stock: 7 }), await shop.product({ is_active: false })]
    const ids = products.map(({ id }) => id)
    const found = async () => (await shop.get(`/products?keyword=${word}`)).data

    expect(await bulk('delete', ids)).toMatchObject({ message: '2 products deleted successfully.' })
    expect(await found()).toEqual([])
    expect(await shop.get(`/products/${ids[1]}`, admin)).toMatchObject({ status: 404 })

    expect(await bulk('restore', [...ids, newId()])).toMatchObject({ status: 200, data: { changed: ids } })
    expect(await found()).toMatchObject([{ _id: ids[0], stock: 7 }])
    expect((await shop.get(`/products/${ids[1]}`, admin)).data.isActive).toBe(false)
    expect(await stockOf(ids[0] ?? '')).toBe(7)
    expect((await auditEventsOn(`product:${ids[0]}`)).map(({ action }) => action)).toEqual([
      'product.restored',
      'product.deleted',
    ])
  })

  it('restores a product whose tax class was removed with the standard one', async () => {
    const { id } = await shop.product({ tax_class: 'Gone', deleted_at: new Date() })

    await bulk('restore', [id])

    expect((await shop.get(`/products/${id}`, admin)).data.taxClass).toBeNull()
  })

  it('is safe under concurrent calls', async () => {
    const products = [await shop.product(), await shop.product(), await shop.product()]
    const ids = products.map(({ id }) => id)

    const answers = await Promise.all([bulk('delete', ids), bulk('delete', ids.toReversed()), bulk('deactivate', ids)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const deleted = answers.slice(0, 2).flatMap(({ data }) => data.changed)
    expect(deleted.sort()).toEqual(ids)
  })
})

describe('GET /products/sale-figures', () => {
  it('answers the highest discount percent of active products on sale, and 0 without one', async () => {
    const figures = async () => (await shop.get('/products/sale-figures')).data
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 0 })
    expect(await figures()).toEqual({ highestPercent: 0 })

    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 7_250 })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 9_000 })
    await shop.product({ price_cents: 10_000, on_sale: false, sale_price_cents: 4_000 })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 5_000, is_active: false })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 1_000, deleted_at: new Date() })
    expect(await figures()).toEqual({ highestPercent: 28 })
  })
})
