import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()

const admin = shop.anAdmin()

type Named = { _id: string; slug: string; name: string }

const edit = (id: string, body: object, as: Person) => shop.call('PATCH', `/categories/${id}`, { body, as })
const remove = (id: string, as: Person) => shop.call('DELETE', `/categories/${id}`, { as })
const idsOf = (list: Named[]) => list.map(({ _id }) => _id)
const list = async (as?: Person): Promise<Named[]> => (await shop.get('/categories', as)).data

async function aBranch(word = 'Outerwear') {
  const id = newId()
  const parent = await shop.category({ id, name: `${word} ${id}` })
  return { parent, child: await shop.category({ parent_id: id }) }
}

describe('a category in another one', () => {
  it('is created or moved there, and listed after it with its parent', async () => {
    const [parent, later] = [await shop.category(), await shop.category()]
    const input = { name: `Shirts ${parent.id}`, slug: `shirts-${parent.id}` }

    const created = await shop.post('/categories', { ...input, parent: parent.id }, admin)

    const named = { _id: parent.id, name: parent.name, slug: parent.slug }
    expect(created).toMatchObject({ status: 201, data: { ...input, parent: named } })
    const shown = idsOf(await list())
    expect(shown.indexOf(created.data._id)).toBe(shown.indexOf(parent.id) + 1)
    expect(shown.indexOf(later.id)).toBe(shown.indexOf(parent.id) + 2)
    const moved = await edit(created.data._id, { parent: later.id }, admin)
    expect(moved.data.parent).toMatchObject({ _id: later.id })
    expect((await edit(created.data._id, { parent: null }, admin)).data.parent).toBeNull()
  })

  it('shows its products in the parent, which names its children, counts them, and has their picture', async () => {
    const { parent, child } = await aBranch()
    const { id: thumbnail_id } = await shop.media()
    const [own, ofChild] = [
      await shop.product({ category_id: parent.id }),
      await shop.product({ category_id: child.id, thumbnail_id, on_sale: true, sale_price_cents: 100 }),
    ]
    await shop.product({ category_id: child.id, is_active: false })

    const answer = await shop.get(`/categories/slug/${parent.slug}`)

    expect(answer.data).toMatchObject({
      count: 2,
      parent: null,
      picture: { _id: thumbnail_id },
      children: [{ _id: child.id, name: child.name, slug: child.slug, count: 1 }],
    })
    const products = async (query = '') =>
      idsOf((await shop.get(`/categories/slug/${parent.slug}/products${query}`)).data)
    expect(await products()).toEqual([ofChild.id, own.id])
    expect(await products('?onSale=true')).toEqual([ofChild.id])
    expect(await products('?sort=price-desc')).toEqual([own.id, ofChild.id])
    expect(idsOf((await shop.get(`/categories/slug/${child.slug}/products`)).data)).toEqual([ofChild.id])
    expect((await list()).find(({ _id }) => _id === parent.id)).toMatchObject({
      count: 2,
      children: answer.data.children,
    })
  })

  it('is found by the name of its parent, and the parent filters and counts it, with and without a keyword', async () => {
    const { parent, child } = await aBranch()
    const product = await shop.product({ category_id: child.id, name: `Warm anorak ${child.id}` })
    const find = async (query: string) => idsOf((await shop.get(`/products?${query}`)).data)

    expect(await find(`keyword=outerwear+${parent.id}`)).toEqual([product.id])
    expect(await find(`category=${parent.slug}`)).toEqual([product.id])
    expect(await find(`category=${parent.slug}&keyword=anorak+${child.id}`)).toEqual([product.id])
    expect(await find(`category=${parent.slug}&keyword=galoshes`)).toEqual([])
    const { data } = await shop.get(`/products/facets?keyword=anorak+${child.id}&category=${parent.slug}`)
    expect(data.categories).toEqual([
      { name: parent.name, slug: parent.slug, count: 1 },
      { name: child.name, slug: child.slug, count: 1, parent: parent.slug },
    ])
    expect(data.onSale + data.prices.length).toBe(1)

    await edit(parent.id, { name: `Cloaks ${parent.id}`, slug: `cloaks-${parent.id}` }, admin)
    expect(await find(`keyword=cloaks+${parent.id}`)).toEqual([product.id])
    expect(await find(`category=cloaks-${parent.id}&keyword=anorak+${child.id}`)).toEqual([product.id])
    await edit(child.id, { parent: null }, admin)
    expect(await find(`category=cloaks-${parent.id}`)).toEqual([])
    expect(await find(`category=cloaks-${parent.id}&keyword=anorak+${child.id}`)).toEqual([])
  })

  it('leads to its products over its parent, and a change of either drops the pages of both and of the product', async () => {
    const { parent, child } = await aBranch()
    const { id: thumbnail_id } = await shop.media()
    const product = await shop.product({ category_id: child.id, thumbnail_id })
    const tagsOf = async (path: string) => String((await shop.get(path)).headers['cache-tag']).split(' ')
    const dropped: string[] = []
    const stop = onChange(tags => void dropped.push(...tags))
    const isDropped = async (path: string) => (await tagsOf(path)).some(tag => dropped.includes(tag))
    const pages = [`/products/${product.id}`, ...[parent, child].map(({ slug }) => `/categories/slug/${slug}/products`)]

    const { data } = await shop.get(`/products/${product.id}`)
    await edit(parent.id, { seoTitle: 'Coats' }, admin)
    const ofParent = await Promise.all(pages.map(isDropped))
    dropped.length = 0
    await shop.call('PUT', `/products/${product.id}`, { body: { price: 12 }, as: admin })
    const ofProduct = await Promise.all(pages.map(isDropped))

    stop()
    const steps = [parent, child].map(({ name, slug }) => ({ name, slug }))
    expect(data).toMatchObject({ category: { _id: child.id }, trail: steps })
    expect(ofParent).toEqual([true, true, true])
    expect(ofProduct).toEqual([true, true, true])
  })

  it('is refused below a third level, in itself, and in a category that is not there', async () => {
    const { parent, child } = await aBranch()
    const other = await shop.category()
    const refusal = async (id: string, of: string) => (await edit(id, { parent: of }, admin)).errors?.parent

    expect(await refusal(other.id, child.id)).toBe(`${child.name} is in another category itself.`)
    expect(await refusal(parent.id, other.id)).toBe(`${parent.name} has categories of its own: ${child.name}.`)
    expect(await refusal(other.id, other.id)).toBe('A category cannot be in itself.')
    expect(await refusal(other.id, 'f'.repeat(24))).toBe('Category not found.')
    const input = { name: `Third ${child.id}`, slug: `third-${child.id}`, parent: child.id }
    expect(await shop.post('/categories', input, admin)).toMatchObject({ status: 400 })
  })

  it('is never a circle or a third level, whatever two admins do at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b, c] = [await shop.category(), await shop.category(), await shop.category()]

      const answers = await Promise.all([
        edit(a.id, { parent: b.id }, admin),
        edit(b.id, { parent: a.id }, admin),
        edit(c.id, { parent: a.id }, admin),
        edit(b.id, { parent: c.id }, admin),
        shop.post('/categories', { name: `D ${a.id}`, slug: `d-${a.id}`, parent: a.id }, admin),
        remove(c.id, admin),
      ])

      expect(answers.map(({ status }) => status).filter(status => ![200, 201, 400, 404, 409].includes(status))).toEqual(
        [],
      )
      const { rows } =
        await sql`select child.id from categories child join categories parent on parent.id = child.parent_id
        where parent.parent_id is not null or parent.id = child.id`.execute(shop.db)
      expect(rows).toEqual([])
    }
  })
})

