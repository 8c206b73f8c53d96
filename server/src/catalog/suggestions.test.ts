import { describe, expect, it } from 'vitest'
import { aWord } from '../../test/a-word.ts'
import { startShop } from '../../test/shop.ts'

const shop = startShop()

const suggest = (keyword: string) => shop.get(`/products/suggestions?keyword=${encodeURIComponent(keyword)}`)

describe('GET /products/suggestions', () => {
  it('suggests the six best products and the categories that a word names', async () => {
    const word = aWord()
    const category = await shop.category({ name: `${word} things` })
    const media = await shop.media()
    for (let i = 1; i <= 8; i++) await shop.product({ name: `Number ${i}`, category_id: category.id })
    const reduced = { price_cents: 4_800, on_sale: true, sale_price_cents: 3_600 }
    const best = await shop.product({ name: word, thumbnail_id: media.id, ...reduced })

    const { data, headers } = await suggest(word.slice(0, 9))

    expect(data.products).toHaveLength(6)
    const shown = { price: 48, onSale: true, salePrice: 36, thumbnail: { _id: media.id }, options: [] }
    expect(data.products[0]).toMatchObject({ _id: best.id, slug: best.slug, name: word, ...shown })
    expect(data.categories).toEqual([{ name: `${word} things`, slug: category.slug, count: 8 }])
    expect(headers['cache-tag']).toContain(`catalog product:${best.id}`)
  })

  it('suggests all categories with products when nothing is found', async () => {
    const parent = await shop.category()
    const full = await Promise.all([1, 2, 3, 4].map(() => shop.category()))
    const child = await shop.category({ parent_id: parent.id })
    const [empty, hidden] = [await shop.category(), await shop.category({ is_hidden: true })]
    for (const { id } of [...full, child, hidden]) await shop.product({ category_id: id })

    const { data } = await suggest('zzzzzzzz')

    const slugs = data.categories.map(({ slug }: { slug: string }) => slug)
    expect(slugs).toEqual(expect.arrayContaining([...full, parent, child].map(({ slug }) => slug)))
    for (const { slug } of [empty, hidden]) expect(slugs).not.toContain(slug)
    expect(data.categories).toContainEqual({ name: parent.name, slug: parent.slug, count: 1 })
  })

  it.each(['', '  ', '(', '.*'])('suggests nothing for %j', async keyword => {
    await shop.product()

    expect((await suggest(keyword)).data).toEqual({ products: [], categories: [] })
  })

  it('B80 suggests no inactive products', async () => {
    const word = aWord()
    await shop.product({ name: word, is_active: false })

    expect((await suggest(word)).data.products).toEqual([])
  })
})
