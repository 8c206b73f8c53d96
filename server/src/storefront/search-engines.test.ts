import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { transact } from '../platform/database/transact.ts'
import { makeSitemap } from './search-engines.ts'

const shop = startShop({ PUBLIC_URL: 'https://mela.example' })

async function sitemap(path = '/sitemap.xml') {
  const { statusCode, headers, body } = await shop.app.inject(path)
  return { statusCode, type: headers['content-type'], locations: locationsIn(body), body }
}
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = '']) => location)

describe('the sitemap', () => {
  it('B145 names home, the fixed pages, and the categories and products that customers may see', async () => {
    const { slug: address, category_id } = await shop.product()
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date(), category_id })
    const { slug } = await shop.db
      .selectFrom('categories')
      .select('slug')
      .where('id', '=', category_id)
      .executeTakeFirstOrThrow()
    await transact(shop.db, async (_db, invalidate) => invalidate('catalog'))

    const { statusCode, type, locations, body } = await sitemap()

    expect({ statusCode, type }).toEqual({ statusCode: 200, type: 'application/xml; charset=utf-8' })
    expect(locations).toEqual(
      expect.arrayContaining(
        ['/', '/sale', '/terms-of-service', `/product-category/${slug}`, `/products/${address}`].map(
          path => `https://mela.example${path}`,
        ),
      ),
    )
    expect(body).not.toContain(hidden.id)
    expect(body).not.toContain(hidden.category_id)
    expect(body).not.toContain(deleted.id)
  })

  it('is rebuilt after the catalogue changed, and only then', async () => {
    const before = await sitemap()
    const { id } = await shop.product()
    expect((await sitemap()).body).toBe(before.body)

    await transact(shop.db, async (_db, invalidate) => invalidate('catalog'))

    expect((await sitemap()).body).toContain(id)
  })

  it('is split into several, named by an index, when there are too many addresses for one', async () => {
    for (let count = 0; count < 9; count++) await shop.product()
    const { count } = await shop.db
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const sitemapOf = async (part?: number) =>
      locationsIn(String((await makeSitemap(shop.db, 'https://mela.example', part, 4)).body('identity')))
    const parts = Math.ceil(count / 4)

    expect(await sitemapOf()).toEqual(
      Array.from({ length: parts + 1 }, (_, part) => `https://mela.example/sitemap-${part}.xml`),
    )
    expect(await sitemapOf(0)).toContain('https://mela.example/about')
    const products: string[] = []
    for (let part = 1; part <= parts; part++) {
      const locations = await sitemapOf(part)
      expect(locations.length).toBeLessThanOrEqual(4)
      products.push(...locations)
    }
    expect(products).toHaveLength(count)
    expect(new Set(products).size).toBe(count)
  })

  it.each(['/sitemap-0.xml', '/sitemap-1.xml', '/sitemap-99.xml'])('has no part %s while one holds all', async path => {
    expect((await sitemap(path)).statusCode).toBe(404)
  })
})

describe('robots.txt', () => {
  it('excludes pages of one visitor and filtered lists, and names the sitemap', async () => {
    const { headers, body } = await shop.app.inject('/robots.txt')

    expect(headers['content-type']).toContain('text/plain')
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /account/',
        'Disallow: /auth/',
        'Disallow: /cart',
        'Disallow: /api/',
        'Disallow: /dashboard',
        'Disallow: /*?*minPrice=',
        'Disallow: /*?*sort=',
        'Disallow: /*?*option.',
        'Sitemap: https://mela.example/sitemap.xml',
      ]),
    )
  })
})

describe('security.txt', () => {
  it('names the support email of the settings, and a date within a year (RFC 9116)', async () => {
    const { statusCode, headers, body } = await shop.app.inject('/.well-known/security.txt')

    const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? []
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
    })
    expect(body).toMatch(/^Contact: mailto:\S+@\S+\nExpires: /)
    expect(body).toContain('Canonical: https://mela.example/.well-known/security.txt\n')
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
  })
})
