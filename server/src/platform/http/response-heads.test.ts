import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'

const LISTS = ['/api/products?size=100', '/api/products?size=100&view=card', '/api/products?size=100&sort=rating']
const PAGES = ['/', '/search?size=100', '/search?size=100&page=2']

/** The bytes of the answer's head, as it is sent. */
const headBytes = (headers: object) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('').length

describe.each([
  ['a CDN', { CDN: 'any', TRUST_PROXY: 'on' }],
  ['no CDN', { CDN: '', TRUST_PROXY: 'on' }],
])('with %s', (_, environment) => {
  const shop = startShop(environment, undefined, aWebApp().web, true)

  beforeAll(async () => {
    const { id: category_id } = await shop.category()
    for (let n = 0; n < 110; n++) await shop.product({ category_id })
  })

  it.each([...LISTS, ...PAGES])('the head of %s has less than 3 kB', async path => {
    for (const _ of ['made', 'from memory']) {
      const { statusCode, headers } = await shop.app.inject(path)

      expect(statusCode).toBe(path === '/' ? 404 : 200)
      expect(headBytes(headers)).toBeLessThan(3000)
    }
  })

  it('too many cache tags become `catalog`, and without a CDN there are none', async () => {
    const { id } = await shop.product()
    const tagsOf = async (path: string) => (await shop.app.inject(path)).headers['cache-tag']

    const tags = [
      await tagsOf(`/api/products/${id}`),
      await tagsOf('/api/products?size=100'),
      await tagsOf(PAGES[1] ?? ''),
    ]

    const some = expect.stringContaining(`product:${id}`)
    expect(tags).toEqual(environment.CDN ? [some, 'catalog', 'catalog'] : [undefined, undefined, undefined])
  })
})
