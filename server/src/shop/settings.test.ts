import { countriesOf, DEFAULT_SHOP, defaultSettings, type SettingsChange } from '@mela/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { hashPassword } from '../people/passwords.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { catalogChanges } from '../platform/database/invalidation.ts'
import { requireProof } from './change-settings.ts'

const DEFAULT_SETTINGS = defaultSettings()
const NEW_SHOP = {
  ...DEFAULT_SHOP,
  express: [{ name: 'paypal', displayName: 'PayPal', mode: 'test' }],
  headerMenu: [['*'], ['Sale', '/sale']],
  footerMenu: [
    [['Shop'], ['*'], ['Sale', '/sale']],
    [
      ['Help'],
      ['Contact', '/contact'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
    ],
    [['Say hello'], ['@'], ['About Mela', '/about']],
  ],
}
const shop = startShop({}, undefined, undefined, true)
const { buy } = shoppersOf(shop)
const { enrolled } = twoFactorOf(shop)

const admin = shop.anAdmin()
afterEach(() => store('{}'))

const HELP = { section: 'help', title: null, isShown: true }

/** Stores settings as another instance does. */
async function store(changes: string) {
  await sql`update settings set changes = ${changes}::jsonb, version = version + 1`.execute(shop.db)
  catalogChanges.catalog_changes('other shop')
}

const settings = async () => (await shop.get('/settings', admin)).data
const versionNow = async (): Promise<number> => (await settings()).version
const patch = (body: object) => shop.call('PATCH', '/settings', { body, as: admin })
const change = async (change: Omit<SettingsChange, 'version'>) => patch({ version: await versionNow(), ...change })
const historyOf = async () => (await shop.get('/settings/history', admin)).data
const undo = (id: number) => shop.post(`/settings/history/${id}/undo`, undefined, admin)

describe('the settings', () => {
  it('are SPEC’s values until an admin changes them', async () => {
    expect(await settings()).toEqual({ ...DEFAULT_SETTINGS, version: expect.any(Number) })
    expect((await shop.get('/shop')).data).toEqual(NEW_SHOP)
  })

  it('take the password of the admin for the account that money goes to, and never undo its change', async () => {
    const password_hash = await hashPassword('Kadamba#41')
    const as = await shop.admin({ password_hash })
    const set = (payments: object, proof: object = {}) =>
      shop.call('PATCH', '/settings', { body: { payments, ...proof, version: 1 }, as })
    await shop.db.updateTable('settings').set({ version: 1 }).execute()
    const payments = { iban: 'DE89370400440532013000' }

    expect(await set(payments)).toMatchObject({ status: 400, errors: { password: 'Please enter your password.' } })
    expect(await set(payments, { password: 'wrong' })).toMatchObject({ status: 400, code: 'wrong_password' })
    expect(await set(payments, { password: 'Kadamba#41' })).toMatchObject({ status: 200, data: { payments } })
    const [last] = await historyOf()
    expect(last).toMatchObject({ canUndo: false })
    expect(await undo(last.id)).toMatchObject({ status: 409, code: 'cannot_undo' })
    expect(await change({ payments: { ...payments, remindDays: 3 } })).toMatchObject({ status: 200 })
  })

  it('ask nothing about a version that is not there yet, so a race cannot put the former account back', async () => {
    const { version, payments } = (await shop.get('/settings', admin)).data
    const ahead = { version: version + 1, payments: { iban: payments.iban } }
    const { env } = shop.app

    const asked = requireProof({ db: shop.db, env, gateways: shop.gateways }, {} as never, ahead, {})

    await expect(asked).rejects.toMatchObject({ code: 'version_conflict' })
  })

  it('take no code with a new bank account when they were changed since they were loaded', async () => {
    const { as, recoveryCodes } = await enrolled({ role: 'admin' })
    const payments = { iban: 'DE89370400440532013000' }
    const set = async (version: number) =>
      shop.call('PATCH', '/settings', { body: { payments, password, code: recoveryCodes[0], version }, as })
    const version = await versionNow()
    await change({ shop: { name: 'Changed since' } })

    expect(await set(version)).toMatchObject({ status: 409 })

    expect(await set(await versionNow())).toMatchObject({ status: 200 })
  })

  it('split GST only with the state of the shop, without which every delivery would be one to another state', async () => {
    const change = (money: object) => shop.changeSettings({ money })
    const refused = { status: 400, errors: { 'money.taxState': expect.stringMatching(/^Enter the state of the shop/) } }
    expect(await change({ splitsGst: true })).toMatchObject(refused)
    expect(await change({ splitsGst: true, taxState: 'Maharashtra' })).toMatchObject({ status: 200 })

    expect(await change({ taxState: null })).toMatchObject(refused)

    expect(await change({ splitsGst: false, taxState: null })).toMatchObject({ status: 200 })
  })

  it('undo no class of tax that delivery has by now', async () => {
    const { taxClasses } = (await settings()).money
    await change({ money: { taxClasses: [...taxClasses, { name: 'Books', percent: 7, rates: [] }] } })
    const [added] = await historyOf()
    await change({ money: { shippingTaxClass: 'Books' } })

    expect(await undo(added.id)).toMatchObject({
      status: 400,
      errors: { 'money.shippingTaxClass': expect.any(String) },
    })
    expect(await change({ money: { shippingTaxClass: null, taxClasses } })).toMatchObject({ status: 200 })
  })

  it('refuse a version that is not the present one', async () => {
    const version = await versionNow()
    await patch({ version, shop: { name: 'First' } })

    expect(await patch({ version, shop: { name: 'Second' } })).toMatchObject({
      ...{ status: 409, code: 'version_conflict' },
      message: 'This item was changed by someone else. Please reload.',
    })
    expect((await settings()).shop.name).toBe('First')
  })

  it.each<[string, object, string, string]>([
    ['an unknown time zone', { shop: { timeZone: 'Europe/Bremen' } }, 'shop.timeZone', 'This is not a time zone'],
    ['a link that is a script', { shop: { socialLinks: [{ name: 'X', url: 'javascript:alert(1)' }] } }, '', 'https://'],
    ['a link that names a user', { shop: { socialLinks: [{ name: 'X', url: 'https://a@x.com' }] } }, '', 'https://'],
    ['a phone of letters', { shop: { phone: 'call me' } }, 'shop.phone', 'This is not a phone number.'],
    ['a colour that is none', { look: { accent: 'red' } }, 'look.accent', 'This must be a colour such as #7a1f2d.'],
    [
      'a colour without contrast',
      { look: { accent: '#ffda1a' } },
      'look.accent',
      'The nearest colour that has it is #',
    ],
    [
      'a link to another protocol',
      { look: { heroLink: 'javascript:alert(1)' } },
      'look.heroLink',
      'a path of the shop',
    ],
    [
      'a link to another host',
      { look: { announcementLink: '//evil.example' } },
      'look.announcementLink',
      'a path of the',
    ],
    ['an unknown picture', { look: { heroPicture: 'f'.repeat(24) } }, 'look.heroPicture', 'There is no such picture.'],
    ['a section twice', { look: { homeSections: [HELP, HELP] } }, 'look.homeSections', 'A section can be there once.'],
    ['a setting that nothing reads', { shop: { colour: 'red' } }, 'shop', 'There is no such setting.'],
    ['a group that nothing reads', { taxes: { vat: 19 } }, '', 'There is no such setting.'],
  ])('refuse %s, with a sentence', async (_, body, field, sentence) => {
    const answer = await patch({ version: await versionNow(), ...body })

    expect(answer.status).toBe(400)
    expect(field ? answer.errors[field] : answer.message).toContain(sentence)
  })

  it('of another instance hold here with its notification', async () => {
    await shop.get('/shop')
    await store('{"shop": {"name": "Elsewhere"}}')

    expect((await shop.get('/shop')).data.name).toBe('Elsewhere')
  })
})

describe('the history of the settings', () => {
  it('says who has changed what, newest first, and undoes it while the fields are as it has left them', async () => {
    await change({ shop: { name: 'First', phone: null } })
    await change({ shop: { tagline: 'Other.' } })
    const [latest, first] = await historyOf()

    expect(latest.changes).toEqual([
      { name: 'shop.tagline', field: 'Tagline', before: DEFAULT_SHOP.tagline, after: 'Other.' },
    ])
    expect(first).toMatchObject({
      ...{ actor: { _id: admin.id, name: { firstName: 'Asha', lastName: 'Rao' } }, canUndo: true },
      changes: [{ name: 'shop.name' }, { name: 'shop.phone', before: DEFAULT_SHOP.phone, after: null }],
    })
    const undone = await undo(first.id)

    expect(undone).toMatchObject({ status: 200, message: 'Change undone.' })
    expect(undone.data.shop).toEqual({ ...DEFAULT_SETTINGS.shop, tagline: 'Other.' })
    expect((await historyOf()).map(({ canUndo }: { canUndo: boolean }) => canUndo).slice(0, 3)).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the look', () => {
  const home = async () => (await shop.get('/shop/home')).data

  it('of the home page has its own texts, pictures and sections, and a deleted picture is none', async () => {
    const picture = await shop.media()
    const sections = [HELP, { section: 'sale', title: 'Bargains', isShown: true }]
    const hidden = { section: 'recommended', title: null, isShown: false }
    await change({
      look: {
        ...{ heroTitle: 'Coffee.', heroEyebrow: ' ', heroLink: 'https://bremen.example/', heroPicture: picture.id },
        homeSections: [...sections, hidden],
      } as never,
    })

    const shown = await home()
    expect(shown.hero).toMatchObject({ title: 'Coffee.', eyebrow: null, link: 'https://bremen.example/' })
    expect(shown.hero.picture).toMatchObject({ _id: picture.id })
    expect(shown.sections).toEqual(sections.map(({ section, title }) => ({ section, title })))
    await shop.call('DELETE', `/media/${picture.id}`, { as: admin })

    expect((await home()).hero.picture).toBeNull()
  })

  it('of the home page has sections of products of any source, and none of a list that has left the shop', async () => {
    const [category, product] = [await shop.category(), await shop.product()]
    const rule = { name: 'Bargains', slug: 'bargains', maxPrice: 50 }
    const { data: collection } = await shop.post('/collections', rule, admin)
    const section = (source: string, given = {}) => ({ section: 'products', isShown: true, source, ...given })
    const homeSections = [
      { section: 'sale', title: 'Today', isShown: true, source: 'newest' },
      section('best-sellers'),
      section('category', { of: category.id }),
      section('collection', { of: collection._id, title: 'Gifts' }),
      section('chosen', { products: [product.id] }),
    ]
    await change({ look: { homeSections } as never })

    const source = { of: null, products: [] }
    const ofCategory = {
      section: 'products',
      title: category.name,
      source: { ...source, kind: 'category', of: category.slug },
    }
    expect((await home()).sections).toEqual([
      { section: 'sale', title: 'Today', source: { ...source, kind: 'newest' } },
      { section: 'products', title: 'Best sellers', source: { ...source, kind: 'best-sellers' } },
      ofCategory,
      { section: 'products', title: 'Gifts', source: { ...source, kind: 'collection', of: 'bargains' } },
      { section: 'products', title: 'Our favourites', source: { ...source, kind: 'chosen', products: [product.id] } },
    ])
    expect((await shop.get('/shop/home')).headers['cache-tag']).toBe('shop catalog')
    await shop.call('PATCH', `/collections/${collection._id}`, { body: { isHidden: true }, as: admin })
    await shop.call('PATCH', `/categories/${category.id}`, { body: { slug: 'renamed', name: 'Renamed' }, as: admin })
    const { sections } = await home()
    expect(sections).toHaveLength(4)
    expect(sections[2]).toEqual({ ...ofCategory, title: 'Renamed', source: { ...ofCategory.source, of: 'renamed' } })
  })

  it.each([
    [{ section: 'products', source: null }, 'Choose where its products come from.'],
    [{ section: 'products', source: 'category' }, 'Choose a category.'],
    [{ section: 'sale', source: 'collection', of: '' }, 'Choose a collection.'],
    [{ section: 'recommended', source: 'chosen', products: [] }, 'Choose a product.'],
    [{ section: 'products', source: 'elsewhere' }, expect.stringContaining('newest, best-sellers')],
  ])('refuses the section %o', async (given, message) => {
    const answer = await change({ look: { homeSections: [{ title: null, isShown: true, ...given }] } as never })

    expect(answer.status).toBe(400)
    expect(Object.values(answer.errors)).toEqual([message])
  })

  it('has a logo, one for dark backgrounds and an icon until their picture is deleted', async () => {
    const { id } = await shop.media()
    await change({ look: { logo: id, logoOnDark: id, icon: id } })

    const { logo, logoOnDark, icon } = (await shop.get('/shop')).data
    expect(logo).toEqual({
      url: expect.stringContaining('/media/'),
      width: expect.any(Number),
      height: expect.any(Number),
    })
    expect(logoOnDark).toEqual(logo)
    expect(icon).toContain('/media/')
    await shop.call('DELETE', `/media/${id}`, { as: admin })

    expect((await shop.get('/shop')).data).toEqual(NEW_SHOP)
  })
})

describe('the settings of orders', () => {
  it('limit the units of a product in an order, and how long it waits for its payment', async () => {
    await change({ orders: { unpaidMinutes: 5, highestQuantity: 2 } })
    const { id } = await shop.product()
    const customer = await shop.customer()

    expect((await shop.get('/shop/terms')).data).toEqual({ orderSeconds: 300, orderUnits: 2 })
    const refused = await buy(customer, [{ product: id, quantity: 3 }])
    expect(refused).toMatchObject({ status: 409, code: 'quantity_limit' })
    const { data } = await buy(customer, [{ product: id, quantity: 2 }])

    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from orders where id = ${data._id}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ minutes: 5 }])
  })
})

