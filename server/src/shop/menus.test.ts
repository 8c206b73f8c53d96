import { SPEC_PAGES } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()
const NONE = { label: null, of: null, to: null }

const admin = shop.anAdmin()
const change = (fields: object) => shop.changeSettings(fields, admin)
const known = async () => (await shop.get('/shop')).data

describe('the menus', () => {
  it('name pages and categories as they are called now, and leave out what is not in the shop', async () => {
    const { category_id } = await shop.product()
    const { name, slug } = await shop.db
      .selectFrom('categories')
      .select(['name', 'slug'])
      .where('id', '=', category_id)
      .executeTakeFirstOrThrow()
    const page = { title: 'Size guide', slug: 'size-guide', body: 'Measure.', isPublished: true }
    const { _id: of } = (await shop.post('/pages', page, admin)).data
    const header = [
      { ...NONE, kind: 'page', of },
      { ...NONE, kind: 'category', of: category_id },
      { ...NONE, kind: 'category', of: 'e'.repeat(24) },
    ]
    const footer = [
      { ...NONE, kind: 'heading', label: 'Read' },
      { ...NONE, kind: 'page', of: SPEC_PAGES.about },
      { ...NONE, kind: 'link', label: 'Blog', to: 'https://blog.example' },
    ]
    expect(await change({ menus: { header, footer }, legal: { checkoutPages: [of] } })).toMatchObject({ status: 200 })

    expect(await known()).toMatchObject({
      headerMenu: [
        ['Size guide', '/pages/size-guide'],
        [name, `/product-category/${slug}`],
      ],
      footerMenu: [[['Read'], ['About Mela', '/about'], ['Blog', 'https://blog.example']]],
      checkoutLinks: [['Size guide', '/pages/size-guide']],
    })
    await shop.call('PATCH', `/pages/${of}`, {
      body: { version: 1, title: 'Sizes{{shop.inTown}}', slug: 'sizes' },
      as: admin,
    })
    expect((await known()).headerMenu[0]).toEqual(['Sizes in Mumbai', '/pages/sizes'])
    await shop.call('DELETE', `/pages/${of}`, { as: admin })
    expect(await known()).toMatchObject({ headerMenu: [[name, expect.any(String)]], checkoutLinks: [] })
  })

  it.each([
    ['a script as its address', { header: [{ ...NONE, kind: 'link', label: 'A', to: 'javascript:alert(1)' }] }],
    ['a link without a label', { header: [{ ...NONE, kind: 'link', to: '/sale' }] }],
    [
      'a page that is not chosen',
      {
        footer: [
          { ...NONE, kind: 'heading', label: 'A' },
          { ...NONE, kind: 'page' },
        ],
      },
    ],
    ['a heading in the header', { header: [{ ...NONE, kind: 'heading', label: 'A' }] }],
    [
      'more than the header has room for',
      { header: Array(5).fill({ ...NONE, kind: 'link', label: 'Longer', to: '/' }) },
    ],
    ['a footer without a heading', { footer: [{ ...NONE, kind: 'categories' }] }],
    ['four headings', { footer: Array(4).fill({ ...NONE, kind: 'heading', label: 'A' }) }],
    ['a label that stands for the categories', { footer: [{ ...NONE, kind: 'heading', label: '*' }] }],
  ])('refuse %s', async (_what, menus) => {
    expect(await change({ menus })).toMatchObject({ status: 400, errors: expect.any(Object) })
  })
})

describe('the links of the settings', () => {
  const heading = { ...NONE, kind: 'heading', label: 'Here' }
  const link = (to: string) => ({ ...NONE, kind: 'link', label: 'Here', to })
  const page = (slug: string, isPublished: boolean) =>
    shop.post('/pages', { title: 'Care', slug, body: 'Wash.', isPublished }, admin)

  it.each(['/', '/sale', '/sale?page=2#top', '/about', '/cart/', '/search?keyword=tee', '/account/profile'])(
    'lead to a page of the shop: %s',
    async heroLink => {
      expect(await change({ look: { heroLink } })).toMatchObject({ status: 200 })
    },
  )

  it('B145 lead to products, categories, collections and pages that shoppers find', async () => {
    const [category, product] = [await shop.category(), await shop.product()]
    const rule = { name: 'Links', slug: 'links', maxPrice: 50 }
    expect(await shop.post('/collections', rule, admin)).toMatchObject({ status: 201 })
    await page('care-for-it', true)
    const links = [
      `/product/${product.id}`,
      `/products/${product.slug}`,
      `/product-category/${category.slug}`,
      '/collections/links',
      '/pages/care-for-it',
    ]

    expect(await change({ menus: { footer: [heading, ...links.map(link)] } })).toMatchObject({ status: 200 })
    await shop.call('PATCH', `/categories/${category.id}`, { body: { slug: 'moved-links' }, as: admin })
    const look = { heroLink: links[2], announcementLink: '/product-category/moved-links' }
    expect(await change({ look })).toMatchObject({ status: 200 })
  })

  it('are refused where shoppers find nothing, each with its reason', async () => {
    const inactive = await shop.product({ is_active: false })
    const category = await shop.category()
    await shop.call('PATCH', `/categories/${category.id}`, { body: { isHidden: true }, as: admin })
    await page('a-draft', false)
    const dead: [string, string][] = [
      ['/no-such-page', 'The shop has no page at /no-such-page.'],
      ['/sale/now', 'The shop has no page at /sale/now.'],
      ['/%zz', 'The shop has no page at /%zz.'],
      ['/constructor/x', 'The shop has no page at /constructor/x.'],
      ['/dashboard', 'The shop has no page at /dashboard.'],
      [`/product/${'f'.repeat(24)}`, 'There is no such product.'],
      [`/product/${inactive.id}`, 'This product is inactive: shoppers do not find it.'],
      ['/products/nothing', 'There is no such product.'],
      [`/products/${inactive.slug}`, 'This product is inactive: shoppers do not find it.'],
      ['/product-category/nothing', 'There is no such category.'],
      [`/product-category/${category.slug}`, 'This category is hidden: shoppers do not find it.'],
      ['/collections/nothing', 'There is no such collection.'],
      ['/pages/nothing', 'There is no such page.'],
      ['/pages/a-draft', 'This page is a draft: publish it first.'],
    ]

    const answer = await change({ menus: { footer: [heading, link('/sale'), ...dead.map(([to]) => link(to))] } })

    expect(answer.status).toBe(400)
    expect(answer.errors).toEqual(
      Object.fromEntries(dead.map(([, fault], index) => [`menus.footer.${index + 2}.to`, fault])),
    )
    expect(await change({ look: { heroLink: '/nowhere' } })).toMatchObject({
      errors: { 'look.heroLink': 'The shop has no page at /nowhere.' },
    })
  })
})
