import { describe, expect, it } from 'vitest'
import { tagsDroppedBy } from '../../test/dropped-tags.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { minute, salesOf } from './planned-prices/planned-prices-fixtures.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()

const { aProduct } = staffOf(shop)

const admin = shop.anAdmin()

const { add } = discountsOf(shop, admin)

const { addSale } = salesOf(shop, admin)

type Listed = { _id: string }

const edit = (id: string, body: object, as?: Person) => shop.call('PATCH', `/categories/${id}`, { body, as })
const remove = (id: string, moveTo: string, as: Person) =>
  shop.call('DELETE', `/categories/${id}?moveTo=${moveTo}`, { as })
const staffList = async (as: Person): Promise<Listed[]> => (await shop.get('/categories/staff', as)).data
const findIn = (list: Listed[], id: string) => list.find(({ _id }) => _id === id)

async function lastEvent(subject: string) {
  return shop.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_id'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

describe('PATCH /categories/:id', () => {
  it('B85 renames, describes and pictures a category, and its products are found by the new name at once', async () => {
    const { id, slug } = await shop.category()
    const own = await shop.media()
    const newest = await shop.media()
    const product = await shop.product({ category_id: id, thumbnail_id: newest.id })
    const name = `Dhotis ${id}`

    const answer = await edit(id, { name, description: 'Soft cotton.', picture: own.id, version: 1 }, admin)

    expect(answer).toMatchObject({ status: 200, message: 'Category updated successfully.' })
    expect(answer.data).toMatchObject({ _id: id, name, slug, description: 'Soft cotton.', version: 2, count: 1 })
    expect(answer.data).toMatchObject({ picture: { _id: own.id }, hasOwnPicture: true })
    expect((await shop.get(`/categories/${id}`)).data).toMatchObject({ name, picture: { _id: own.id } })
    expect((await shop.get(`/products?keyword=dhotis+${id}`)).data).toMatchObject([{ _id: product.id }])
    expect((await shop.get(`/products/${product.id}`)).data.category).toEqual({ _id: id, name, slug })
    expect(await lastEvent(`category:${id}`)).toMatchObject({
      action: 'category.updated',
      actor_id: admin.id,
      before: { description: '', picture: null },
      after: { name, description: 'Soft cotton.', picture: own.id },
    })
  })

  it('shows the picture of the newest product again when its own is removed, or deleted', async () => {
    const { id } = await shop.category()
    const newest = await shop.media()
    await shop.product({ category_id: id, thumbnail_id: newest.id })
    const [first, second] = [await shop.media(), await shop.media()]
    const picture = async () => (await shop.get(`/categories/${id}`)).data.picture._id

    await edit(id, { picture: first.id }, admin)
    await edit(id, { picture: null }, admin)
    expect(await picture()).toBe(newest.id)

    await edit(id, { picture: second.id }, admin)
    await shop.call('DELETE', `/media/${second.id}`, { as: admin })
    expect(await picture()).toBe(newest.id)
    expect(findIn(await staffList(admin), id)).toMatchObject({ hasOwnPicture: false })
  })

  it('refuses a stale form, an unknown picture, and what B84 refuses', async () => {
    const [{ id }, other] = [await shop.category(), await shop.category()]
    await edit(id, { description: 'First.', version: 1 }, admin)

    expect(await edit(id, { description: 'Second.', version: 1 }, admin)).toMatchObject({
      status: 409,
      message: 'This item was changed by someone else. Please reload.',
    })
    expect(await edit(id, { picture: newId() }, admin)).toMatchObject({
      status: 400,
      errors: { picture: 'Media not found.' },
    })
    expect(await edit(id, { slug: other.slug }, admin)).toMatchObject({
      status: 409,
      message: 'Category slug already in use.',
    })
    expect(await edit(id, { name: other.name.toUpperCase() }, admin)).toMatchObject({ status: 409 })
    expect(await edit(id, { description: 'x'.repeat(301) }, admin)).toMatchObject({ status: 400 })
    expect(await edit(newId(), { name: 'Nowhere' }, admin)).toMatchObject({ status: 404 })
    expect((await shop.get(`/categories/${id}`)).data).toMatchObject({ description: 'First.' })
  })
})

describe('a category that is hidden while it is empty', () => {
  it("is in the shop's list once it has an active product, and always in that of staff", async () => {
    const { id, slug } = await shop.category()
    await edit(id, { hidesWhileEmpty: true }, admin)
    const suggested = async () => (await shop.get(`/products/suggestions?keyword=category+${id}`)).data.categories
    const isListed = async () => findIn((await shop.get('/categories')).data, id) !== undefined

    expect(await isListed()).toBe(false)
    expect((await suggested()).map(({ slug }: { slug: string }) => slug)).not.toContain(slug)
    const product = await shop.product({ category_id: id, is_active: false })
    expect(await isListed()).toBe(false)
    expect(findIn(await staffList(admin), id)).toMatchObject({ count: 1, hidesWhileEmpty: true })
    await shop.db.updateTable('products').set({ is_active: true }).where('id', '=', product.id).execute()
    expect(await isListed()).toBe(true)
  })
})

describe('PUT /categories/order', () => {
  const order = (body: object, as: Person) => shop.call('PUT', '/categories/order', { body, as })

  it('puts the categories into another order everywhere, and new ones last', async () => {
    await Promise.all([shop.category(), shop.category(), shop.category()])
    const seen = (await staffList(admin)).map(({ _id }) => _id)
    const ids = [...seen].reverse()

    const answer = await order({ ids, seen }, admin)

    expect(answer).toMatchObject({ status: 200, message: 'Categories reordered successfully.' })
    expect(answer.data.map(({ _id }: Listed) => _id)).toEqual(ids)
    const { id } = await shop.category()
    expect((await shop.get('/categories')).data.map(({ _id }: Listed) => _id)).toEqual([...ids, id])
  })

  it('refuses an order that was made from an outdated one, or that leaves out a category', async () => {
    const seen = (await staffList(admin)).map(({ _id }) => _id)
    const { id } = await shop.category()
    const message = 'The categories were changed by someone else. Please reload.'

    expect(await order({ ids: [...seen].reverse(), seen }, admin)).toMatchObject({ status: 409, message })
    const all = [...seen, id]
    expect(await order({ ids: seen, seen: all }, admin)).toMatchObject({ status: 409 })
    expect(await order({ ids: [...seen, seen[0]], seen: all }, admin)).toMatchObject({ status: 409 })
  })
})

describe('DELETE /categories/:id', () => {
  it('requires a target for its products, and moves them, deleted ones included', async () => {
    const [from, to] = [await shop.category(), await shop.category({ name: `Angarkhas ${newId()}` })]
    const active = await shop.product({ category_id: from.id })
    const hidden = await shop.product({ category_id: from.id, is_active: false })
    const gone = await shop.product({ category_id: from.id, deleted_at: new Date() })

    expect(await shop.call('DELETE', `/categories/${from.id}`, { as: admin })).toMatchObject({
      status: 409,
      message: `${from.name} has 2 products. Choose where to move them.`,
    })
    const tags = await tagsDroppedBy(() => remove(from.id, to.id, admin))

    const products = [active, hidden, gone].map(({ id }) => `product:${id}`)
    expect(tags.sort()).toEqual([...products, 'catalog', `category:${from.slug}`, `category:${to.slug}`].sort())
    expect((await shop.get(`/categories/slug/${to.slug}/products`)).data).toMatchObject([{ _id: active.id }])
    expect((await shop.get(`/categories/slug/${from.slug}`)).data).toMatchObject({ _id: to.id })
    expect((await shop.get(`/products?keyword=angarkhas&category=${to.slug}`)).data).toMatchObject([{ _id: active.id }])
    expect((await shop.get(`/products/${active.id}`)).data).toMatchObject({ category: { _id: to.id }, version: 2 })
  })

  it('is refused while discounts and planned sales that are not over are for it, and names them', async () => {
    const [from, to] = [await shop.category({ name: `Shoes ${newId()}` }), await shop.category()]
    const given = { appliesTo: 'categories', targets: [to.id, from.id] }
    const discount = await add({ ...given, name: 'Shoes week', isActive: false })
    await add({ ...given, name: 'Over', endsAt: minute(-1) })
    await add({ appliesTo: 'categories', targets: [to.id], name: 'Of others' })
    const target = { kind: 'category', ids: [from.id] }
    const sale = await addSale({ name: 'Black Friday', target, begins: minute(1), ends: minute(3) })
    await addSale({ name: 'Running', target })

    expect(await remove(from.id, to.id, admin)).toMatchObject({
      status: 409,
      message: `These are for ${from.name}: discount “Shoes week”, planned sale “Black Friday”. Please change or delete them first.`,
    })
    await shop.call('PATCH', `/discounts/${discount.data._id}`, { body: { targets: [to.id], version: 1 }, as: admin })
    await shop.call('DELETE', `/planned-prices/${sale.data._id}`, { as: admin })
    expect(await remove(from.id, to.id, admin)).toMatchObject({ status: 200 })
  })

  it('is restored with its products, except those that were moved on meanwhile', async () => {
    const [from, to, third] = [await shop.category(), await shop.category(), await shop.category()]
    await edit(from.id, { slug: `late-${from.id}`, description: 'Kept.', hidesWhileEmpty: true }, admin)
    const { id: thumbnail_id } = await shop.media()
    const stays = await shop.product({ category_id: from.id })
    const moves = await shop.product({ category_id: from.id, thumbnail_id })
    const before = (await staffList(admin)).map(({ _id }) => _id)
    await remove(from.id, to.id, admin)
    await shop.call('PUT', `/products/${moves.id}`, { body: { category: third.id }, as: admin })

    const answer = await shop.post(`/categories/${from.id}/restore`, undefined, admin)

    expect(answer).toMatchObject({ status: 200, message: 'Category restored successfully.' })
    expect(answer.data).toMatchObject({
      slug: `late-${from.id}`,
      description: 'Kept.',
      hidesWhileEmpty: true,
      count: 1,
    })
    expect((await staffList(admin)).map(({ _id }) => _id)).toEqual(before)
    expect((await shop.get(`/products/${stays.id}`)).data.category._id).toBe(from.id)
    expect((await shop.get(`/products/${moves.id}`)).data.category._id).toBe(third.id)
    for (const slug of [from.slug, `late-${from.id}`]) {
      expect((await shop.get(`/categories/slug/${slug}`)).data._id).toBe(from.id)
    }
    expect((await shop.post(`/categories/${from.id}/restore`, undefined, admin)).status).toBe(404)
  })

  it('moves or refuses each product that is added while the category is deleted, and leaves none behind', async () => {
    for (let round = 0; round < 5; round++) {
      const [from, to] = [await shop.category(), await shop.category()]
      await shop.product({ category_id: from.id })
      const input = await aProduct({ category: from.id })
      const [removed, ...added] = await Promise.all([
        remove(from.id, to.id, admin),
        ...Array.from({ length: 4 }, () => shop.post('/products', input, admin)),
      ])

      expect(removed?.status).toBe(200)
      const isRefused = (answer: { status: number }) => answer.status === 400
      for (const answer of added.filter(isRefused)) expect(answer.errors).toEqual({ category: 'Category not found.' })
      const kept = added.filter(answer => !isRefused(answer))
      expect(kept.every(({ status }) => status === 201)).toBe(true)
      expect((await shop.get(`/categories/id/${to.id}/products`)).meta.total).toBe(kept.length + 1)
    }
  })

  it('lets two admins who delete each other’s target end with one category and all products', async () => {
    const [one, other] = [await shop.category(), await shop.category()]
    await shop.product({ category_id: one.id })
    await shop.product({ category_id: other.id })

    const answers = await Promise.all([remove(one.id, other.id, admin), remove(other.id, one.id, admin)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})
