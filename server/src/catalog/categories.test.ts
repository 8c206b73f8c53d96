import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()

/** A name and a slug that no other test uses. */
function aCategory() {
  const id = newId()
  return { name: `Sarees ${id}`, slug: `sarees-${id}` }
}

const slugs = (categories: { slug: string }[]) => categories.map(({ slug }) => slug)

describe('POST /categories', () => {
  it('T339 T262 an admin creates a category', async () => {
    const input = aCategory()

    const answer = await shop.post('/categories', input, await shop.admin())

    expect(answer).toMatchObject({ status: 201, success: true, message: 'Category created successfully.' })
    const empty = { description: '', count: 0, picture: null, parent: null }
    expect(answer.data).toEqual({ ...input, ...empty, _id: expect.any(String) })
    expect((await shop.get(`/categories/${answer.data._id}`)).data).toMatchObject(answer.data)
  })

  it('B84 refuses a slug or a name that is taken, whatever its case', async () => {
    const admin = await shop.admin()
    const taken = aCategory()
    await shop.post('/categories', taken, admin)

    const sameSlug = await shop.post('/categories', { ...aCategory(), slug: taken.slug }, admin)
    const sameName = await shop.post('/categories', { ...aCategory(), name: taken.name.toUpperCase() }, admin)

    const message = 'Category slug already in use.'
    const errors = { slug: 'Another category has this slug.' }
    expect(sameSlug).toMatchObject({ status: 409, message, errors })
    expect(sameName).toMatchObject({ status: 409, message: 'Category name already in use.' })
  })
})

describe('GET /categories', () => {
  it('T340 lists all categories in the order of their creation', async () => {
    const first = await shop.category()
    const second = await shop.category()
    await shop.product({ category_id: second.id })

    const { data, headers } = await shop.get('/categories')

    expect(slugs(data).filter(slug => [first.slug, second.slug].includes(slug))).toEqual([first.slug, second.slug])
    expect(data.find(({ _id }: { _id: string }) => _id === second.id)).toMatchObject({ count: 1 })
    expect(headers['cache-tag']).toBe('catalog')
  })

  it('B82 counts inactive products for admins only', async () => {
    const { id } = await shop.category()
    await shop.product({ category_id: id })
    await shop.product({ category_id: id, is_active: false })
    await shop.product({ category_id: id, deleted_at: new Date() })
    const countFor = async (as?: Awaited<ReturnType<typeof shop.admin>>) =>
      (await shop.get('/categories', as)).data.find(({ _id }: { _id: string }) => _id === id).count

    expect(await countFor()).toBe(1)
    expect(await countFor(await shop.customer())).toBe(1)
    expect(await countFor(await shop.admin())).toBe(2)
  })
})

describe('one category', () => {
  it('T341 T342 is found by its id in any case, and by its slug', async () => {
    const { id, slug } = await shop.category()

    const byId = await shop.get(`/categories/${id.toUpperCase()}`)
    const bySlug = await shop.get(`/categories/slug/${slug}`)

    expect(byId.data).toMatchObject({ _id: id, slug })
    expect(bySlug.data).toEqual(byId.data)
    expect(bySlug.headers['cache-tag']).toBe(`catalog category:${slug}`)
  })

  it.each([`/${newId()}`, '/slug/nowhere', `/id/${newId()}/products`, '/slug/nowhere/products'])(
    'T341 T342 is not found at %s',
    async path => {
      expect(await shop.get(`/categories${path}`)).toMatchObject({ status: 404, message: 'Category not found.' })
    },
  )
})

describe('the products of a category', () => {
  it('T343 T344 T051 are its active ones, newest first, up to 100 a page', async () => {
    const { id, slug } = await shop.category()
    const older = await shop.product({ category_id: id })
    const newer = await shop.product({ category_id: id })
    await shop.product({ category_id: id, is_active: false })
    await shop.product({ category_id: id, deleted_at: new Date() })
    await shop.product()

    const byId = await shop.get(`/categories/id/${id}/products`)
    const bySlug = await shop.get(`/categories/slug/${slug}/products`, await shop.admin())

    expect(byId.data.map((product: { _id: string }) => product._id)).toEqual([newer.id, older.id])
    expect(byId.meta).toEqual({ page: 1, size: 100, pageCount: 1, total: 2 })
    expect(bySlug.data).toEqual(byId.data)
    const products = [newer, older].map(product => `product:${product.id} rating:${product.id}`)
    expect(byId.headers['cache-tag']).toBe(`category:${slug} catalog ${products.join(' ')}`)
  })
})
