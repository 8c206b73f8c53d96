import { SPEC_PAGES } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()

const admin = shop.anAdmin()
const { about, contact } = SPEC_PAGES

async function aPage(fields: object = {}) {
  const slug = `page-${newId()}`
  const input = { title: 'Size guide', slug, body: 'Measure **twice**.', isPublished: true, ...fields }
  return { admin, slug, ...(await shop.post('/pages', input, admin)) }
}

describe('SPEC’s pages', () => {
  it('T009-T012 have their texts with the values of the shop, and the terms repeat the privacy policy', async () => {
    const read = async (slug: string) => (await shop.get(`/pages/${slug}`)).data

    expect(await read('about')).toMatchObject({ title: 'About Mela', updatedOn: null })
    const privacy = await read('privacy-policy')
    expect(privacy).toMatchObject({ title: 'Privacy Policy', updatedOn: '2026-11-29' })
    expect(privacy.html).toContain('until 8 years after they were placed')
    expect(privacy.html).toContain('and for whom a gift card in it is, is kept with your account')
    const terms = await read('terms-of-service')
    expect(terms.html).toContain('An order that is not paid within 30 minutes is cancelled by itself')
    expect(terms.html).toContain('18% GST is added to the price of the items. Shipping costs $80.00 and is free')
    expect(terms.html).toContain('<h2 id="cookies">Cookies and your browser</h2>')
    expect((await read('contact')).html).toContain('<!--contact-->')
    for (const text of [terms, privacy, await read('about'), await read('contact')])
      expect(text.html + text.seoDescription).not.toContain('{{')
  })

  it('are changed and keep address and existence', async () => {
    const change = (body: object) => shop.call('PATCH', `/pages/${about}`, { body: { version: 0, ...body }, as: admin })

    expect(await change({ slug: 'about-us' })).toMatchObject({ status: 400, errors: { slug: expect.any(String) } })
    expect(await change({ isPublished: false })).toMatchObject({ status: 400 })
    expect(await shop.call('DELETE', `/pages/${about}`, { as: admin })).toMatchObject({
      status: 400,
      message: 'This page can be changed and not deleted.',
    })
    const changed = await change({ body: 'We are {{shop.name}} of {{shop.address}}.' })
    expect(changed).toMatchObject({ status: 200, data: { version: 1, title: 'About {{shop.name}}' } })
    expect((await shop.get('/pages/about')).data.html).toMatch(/^<p>We are Mela of /)
  })
})

