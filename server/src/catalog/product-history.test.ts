import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, aShirt, put } = staffOf(shop)
const { buy, cancel, stockOf } = shoppersOf(shop)

const admin = shop.anAdmin()

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

  it('offers no undo of the stock of a variant, of whose fields nothing changed', async () => {
    const { _id, variants } = await aShirt(admin)
    const [first, ...others] = variants.map(({ _id, options }: { _id: string; options: object }) => ({ _id, options }))
    await put(_id, { variants: [{ ...first, stock: 9 }, ...others] }, admin)

    expect((await historyOf(_id))[0]).toMatchObject({ action: 'Updated', canUndo: false })
  })

  it('undoes a change once under two concurrent requests', async () => {
    const { _id } = await created()
    await put(_id, { price: 130 }, admin)
    const [change] = await historyOf(_id)

    const answers = await Promise.all([undo(_id, change.id), undo(_id, change.id)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await historyOf(_id)).toHaveLength(3)
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
})

describe('the movements of stock', () => {
  it('lists what changed the stock of each variant, newest first, and of one alone', async () => {
    const customer = await shop.customer()
    const { _id, variants } = await aShirt(admin)
    const [S, M] = variants
    const order = (await buy(customer, [{ product: _id, variant: M._id, quantity: 2 }])).data._id
    await cancel(order, customer)
    await put(_id, { variants: [{ _id: S._id, stock: 6 }, { _id: M._id }] }, admin)
    const movements = (query = '') => shop.get(`/products/${_id}/stock-movements${query}`, admin)

    const all = await movements()
    const ofM = await movements(`?variant=${M._id}&size=2&page=2`)

    const size = (Size: string) => ({ options: { Size }, isDeleted: false })
    const name = { firstName: 'Asha', lastName: 'Rao' }
    expect(all.data).toMatchObject([
      { variant: size('S'), delta: 4, reason: 'edit', order: null, actor: { _id: admin.id, name } },
      { variant: size('M'), delta: 2, reason: 'release', order, actor: null },
      { variant: size('M'), delta: -2, reason: 'order', order },
      { delta: expect.any(Number), reason: 'opening' },
      { delta: expect.any(Number), reason: 'opening' },
    ])
    expect(ofM.data).toMatchObject([{ variant: { _id: M._id }, delta: 3, reason: 'opening' }])
    expect(ofM.meta).toMatchObject({ total: 3, pageCount: 2 })
  })
})