describe('the zones of delivery', () => {
  const method = { name: 'Post', price: 5, steps: [], freeAbove: null, minDays: null, maxDays: null }
  const deliver = (...places: string[]) =>
    change({
      delivery: {
        zones: [{ name: 'Some', places: places.map(country => ({ country, state: null })), methods: [method] }],
      },
    } as never)
  const sold = async () => (await settings()).countries.sold

  it('add the countries that they newly name to those sold to, and those of the European Union', async () => {
    await deliver('IN', 'CH', 'WW')
    expect(await sold()).toEqual(['IN', 'CH'])

    await deliver('IN', 'CH', 'EU')

    expect(await sold()).toEqual(['IN', 'CH', ...countriesOf('EU')])
  })
})

describe('the name of the shop', () => {
  const name = 'Kaffee <& Kuchen>'
  beforeEach(() => change({ shop: { name, email: 'moin@bremen.example', address: ['Am Wall 1', 'Bremen'] } }))

  it('is in its emails, and their sender', async () => {
    const { id: user } = await shop.customer()

    const email = await emailNow(shop, { kind: 'password-changed', user })

    expect(email).toMatchObject({ from: { name, address: 'moin@bremen.example' } })
    expect(email?.subject).toBe(`Your password at ${name} was changed`)
    expect(email?.text).toContain(`${name}, Am Wall 1, Bremen\nmoin@bremen.example`)
    expect(email?.html).toContain('Kaffee &lt;&amp; Kuchen&gt;')
    expect(email?.html).not.toMatch(/Mela|Kala Ghoda|support@/)
  })
})

describe('what SQL and the contract both know of the settings', () => {
  it('is the same without any and with some', async () => {
    const asked = sql<{ zone: string; years: number; currency: string }>`
      select shop_time_zone() as zone, order_retention_years() as years, shop_currency() as currency`
    const { timeZone, retentionYears, currency } = DEFAULT_SHOP
    expect((await asked.execute(shop.db)).rows).toEqual([{ zone: timeZone, years: retentionYears, currency }])

    await change({
      ...{ shop: { timeZone: 'Europe/Berlin' }, money: { currency: 'EUR' } },
      legal: { retentionYears: 10 },
    })

    expect((await asked.execute(shop.db)).rows).toEqual([{ zone: 'Europe/Berlin', years: 10, currency: 'EUR' }])
  })
})
