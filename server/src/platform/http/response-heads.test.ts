import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'

describe.each(['any', ''])('with the CDN %j', CDN => {
  const shop = startShop({ CDN, TRUST_PROXY: 'on' }, undefined, aWebApp().web, true)

  beforeAll(async () => {
    const { id: category_id } = await shop.category()
    for (let n = 0; n < 110; n++) await shop.product({ category_id })
  })

  it('too many cache tags become `catalog`, and without a CDN there are none', async () => {
    const { id } = await shop.product()
    const tagsOf = async (path: string) => (await shop.app.inject(path)).headers['cache-tag']

    const tags = [
      await tagsOf(`/api/products/${id}`),
      await tagsOf('/api/products?size=100'),
      await tagsOf('/search?size=100'),
    ]

    const some = expect.stringContaining(`product:${id}`)
    expect(tags).toEqual(CDN ? [some, 'catalog', 'catalog'] : [undefined, undefined, undefined])
  })
})
