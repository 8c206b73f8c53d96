import { readdir } from 'node:fs/promises'
import { orderName } from '@mela/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveEnvironment } from '../../test/live-environment.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { storePicture } from '../media/media-library.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { hashPassword } from '../people/passwords.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { findVisitorPassword, readSettings } from '../shop/settings.ts'
import { examine } from './checks.ts'
import { seedWithEmptyPictures } from './demo/demo-fixtures.ts'
import { demoShopper } from './demo/demo-people.ts'
import { isUnseeded } from './demo/demo-rows.ts'
import { leaveDemo } from './leave-demo-command.ts'
import { refuseUnready } from './opening.ts'
import { commandsOf } from './operate-fixtures.ts'

const LIVE = {
  ...liveEnvironment,
  PAYPAL_MERCHANT_ID: 'MERCHANTOFSHO',
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: 'on',
  MAIL: 'file',
}

describe('npm run admin -- leave-demo, in a demo shop that its owner has worked in', () => {
  const shop = startShop()
  const { run } = commandsOf(shop)
  const { aPaidOrder, stockOf, anOrder, pay } = buyersOf(shop)
  let own: {
    product: string
    products: string[]
    picture: string
    admin: string
    customer: string
    stranger: string
    renamed: string
  }

  beforeAll(async () => {
    await seedWithEmptyPictures(shop)
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer()
    const picture = await storePicture(shop.db, shop.app, { bytes, name: 'own.png', alt: '', actor: null })
    const { product, customer } = await aPaidOrder()
    const admin = await shop.user({
      email: 'owner@shop.example',
      role: 'admin',
      password_hash: await hashPassword('abcd1!'),
    })
    const shopper = await shop.signIn((await find('users', demoShopper.email, 'email')).id)
    await pay(shopper, await anOrder(shopper))
    const review = { title: 'Bought it twice', rating: 1, comment: 'A comment that is long enough to be taken.' }
    expect(await shop.post(`/products/${product}/reviews`, review, shopper)).toMatchObject({ status: 201 })
    const renamed = await shop.db.selectFrom('products').select('id').limit(1).orderBy('id').executeTakeFirstOrThrow()
    await shop.db.updateTable('products').set({ name: 'My own shirt' }).where('id', '=', renamed.id).execute()
    const { id: unused, name } = await shop.category({ name: 'Of the demo' })
    await shop.db.insertInto('demo_rows').values({ kind: 'category', id: unused, name }).execute()
    await shop.category({ name: 'My own tees', parent_id: unused })
    const notes = shop.db.selectFrom('demo_rows').select('id')
    const others = await shop.db.selectFrom('products').select('id').where('id', 'not in', notes).execute()
    const products = others.map(({ id }) => id)
    const demoAdmin = await shop.signIn((await find('users', 'admin@example.com', 'email')).id)
    const change = async (fields: object, by: Parameters<typeof shop.get>[1]) => {
      expect(await shop.changeSettings({ shop: fields }, by)).toMatchObject({
        status: 200,
      })
    }
    await change({ email: 'stranger@example.org', town: 'Elsewhere', phone: '+49 421 1' }, demoAdmin)
    await change({ town: 'Bremen' }, await shop.signIn(admin.id))
    await change({ phone: '+91 22 5550 0142' }, demoAdmin)
    const page = { title: 'Size guide', slug: 'size-guide', body: 'Measure.', isPublished: true }
    expect(await shop.post('/pages', page, demoAdmin)).toMatchObject({ status: 201 })
    const appointed = await shop.user({ role: 'customer' })
    await shop.call('PATCH', `/users/${appointed.id}`, { as: demoAdmin, body: { role: 'admin' } })
    const stranger = await shop.signIn(appointed.id)
    const card = { amount: 500, recipient: 'stranger@example.org' }
    expect(await shop.post('/gift-cards', card, stranger)).toMatchObject({ status: 201 })
    await change({ tagline: 'Pay at evil.example' }, stranger)
    const { add } = discountsOf(shop, stranger)
    await add({ name: 'All for nothing', percent: 100, code: 'EVIL' })
    const { data: mine } = await add({ name: 'Summer sale', code: 'SUMMER' })
    await shop.call('PATCH', `/discounts/${mine._id}`, { as: await shop.signIn(admin.id), body: { percent: 20 } })
    const sale = { name: 'One cent', target: { kind: 'products', ids: [product] }, kind: 'price', value: 0.01 }
    const times = { begins: '2020-01-01T00:00', ends: '2120-01-01T00:00' }
    expect(await shop.post('/planned-prices', { ...sale, ...times }, stranger)).toMatchObject({ status: 201 })
    expect((await shop.get(`/products/${product}`)).data).toMatchObject({ onSale: true })
    expect(
      await shop.post('/collections', { name: 'Evil gifts', slug: 'evil-gifts', maxPrice: 50 }, stranger),
    ).toMatchObject({
      status: 201,
    })
    expect(
      await shop.call('PUT', '/settings/visitors', { body: { password: 'open sesame' }, as: demoAdmin }),
    ).toMatchObject({
      status: 200,
    })
    own = {
      product,
      products,
      picture: picture._id,
      admin: admin.id,
      customer: customer.id,
      stranger: appointed.id,
      renamed: renamed.id,
    }
  })

  async function find(table: 'products' | 'users', value: string, column: 'id' | 'email' = 'id') {
    const { rows } = await sql<{ id: string; rating_count: number }>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(shop.db)
    const [row] = rows
    if (!row) throw new Error(`There is no ${value}.`)
    return row
  }

  type Left = 'users' | 'products' | 'categories' | 'media' | 'orders' | 'payments' | 'reviews' | 'gift_cards'
  const idsOf = async (table: Left) =>
    (await shop.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

  const leaveDemo = (...args: string[]) => run('admin', ['leave-demo', ...args], { DATA_DIR: shop.app.env.dataDir })

  const openLive = () => refuseUnready(shop.db, readEnv(LIVE))

  it("is the remedy that a live start names while the demo's passwords open accounts", async () => {
    await expect(openLive()).rejects.toThrow(
      /admin@example\.com and asha@example\.com can log in[\s\S]*npm run admin -- leave-demo/,
    )
    await expect(openLive()).rejects.toThrow('Orders that were paid with test money wait to be sent')
  })

  it('prints what would be deleted, and deletes nothing without --yes or an answer', async () => {
    const before = await idsOf('users')

    const { code, out, err } = await leaveDemo()

    expect({ code, err }).toEqual({ code: 1, err: 'Add --yes, or run this in a terminal to be asked.\n' })
    expect(out).toContain('26 orders that no real money has paid')
    expect(out).toContain('staff of theirs have made: one without a code to stranger@example.org\n')
    expect(out).toContain('were the last to write: All for nothing, Welcome, One cent')
    expect(out).toContain('Products of the demo that you renamed stay: My own shirt')
    expect(out).toMatch(
      /Settings that the admin of the demo has changed[^\n]*\n {2}shop.email: stranger@example.org\n {2}shop.tagline: Pay at evil.example\n[^\n]*last to write[^\n]*\n {2}collection Evil gifts\n {2}page Size guide\n$/,
    )
    expect(await idsOf('users')).toEqual(before)
  })

  it('deletes accounts, orders, reviews, products and pictures, and keeps what the owner added', async () => {
    const { code, out, err } = await leaveDemo('--yes')

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/The shop has left the demo\.\nIt is closed: open it [^\n]+\n$/)
    expect(await idsOf('users')).toEqual([own.customer, own.admin, own.stranger].toSorted())
    expect(await idsOf('products')).toEqual([own.renamed, ...own.products].toSorted())
    expect(await idsOf('media')).toContain(own.picture)
    expect(await idsOf('media')).toHaveLength(4)
    // A category of the demo stays with the owner's category in it.
    expect(await idsOf('categories')).toHaveLength(own.products.length + 3)
    for (const table of ['orders', 'payments', 'reviews', 'gift_cards'] as const) expect(await idsOf(table)).toEqual([])
    expect(await stockOf(own.product)).toBe(20)
    expect(await shop.get('/pages/size-guide', await shop.signIn(own.admin))).toMatchObject({ status: 200 })
    expect(await findVisitorPassword(shop.db)).toBeNull()
    expect(await find('products', own.product)).toMatchObject({ rating_count: 0 })
    expect(await shop.post('/auth/login', { email: 'owner@shop.example', password: 'abcd1!' })).toMatchObject({
      status: 200,
    })
  })

  it('leaves no discount and no planned sale that the demo’s admin or their appointees wrote last', async () => {
    const discounts = await shop.db.selectFrom('discounts').select('name').where('deleted_at', 'is', null).execute()
    const codes = await shop.db.selectFrom('discount_codes').select('code').execute()
    const { data } = await shop.post(
      '/quotes',
      { products: [{ product: own.product, quantity: 1 }], codes: ['EVIL'] },
      await shop.signIn(own.admin),
    )

    expect([discounts, codes]).toEqual([[{ name: 'Summer sale' }], [{ code: 'SUMMER' }]])
    expect(await shop.db.selectFrom('planned_prices').select('id').execute()).toEqual([])
    expect(data).toMatchObject({ subTotal: 100, discounts: [{ amount: 0 }] })
  })

  it('keeps the files of the pictures that stay, and no others', async () => {
    const kept = await shop.db.selectFrom('media').select('file').execute()

    const files = await readdir(shop.app.files.folder)

    expect(new Set(files.map(file => file.slice(0, 32)))).toEqual(new Set(kept.map(({ file }) => file.slice(0, 32))))
  })

  it('leaves no text of the demo, and what was changed stays', async () => {
    const settings = await readSettings(shop.db)

    expect(settings.shop).toMatchObject({
      ...{ name: 'My shop', town: 'Bremen', phone: null, isOpen: false },
      ...{ email: 'stranger@example.org', tagline: 'Pay at evil.example' },
    })
    const owner = await shop.signIn(own.admin)
    const { data: home } = await shop.get('/shop/home', owner)
    expect(home.hero).toMatchObject({ eyebrow: null, title: 'Welcome.' })
    const pages = ['about', 'contact', 'privacy-policy', 'terms-of-service', 'size-guide']
    const texts = await Promise.all(pages.map(async slug => (await shop.get(`/pages/${slug}`, owner)).data))
    const shown = JSON.stringify([settings.shop, settings.look, home, texts])
    expect(
      /.{0,40}(\bmela\b|mumbai|kala ghoda|support@example|kurta|festiv|lamp|indian).{0,40}/i.exec(shown)?.[0],
    ).toBe(undefined)
  })

  it('offers no login as admin', async () => {
    expect(await shop.get('/auth/options')).toMatchObject({ data: { demoAdmin: null } })
  })

  it("passes the doctor's checks afterwards, with an intact log", async () => {
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
    const left = shop.db.selectFrom('audit_log').select('after').where('action', '=', 'demo.left')
    expect((await left.executeTakeFirst())?.after).toMatchObject({ orders: 26, products: 35 })
  })

  it('opens the shop live', async () => {
    await openLive()
  })
})