describe('a page of the owner', () => {
  it('is read by its address once it is published', async () => {
    const { admin, slug, data } = await aPage({ isPublished: false })

    expect(await shop.get(`/pages/${slug}`)).toMatchObject({ status: 404, message: 'Page not found.' })
    await shop.call('PATCH', `/pages/${data._id}`, { body: { version: 1, isPublished: true }, as: admin })
    expect((await shop.get(`/pages/${slug}`)).data).toMatchObject({
      html: '<p>Measure <strong>twice</strong>.</p>\n',
      seoDescription: 'Measure twice.',
    })
    expect((await shop.get('/pages')).data).toContainEqual({ slug, title: 'Size guide', path: `/pages/${slug}` })
  })

  it.each([
    ['an address of SPEC’s', { slug: 'contact' }],
    ['an address that a call has', { slug: 'preview' }],
    ['an address with other letters', { slug: 'Größen' }],
    ['no text', { body: ' ' }],
    ['no title', { title: '' }],
  ])('is refused with %s', async (_what, fields) => {
    expect(await aPage(fields)).toMatchObject({ status: 400, errors: expect.any(Object) })
  })

  it('is not saved over a newer version; its changes are undone while nothing else changed them', async () => {
    const { data, slug, admin } = await aPage({ body: 'One\n\nTwo\n\nThree' })
    const change = (body: object) => shop.call('PATCH', `/pages/${data._id}`, { body: body, as: admin })
    await change({ version: 1, body: 'One\n\n2\n\nThree' })

    expect(await change({ version: 1, title: 'Other' })).toMatchObject({ status: 409, code: 'version_conflict' })
    await change({ version: 2, title: 'Other' })
    const history = async () => (await shop.get(`/pages/staff/${data._id}/history`, admin)).data
    const [titled, written, created] = await history()
    expect(written.changes).toEqual([{ name: 'body', field: 'Text', before: 'Two', after: '2' }])
    expect([titled.canUndo, written.canUndo, created.canUndo]).toEqual([true, true, false])
    const undo = (id: number) => shop.post(`/pages/staff/${data._id}/history/${id}/undo`, undefined, admin)
    expect(await undo(written.id)).toMatchObject({ data: { body: 'One\n\nTwo\n\nThree', title: 'Other', version: 4 } })
    expect(await undo(written.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    expect((await shop.get(`/pages/${slug}`)).data.html).toContain('<p>Two</p>')
    const audit = (await shop.get(`/audit?subject=page:${data._id}`, admin)).data
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      ...['page.updated', 'page.updated', 'page.updated'],
      'page.created',
    ])
    expect(audit[0].subjectName).toBe('Other')
  })

  it('comes back as it was when its deletion is undone, unless its address is taken', async () => {
    const { data, slug, admin } = await aPage({ body: 'Wash cold.' })
    const restore = () => shop.post(`/pages/${data._id}/restore`, undefined, admin)
    const remove = (id: string) => shop.call('DELETE', `/pages/${id}`, { as: admin })
    await remove(data._id)
    const other = await aPage({ slug })

    expect(await restore()).toMatchObject({ status: 409, code: 'slug_taken' })
    await remove(other.data._id)
    expect(await restore()).toMatchObject({ status: 200, data: { _id: data._id, slug, body: 'Wash cold.' } })
    expect((await shop.get(`/pages/${slug}`)).data.html).toContain('Wash cold.')
    expect(await restore()).toMatchObject({ status: 200 })
    expect(await shop.post(`/pages/${newId()}/restore`, undefined, admin)).toMatchObject({ status: 404 })
  })

  it('is found by staff among SPEC’s by words of title, address and text, page by page', async () => {
    const word = `w${newId()}`
    const { admin } = await aPage({ title: 'Beta', body: word })
    await aPage({ title: 'Alpha', body: word })
    const titles = async (query: string) =>
      (await shop.get(`/pages/staff?${query}`, admin)).data.map(({ title }: { title: string }) => title)

    expect(await titles(`keyword=${word}`)).toEqual(['Alpha', 'Beta'])
    expect(await titles(`keyword=${word}&size=1&page=2`)).toEqual(['Beta'])
    expect((await titles('size=4')).at(-1)).toBe('Terms of Service')
    expect((await shop.get(`/pages/staff/${contact}`, admin)).data).toMatchObject({ version: 0, updatedAt: null })
  })
})

describe('the terms', () => {
  const method = { name: 'Post', price: 4, steps: [], freeAbove: null, minDays: null, maxDays: null }
  const place = (country: string, state: string | null = null) => ({ country, state })

  it.each([
    ['Poland', ['PL', 'DE'], [place('PL')]],
    ['Poland and parts of India', ['PL', 'DE', 'IN'], [place('PL'), place('IN', 'Goa')]],
    ['Poland and Germany', ['PL', 'DE', 'IN'], [place('EU')]],
    ['Poland, Germany and India', ['PL', 'DE', 'IN'], []],
    ['no country yet', ['DE'], [place('PL')]],
    ['6 countries, which the address form lists', ['PL', 'DE', 'AT', 'FR', 'IT', 'ES'], [place('EU')]],
    ['6 of the countries that the address form lists', ['IN', 'PL', 'DE', 'AT', 'FR', 'IT', 'ES'], [place('EU')]],
  ])('name the countries that are sold to and delivered to alone: %s', async (countries, sold, places) => {
    const delivery = { zones: [{ name: 'Zone', places, methods: [method] }] }
    await shop.changeSettings({ countries: { sold }, delivery }, admin)

    expect((await shop.get('/pages/terms-of-service')).data.html).toContain(` to addresses in ${countries}. Please`)
  })
})
