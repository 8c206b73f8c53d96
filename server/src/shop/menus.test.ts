import { SPEC_PAGES } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()
const NONE = { label: null, of: null, to: null }

async function change(fields: object) {
  const admin = await shop.admin()
  return shop.changeSettings(fields, admin)
}
const known = async () => (await shop.get('/shop')).data

describe('the menus', () => {
  it('name pages and categories as they are called now, and leave out what is not in the shop', async () => {
    const admin = await shop.admin()
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