describe('staff appointed by the demo admin, whose password is public', () => {
  const shop = startShop()

  it('keep a live shop from opening, and are customers once it has left the demo', async () => {
    const give = async (as: Person, { id }: { id: string }, role: string) =>
      expect(await shop.call('PATCH', `/users/${id}`, { as, body: { role } })).toMatchObject({ status: 200 })
    const ofDemo = await shop.user({ role: 'admin' })
    await shop.db.insertInto('demo_rows').values({ kind: 'user', id: ofDemo.id, name: ofDemo.email }).execute()
    const owner = await shop.user({ role: 'admin' })
    const [stranger, accomplice, colleague, kept] = [
      await shop.user(),
      await shop.user(),
      await shop.user(),
      await shop.user(),
    ]
    await give(await shop.signIn(ofDemo.id), stranger, 'admin')
    await give(await shop.signIn(stranger.id), accomplice, 'manager')
    await give(await shop.signIn(stranger.id), kept, 'manager')
    await give(await shop.signIn(owner.id), kept, 'admin')
    await give(await shop.signIn(owner.id), colleague, 'admin')
    const session = await shop.signIn(stranger.id)

    await expect(refuseUnready(shop.db, readEnv(LIVE))).rejects.toThrow(
      `${stranger.email} and ${accomplice.email} got a role from the admin of the demo`,
    )
    const { demoted } = await leaveDemo(shop.db, shop.app.env, shop.app.files)

    expect(demoted).toEqual([stranger.email, accomplice.email])
    const staff = shop.db.selectFrom('users').select('id').where('role', '<>', 'customer').orderBy('id')
    expect((await staff.execute()).map(({ id }) => id)).toEqual([owner.id, colleague.id, kept.id].toSorted())
    expect(await shop.get('/users/current-user', session)).toMatchObject({ status: 401 })
    await refuseUnready(shop.db, readEnv(LIVE))
  })
})

