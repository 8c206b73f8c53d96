import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { aWebApp } from './pages-fixtures.ts'

const { web } = aWebApp()
const shop = startShop({}, undefined, web)

const admin = shop.anAdmin()

const open = (url: string) => shop.app.inject(url)

describe('the page of a category', () => {
  it('redirects earlier slugs to the present one, with the query', async () => {
    const { id, slug } = await shop.category()
    const present = `renamed-${id}`
    await shop.call('PATCH', `/categories/${id}`, { body: { slug: present }, as: admin })

    const { statusCode, headers } = await open(`/product-category/${slug}?page=2&sort=rating`)

    expect(statusCode).toBe(301)
    expect(headers.location).toBe(`/product-category/${present}?page=2&sort=rating`)
    expect(headers['cache-control']).toBe('no-cache')
    expect((await open(`/product-category/${present}`)).statusCode).not.toBe(301)
    expect((await open('/product-category/nowhere')).statusCode).not.toBe(301)
  })
})

describe('the page of a product', () => {
  it('B145 redirects former slugs to the present one, with the query, and its page by the id stays', async () => {
    const { id, slug } = await shop.product()
    const present = `renamed-${id}`
    const bodyOf = async (path: string) => JSON.parse((await open(path)).body).data
    expect((await bodyOf(`/products/${slug}`))._id).toBe(id)
    for (const given of [`once-${id}`, present])
      await shop.call('PUT', `/products/${id}`, { body: { slug: given }, as: admin })

    for (const former of [slug, `once-${id}`]) {
      const { statusCode, headers } = await open(`/products/${former}?variant=${id}`)
      expect({ statusCode, location: headers.location, caching: headers['cache-control'] }).toEqual({
        statusCode: 301,
        location: `/products/${present}?variant=${id}`,
        caching: 'no-cache',
      })
    }
    expect(await bodyOf(`/products/${present}`)).toMatchObject({ _id: id, slug: present })
    expect(await bodyOf(`/product/${id}`)).toMatchObject({ _id: id, slug: present })
  })

  it('B145 is missing under a former slug when it is inactive, and its present one is not told', async () => {
    const { id, slug } = await shop.product({ is_active: false })
    await shop.call('PUT', `/products/${id}`, { body: { slug: `launch-${id}` }, as: admin })

    expect(await open(`/products/${slug}`)).toMatchObject({ statusCode: 404 })
  })

  it('B145 shows a change at both addresses at once', async () => {
    const { id, slug } = await shop.product()
    const addresses = [`/product/${id}`, `/products/${slug}`]
    for (const address of addresses) await open(address)

    await shop.call('PUT', `/products/${id}`, { body: { name: 'Shirt of hemp' }, as: admin })

    for (const address of addresses) expect((await open(address)).body).toContain('Shirt of hemp')
  })
})

describe('a page of the owner', () => {
  it('redirects earlier addresses to the present one, until another page has one of them', async () => {
    const page = { title: 'Care', slug: 'care', body: 'Wash cold.', isPublished: true }
    const { _id, version } = (await shop.post('/pages', page, admin)).data
    expect((await open('/pages/care')).statusCode).not.toBe(301)
    const rename = (slug: string, version: number) =>
      shop.call('PATCH', `/pages/${_id}`, { body: { version, slug }, as: admin })
    await rename('washing', version)
    await rename('care-and-washing', version + 1)

    for (const earlier of ['care', 'washing']) {
      const { statusCode, headers } = await open(`/pages/${earlier}?from=letter`)
      expect({ statusCode, location: headers.location }).toEqual({
        statusCode: 301,
        location: '/pages/care-and-washing?from=letter',
      })
    }
    await shop.post('/pages', { ...page, title: 'Care of shoes' }, admin)
    expect((await open('/pages/care')).statusCode).not.toBe(301)
    await rename('washing', version + 2)
    expect((await open('/pages/washing')).statusCode).not.toBe(301)
    expect((await open('/pages/care-and-washing')).headers.location).toBe('/pages/washing')
  })
})