describe('deleting a category with categories in it', () => {
  it('is refused until they are elsewhere, whichever of two admins is first', async () => {
    const { parent, child } = await aBranch()

    expect(await remove(parent.id, admin)).toMatchObject({
      status: 409,
      code: 'category_in_use',
      message: `${parent.name} has a category in it (${child.name}). Move or delete it first.`,
    })
    await edit(child.id, { parent: null }, admin)
    const [removed, moved] = await Promise.all([remove(parent.id, admin), edit(child.id, { parent: parent.id }, admin)])
    expect([removed.status, moved.status]).toEqual(removed.status === 200 ? [200, 400] : [409, 200])
  })
})

describe('a hidden category', () => {
  it('leaves lists, facets, suggestions and its page with its children, while products are found and bought', async () => {
    const { parent, child } = await aBranch('Secretwear')
    const product = await shop.product({ category_id: child.id, name: `Velvet cape ${child.id}` })
    const pages = [parent, child].map(({ slug }) => `/categories/slug/${slug}`)
    const statuses = () =>
      Promise.all([...pages, `/categories/${child.id}`].map(async path => (await shop.get(path)).status))
    const suggested = async () =>
      (await shop.get('/products/suggestions?keyword=secretwear')).data.categories.map(({ slug }: Named) => slug)
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await suggested()).toContain(parent.slug)

    const answer = await edit(parent.id, { isHidden: true }, admin)

    expect(answer.data).toMatchObject({ isHidden: true })
    expect(await statuses()).toEqual([404, 404, 404])
    expect(idsOf(await list()).filter(id => [parent.id, child.id].includes(id))).toEqual([])
    expect(await suggested()).not.toContain(parent.slug)
    expect(idsOf((await shop.get('/categories/staff', admin)).data)).toEqual(
      expect.arrayContaining([parent.id, child.id]),
    )
    const facets = (await shop.get(`/products/facets?keyword=velvet+${child.id}`)).data
    expect(facets).toMatchObject({ categories: [], prices: [{ count: 1 }] })
    expect(idsOf((await shop.get(`/products?keyword=velvet+${child.id}`)).data)).toEqual([product.id])
    expect((await shop.get(`/products/${product.id}`)).data).toMatchObject({
      category: { slug: child.slug },
      trail: [],
    })
    expect((await shop.get(`/categories/slug/${child.slug}/products`)).data).toHaveLength(1)
  })
})