describe('leave-demo after a rehearsal', () => {
  const shop = startShop()
  const admin = shop.anAdmin()
  const { run } = commandsOf(shop)
  const { anOpenOrder, aPaidOrder, pay } = buyersOf(shop)
  const { aCode, balanceOf, codeOf, findBroken, place } = giftCardsOf(shop, admin)
  const leave = () => leaveDemo(shop.db, shop.app.env, shop.app.files)
  const idsOf = async (table: 'orders' | 'gift_cards') =>
    (await shop.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

  it('lists and deletes gift cards that test money bought, and keeps those that the owner made, at their full balance', async () => {
    const [buyer, { card: own, code }] = [await shop.customer(), await aCode(50)]
    await place(await shop.customer(), [code])
    const { id: product } = await shop.product({ is_gift_card: true, price_cents: 5000 })
    const body = { products: [{ product, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { data: order } = await shop.post('/orders', body, buyer)
    await pay(buyer, order._id)
    const bought = (await idsOf('gift_cards')).find(id => id !== own) ?? ''
    const lastFour = (await codeOf(bought)).slice(-4)

    const { orders, giftCards } = await leave()

    expect({ orders, giftCards }).toEqual({ orders: 2, giftCards: [`…${lastFour}`] })
    expect([await idsOf('gift_cards'), await idsOf('orders')]).toEqual([[own], []])
    expect(await balanceOf(own)).toBe(5000)
  })

  it('names orders before it deletes them, if staff have recorded money for them', async () => {
    const on = { isOn: true, countries: [], currencies: [], from: null, to: null }
    const ways = ['paypal', 'transfer'].map(way => ({ way, ...on }))
    const account = { accountHolder: 'Mela', iban: 'DE89370400440532013000' }
    await shop.changeSettings({ payments: { ...account, ways } })
    const lines = [{ product: (await shop.product()).id, quantity: 1 }]
    const buy = async () => (await shoppersOf(shop).buy(await shop.customer(), lines, { gateway: 'transfer' })).data
    const [paid] = [await buy(), await buy()]
    const receipt = { amount: 50, receivedOn: '2026-01-05' }
    expect(await shop.post(`/payments/${paid.payment._id}/receipts`, receipt, admin)).toMatchObject({ status: 201 })

    const { out } = await run('admin', ['leave-demo'], { DATA_DIR: shop.app.env.dataDir })

    expect(out).toMatch(new RegExp(`2 orders that no real.*\\n.*what was really transferred: ${orderName(paid)}\\n`))
    expect(await leave()).toMatchObject({ orders: 2 })
  })

  it('keeps unpaid orders of a shop that went live in its dashboard, and deletes what test money paid', async () => {
    await aPaidOrder()
    await shop.db.updateTable('settings').set({ takes_real_money: true }).execute()
    const { order } = await anOpenOrder()
    const kept = await idsOf('gift_cards')

    expect(await leave()).toMatchObject({ orders: 1, giftCards: [] })

    expect([await idsOf('orders'), await idsOf('gift_cards')]).toEqual([[order], kept])
  })

  it('ends a card of the demo’s admin that has paid an order which stays', async () => {
    const [used] = [await aCode(50), await aCode(20)]
    const placed = await place(await shop.customer(), [used.code])
    const name = 'admin@example.com'
    await shop.db.insertInto('demo_rows').values({ kind: 'user', id: admin.id, name }).execute()

    const { giftCards } = await leave()

    expect(giftCards).toContain(`…${used.code.slice(-4)} to friend@example.com`)
    const cards = await shop.db.selectFrom('gift_cards').select(['id', 'is_active']).execute()
    expect(cards).toEqual([{ id: used.card, is_active: false }])
    expect(await idsOf('orders')).toContain(placed.data._id)
    expect(await findBroken()).toEqual([])
  })
})

describe('a shop that is empty once it has left the demo', () => {
  const shop = startShop()

  it('is not seeded by its next start', async () => {
    expect(await isUnseeded(shop.db)).toBe(true)

    await shop.db.updateTable('settings').set({ has_left_demo: true }).execute()

    expect(await isUnseeded(shop.db)).toBe(false)
  })
})
