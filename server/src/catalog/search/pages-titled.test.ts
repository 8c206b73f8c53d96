import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

beforeAll(async () => {
  await shop.product({ name: 'Steel diver', description: 'A watch for the sea, with a spare strap.' })
  await shop.product({ name: 'Payment purse' })
  const admin = await shop.admin()
  const page = { title: 'Care', slug: 'care', body: '# Washing wool at {{shop.name}}\n\nBy hand, without soap.' }
  await shop.post('/pages', { ...page, isPublished: true }, admin)
  await shop.post('/pages', { title: 'Gift cards', slug: 'draft', body: '## Delivery by post' }, admin)
})

async function search(keyword: string, more = '&read=true') {
  const { data, meta } = await shop.get(`/products?view=card&keyword=${encodeURIComponent(keyword)}${more}`)
  return { names: data.map(({ name }: { name: string }) => name), ...meta }
}

const returns = {
  title: 'Terms of Service',
  slug: 'terms-of-service',
  heading: 'Returns and refunds',
  anchor: 'returns',
}
const delivery = { ...returns, heading: 'Delivery', anchor: 'delivery' }
const shipping = { ...returns, heading: 'Prices, tax and shipping', anchor: 'prices' }

describe('a search that no product answers by name', () => {
  it.each([
    ['returns', [returns]],
    ['Return policy', [returns]],
    ['exchange', [returns]],
    ['delivery', [delivery, shipping]],
    ['how long does delivery take', [delivery, shipping]],
    ['shipping cost', [shipping, delivery]],
    ['washing', [{ title: 'Care', slug: 'care', heading: 'Washing wool at Mela', anchor: 'washing-wool-at-mela' }]],
  ])('is answered by the heading of a page, and by no near product: %j', async (keyword, pages) => {
    const found = await search(keyword)

    expect(found).toMatchObject({ pages, names: [], total: 0 })
    expect(found).not.toHaveProperty('correction')
    expect(found).not.toHaveProperty('partial')
  })

  it.each([
    ['privacy policy', 'privacy-policy', 'Privacy Policy'],
    ['about Mela', 'about', 'About Mela'],
  ])('is answered by the page of this title: %j', async (keyword, slug, title) => {
    expect((await search(keyword)).pages).toEqual([{ title, slug }])
  })

  it.each(['divr', 'gift card', 'delivery of a diver'])(
    'is searched as before where no page has all of it: %j',
    async keyword => {
      expect(await search(keyword)).not.toHaveProperty('pages')
    },
  )
})

it('names no heading where a product is called so, nor where nothing is read from the keyword', async () => {
  expect(await search('payment')).not.toHaveProperty('pages')
  expect((await search('payment')).names).toEqual(['Payment purse'])
  expect(await search('delivery', '')).toMatchObject({ correction: 'diver' })
})
