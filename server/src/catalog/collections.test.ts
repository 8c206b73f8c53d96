import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { minute, salesOf } from './planned-prices/planned-prices-fixtures.ts'

const shop = startShop()

const admin = shop.anAdmin()

const { add } = discountsOf(shop, admin)

const { addSale } = salesOf(shop, admin)

const DAY_MS = 86_400_000

async function aCollection(rule: object, admin: Person) {
  const slug = `under-50-${newId()}`
  const answer = await shop.post('/collections', { name: `Under $50 ${slug}`, slug, ...rule }, admin)
  return { slug, ...answer }
}

const idsIn = async (slug: string, query = '') =>
  (await shop.get(`/collections/slug/${slug}/products${query}`)).data.map(({ _id }: { _id: string }) => _id)

type Given = Parameters<typeof shop.product>[0] & { age?: number }

async function aProduct({ age = 0, ...given }: Given) {
  const id = (Date.now() - age * DAY_MS).toString(16).padStart(12, '0').padEnd(24, '0')
  return (await shop.product({ ...given, ...(age > 0 && { id }) })).id
}

describe('a collection', () => {
  it('has the products that meet all of its rule, with count, order, pages and filters of any list', async () => {
    const tag = `t${newId()}`
    const dear = await aProduct({ tags: `Linen, ${tag}`, price_cents: 6000 })
    const cheap = await aProduct({ tags: tag.toUpperCase(), price_cents: 2000 })
    const reduced = await aProduct({ tags: `${tag},summer`, price_cents: 9000, on_sale: true, sale_price_cents: 5000 })
    await aProduct({ tags: `${tag}-other`, price_cents: 2000 })
    await aProduct({ tags: tag, price_cents: 2000, is_active: false })
    const ofTag = await aCollection({ tag }, admin)
    const both = await aCollection({ tag, maxPrice: '50' }, admin)
    const sale = await aCollection({ tag, onSale: true }, admin)

    expect(ofTag).toMatchObject({ status: 201, data: { tag, count: 3, maxPrice: null, isHidden: false } })
    expect(await idsIn(ofTag.slug)).toEqual([reduced, cheap, dear])
    expect(await idsIn(both.slug, '?sort=price-asc')).toEqual([cheap, reduced])
    expect(await idsIn(both.slug, '?size=1&page=2')).toEqual([cheap])
    expect(await idsIn(sale.slug)).toEqual([reduced])
    expect((await shop.get(`/collections/slug/${both.slug}`)).data).toMatchObject({ slug: both.slug, count: 2 })
    const facets = (await shop.get(`/products/facets?collection=${both.slug}`)).data
    expect(facets).toMatchObject({ onSale: 1, inStock: 2 })
    expect((await shop.get('/products/facets?collection=nowhere')).data).toMatchObject({ inStock: 0, categories: [] })
    expect((await shop.get(`/products?keyword=${tag}`)).meta.total).toBe(4)
  })

  it('of new products has those of the last days of the shop’s calendar, and its pages follow the day', async () => {
    const tag = `t${newId()}`
    const [fresh] = [await aProduct({ tags: tag }), await aProduct({ tags: tag, age: 31 })]
    const aged = await aProduct({ tags: tag, age: 29 })
    const { slug } = await aCollection({ tag, newDays: 30 }, admin)

    expect((await idsIn(slug)).sort()).toEqual([fresh, aged].sort())
    const tags = (await shop.get(`/collections/slug/${slug}`)).headers['cache-tag']
    expect(tags).toBe('catalog day')
  })

  it('previews the count of a rule, and is refused without one', async () => {
    const tag = `t${newId()}`
    await aProduct({ tags: tag, price_cents: 4999 })
    const count = async (query: string) => (await shop.get(`/collections/count?${query}`, admin)).data.count

    expect(await count(`tag=${tag}&maxPrice=49.99`)).toBe(1)
    expect(await count(`tag=${tag}&maxPrice=49.98&newDays=`)).toBe(0)
    expect(await count('onSale=false')).toBe(0)
    expect(await aCollection({ onSale: false }, admin)).toMatchObject({
      status: 400,
      errors: { maxPrice: expect.any(String) },
    })
    expect(await aCollection({ maxPrice: 0 }, admin)).toMatchObject({ status: 400 })
    expect(await aCollection({ newDays: 1.5 }, admin)).toMatchObject({ status: 400 })
  })

  it('is changed, hidden and deleted with its history in the audit log, and refused when the form is stale', async () => {
    const { data, slug } = await aCollection({ maxPrice: 50 }, admin)
    const edit = (body: object) => shop.call('PATCH', `/collections/${data._id}`, { body, as: admin })

    expect((await edit({ seoTitle: 'Gifts', version: 1 })).data).toMatchObject({ seoTitle: 'Gifts', version: 2 })
    expect(await edit({ maxPrice: 60, version: 1 })).toMatchObject({ status: 409, code: 'version_conflict' })
    expect(await edit({ maxPrice: '' })).toMatchObject({ status: 400, errors: { maxPrice: expect.any(String) } })
    expect((await shop.get(`/collections/slug/${slug}`)).status).toBe(200)
    await edit({ isHidden: true })
    for (const path of ['', '/products']) expect((await shop.get(`/collections/slug/${slug}${path}`)).status).toBe(404)
    expect((await shop.call('DELETE', `/collections/${data._id}`, { as: admin })).status).toBe(200)

    const log = await shop.get(`/audit?subject=collection:${data._id}`, admin)
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      'collection.deleted',
      'collection.updated',
      'collection.updated',
      'collection.created',
    ])
  })

  it('comes back as it was when its deletion is undone, unless its name is taken', async () => {
    const { data } = await aCollection({ maxPrice: 50 }, admin)
    const restore = () => shop.post(`/collections/${data._id}/restore`, undefined, admin)
    const remove = (id: string) => shop.call('DELETE', `/collections/${id}`, { as: admin })
    await remove(data._id)
    const other = await shop.post('/collections', { name: data.name, slug: `${data.slug}-2`, onSale: true }, admin)

    expect(await restore()).toMatchObject({ status: 409, code: 'name_taken' })
    await remove(other.data._id)
    expect(await restore()).toMatchObject({ status: 200, data: { _id: data._id, slug: data.slug, maxPrice: 50 } })
    expect(await restore()).toMatchObject({ status: 200 })
  })

  it('stays while a discount or a planned sale is for it, which the refusal names', async () => {
    const { data } = await aCollection({ maxPrice: 50 }, admin)
    const remove = () => shop.call('DELETE', `/collections/${data._id}`, { as: admin })
    const discount = await add({ appliesTo: 'collections', targets: [data._id] })
    const target = { kind: 'collection', ids: [data._id] }
    const sale = await addSale({ target, begins: minute(1), ends: minute(3) })

    expect(await remove()).toMatchObject({
      status: 409,
      message: `These are for ${data.name}: discount “Summer sale”, planned sale “Winter sale”. Please change or delete them first.`,
    })
    await shop.call('DELETE', `/discounts/${discount.data._id}`, { as: admin })
    await shop.call('DELETE', `/planned-prices/${sale.data._id}`, { as: admin })
    expect((await remove()).status).toBe(200)
  })
})
