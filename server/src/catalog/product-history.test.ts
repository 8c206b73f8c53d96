import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, auditEventsOn, put } = staffOf(shop)
const { buy, stockOf } = shoppersOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

const created = async () => (await shop.post('/products', await aProduct(), admin)).data
const historyOf = async (id: string) => (await shop.get(`/products/${id}/history`, admin)).data
const undo = (id: string, entry: number) => shop.post(`/products/${id}/history/${entry}/undo`, undefined, admin)

describe('the history of a product', () => {
  it('shows actors and changes in words, newest first', async () => {
    const { _id } = await created()
    const category = await shop.category({ name: `Kurtas ${newId()}` })
    const picture = await shop.media({ name: 'front.jpg' })
    await put(_id, { price: 130, onSale: false, stock: 25, category: category.id, gallery: [picture.id] }, admin)

    const [updated, first, ...more] = await historyOf(_id)

    expect(more).toEqual([])
    expect(first).toMatchObject({ action: 'Created', changes: [], canUndo: false })
    expect(updated).toMatchObject({
      action: 'Updated',
      actor: { _id: admin.id, name: { firstName: 'Asha', lastName: 'Rao' } },
      canUndo: true,
    })
    expect(updated.changes).toEqual([
      { field: 'Price', before: '$100.00', after: '$130.00' },
      { field: 'On sale', before: 'Yes', after: 'No' },
      { field: 'Stock', before: '20', after: '25' },
      { field: 'Category', before: expect.stringContaining('Category'), after: category.name },
      { field: 'Gallery', before: 'Picture', after: 'front.jpg' },
    ])
  })

  it('undoes the fields of one change, and keeps its stock, later changes and sales', async () => {
    const { _id } = await created()
    await put(_id, { price: 130, stock: 25 }, admin)
    const [change] = await historyOf(_id)
    await put(_id, { name: 'Silk shirt' }, admin)
    await buy(await shop.customer(), [{ product: _id, quantity: 3 }])

    const answer = await undo(_id, change.id)

    expect(answer).toMatchObject({ status: 200, data: { price: 100, name: 'Silk shirt', stock: 22 } })
    expect(await stockOf(_id)).toBe(22)
    expect((await historyOf(_id))[0].changes).toEqual([{ field: 'Price', before: '$130.00', after: '$100.00' }])
  })

  it('offers no undo of a stock alone, which has its ledger', async () => {
    const { _id } = await created()
    await put(_id, { stock: 12 }, admin)
    const [count] = await historyOf(_id)

    expect(count).toMatchObject({ changes: [{ field: 'Stock', before: '20', after: '12' }], canUndo: false })
    expect(await undo(_id, count.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    expect(await stockOf(_id)).toBe(12)
  })

  it('sets a product active again', async () => {
    const { _id } = await created()
    await shop.post('/products/bulk', { action: 'deactivate', ids: [_id] }, admin)

    expect(await undo(_id, (await historyOf(_id))[0].id)).toMatchObject({ status: 200, data: { isActive: true } })
  })

  it('undoes a change once under repeated requests', async () => {
    const { _id } = await created()
    await put(_id, { price: 130 }, admin)
    const [change] = await historyOf(_id)
    await undo(_id, change.id)

    const again = await undo(_id, change.id)

    expect(again).toMatchObject({ status: 409, message: 'This was undone already.' })
    const [undoing, undone] = await historyOf(_id)
    expect(undoing).toMatchObject({ canUndo: true, isUndone: false })
    expect(undone).toMatchObject({ id: change.id, canUndo: false, isUndone: true })
    expect((await auditEventsOn(`product:${_id}`))[0]).toMatchObject({
      before: { price: 130 },
      after: { price: 100, undoes: change.id },
    })
  })

  it('undoes a change once under two concurrent requests', async () => {
    const { _id } = await created()
    await put(_id, { price: 130 }, admin)
    const [change] = await historyOf(_id)

    const answers = await Promise.all([undo(_id, change.id), undo(_id, change.id)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await historyOf(_id)).toHaveLength(3)
  })

  it('undoes an undo, also once', async () => {
    const { _id } = await created()
    await put(_id, { price: 130, name: 'Silk shirt' }, admin)
    await undo(_id, (await historyOf(_id))[0].id)
    const [undoing] = await historyOf(_id)

    expect(await undo(_id, undoing.id)).toMatchObject({ status: 200, data: { price: 130, name: 'Silk shirt' } })

    expect(await undo(_id, undoing.id)).toMatchObject({ status: 409, message: 'This was undone already.' })
    expect(await undo(_id, (await historyOf(_id))[0].id)).toMatchObject({ data: { price: 100 } })
    expect((await historyOf(_id))[0].changes.map(({ field }: { field: string }) => field)).toEqual(['Name', 'Price'])
  })

  it('says why a change cannot be undone', async () => {
    const [product, other] = [await created(), await created()]
    await put(product._id, { price: 130 }, admin)
    const [change, creation] = await historyOf(product._id)
    await put(product._id, { price: 140 }, admin)

    expect(await undo(product._id, change.id)).toMatchObject({
      status: 409,
      message: 'Price was changed again since, so this cannot be undone.',
    })
    expect(await undo(product._id, creation.id)).toMatchObject({ status: 409, message: 'This cannot be undone.' })
    expect(await undo(other._id, change.id)).toMatchObject({ status: 404, message: 'There is no such change.' })
    expect(await undo(newId(), change.id)).toMatchObject({ status: 404, message: 'Product not found.' })
  })

  it('brings back a weight that was cleared, and says so', async () => {
    const { _id } = await created()
    await put(_id, { weight: null }, admin)
    const [change] = await historyOf(_id)

    const { data } = await undo(_id, change.id)

    expect(change.changes).toEqual([{ field: 'Weight in grams', before: '240', after: 'none' }])
    expect(data.weight).toBe(240)
    expect((await historyOf(_id))[0].changes).toEqual([{ field: 'Weight in grams', before: 'none', after: '240' }])
  })

  it('says when its pictures were deleted since', async () => {
    const { _id, gallery } = await created()
    await put(_id, { gallery: [] }, admin)
    const [change] = await historyOf(_id)
    await shop.call('DELETE', `/media/${gallery[0]._id}`, { as: admin })

    expect(await undo(_id, change.id)).toMatchObject({ status: 400, message: 'Media not found.' })
    expect((await historyOf(_id))[0].changes[0].before).toBe('a deleted picture')
  })
})
