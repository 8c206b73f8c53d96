import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { auditEventsOn } = staffOf(shop)
const { stockOf } = shoppersOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

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

  it('says that nothing was left to change when another admin was faster', async () => {
    const { id } = await shop.product({ is_active: false })

    expect(await bulk('deactivate', [id])).toMatchObject({
      status: 200,
      message: 'Nothing was left to change.',
      data: { changed: [] },
    })
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

  it('is safe under concurrent calls', async () => {
    const products = [await shop.product(), await shop.product(), await shop.product()]
    const ids = products.map(({ id }) => id)

    const answers = await Promise.all([bulk('delete', ids), bulk('delete', ids.toReversed()), bulk('deactivate', ids)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const deleted = answers.slice(0, 2).flatMap(({ data }) => data.changed)
    expect(deleted.sort()).toEqual(ids)
  })

  it('refuses unknown actions, and more than a hundred products', async () => {
    const { id } = await shop.product()

    expect(await bulk('price', [id])).toMatchObject({ status: 400 })
    expect(await bulk('delete', [])).toMatchObject({ status: 400, message: 'Please select at least one product.' })
    expect(await bulk('delete', Array.from({ length: 101 }, newId))).toMatchObject({ status: 400 })
  })
})
