import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { invalidateHere } from '../platform/database/invalidation.ts'
import { aWebApp, openInstance as instanceOf } from './pages-fixtures.ts'

const { web } = aWebApp()
const shop = startShop({}, undefined, web, true)
const admin = shop.anAdmin()
let origin: string
let others: Awaited<ReturnType<typeof openInstance>>[] = []

async function openInstance() {
  const { app, close } = await instanceOf(shop)
  return { origin: await listening(app), close }
}

async function listening(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const PAGES = [
  '/',
  '/sale',
  '/cart',
  '/about',
  '/contact',
  '/search?keyword=linen',
  '/no/such/page',
  '/account/profile',
]

beforeAll(async () => {
  origin = await listening(shop.app)
  others = [await openInstance(), await openInstance()]
})
afterAll(() => Promise.all(others.map(({ close }) => close())))
beforeEach(async () => {
  await setShop({ isOpen: true, closedMessage: null })
  await setPassword('let me in')
})

async function setShop(change: object) {
  const answer = await shop.changeSettings({ shop: change }, admin)
  expect(answer.status).toBe(200)
}
const close = () => setShop({ isOpen: false, closedMessage: 'Back <soon>.' })
const setPassword = (password: string | null) =>
  shop.call('PUT', '/settings/visitors', { body: { password }, as: admin })
const visit = (path: string, { at = origin, cookie }: { at?: string; cookie?: string } = {}) =>
  fetch(at + path, { headers: cookie === undefined ? {} : { cookie }, redirect: 'manual' })
/** Sends the path as it is. */
async function textAt(path: string, cookie: string): Promise<string> {
  const [answer] = await once(request(origin, { path, headers: { cookie } }).end(), 'response')
  return text(answer)
}
async function pagesOf(product: string) {
  return [...PAGES, `/product/${product}`, '/product-category/any']
}

function enter(password: string, back = '/sale?page=2', more: Record<string, string> = {}) {
  const body = new URLSearchParams({ password, back })
  return fetch(`${origin}/enter`, { method: 'POST', body, headers: more, redirect: 'manual' })
}
const passOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Twelve requests may take longer than a second where all tests run at once. */
const SOON = { timeout: 10_000 }

describe('a closed shop', () => {
  it('shows "Opening soon" in place of every page of the storefront, and the shop again once it is open', async () => {
    const { id } = await shop.product()
    const pages = await pagesOf(id)
    const open = await Promise.all(pages.map(async path => (await visit(path)).status))

    await close()

    for (const path of pages) {
      const answer = await visit(path)
      const text = await answer.text()
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '3600'])
      expect(text).toContain('<h1>Opening soon</h1>')
      expect(text).toContain('Back &lt;soon&gt;.')
      expect(text).toContain('Password for visitors')
    }
    await setShop({ isOpen: true })
    expect(await Promise.all(pages.map(async path => (await visit(path)).status))).toEqual(open)
  })

  it('refuses calls of visitors and customers, and places no order', async () => {
    const { id } = await shop.product()
    const customer = await shop.customer()
    await visit('/api/products')
    await close()

    for (const path of ['/products', `/products/${id}`, '/categories', '/shop/home', `/products/${id}/reviews`])
      expect(await shop.get(path)).toMatchObject({
        ...{ status: 503, code: 'shop_closed', message: 'The shop is closed. Please come back later.' },
      })
    expect((await visit('/api/products')).status).toBe(503)
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
    expect(await shop.post('/orders', body, customer)).toMatchObject({ status: 503 })
    expect(await shop.post('/auth/register', {})).toMatchObject({ status: 503 })
  })

  it('answers sign-in, accounts, orders of before, health, staff, and what pay pages need', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
    const order = (await shop.post('/orders', body, customer)).data._id
    await close()

    for (const path of ['/users/current-user', `/orders/current-user/${order}`, '/shop', '/health', '/auth/options'])
      expect([path, (await shop.get(path, customer)).status]).toEqual([path, 200])
    expect(await shop.post('/payments/paypal/orders', { order }, customer)).toMatchObject({ status: 201 })
    expect(await shop.post('/auth/login', { email: 'x@example.com', password: 'x' })).not.toMatchObject({ status: 503 })
    for (const path of [`/orders/${order}`, '/shop/countries/IN'])
      expect([path, (await shop.get(path, customer)).status]).toEqual([path, 200])
    expect(await shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })).toMatchObject({ status: 200 })
    for (const path of ['/products', '/settings', '/orders']) expect((await shop.get(path, admin)).status).toBe(200)
    for (const path of [
      '/auth/login',
      '/auth/reset-password?token=x',
      '/auth/stop-reminders?token=x',
      `/account/pay/${order}`,
    ])
      expect(await (await visit(path, customer)).text()).not.toContain('Opening soon')
    expect(await (await visit('/dashboard/home', admin)).text()).not.toContain('Opening soon')
  })

  it('shows strangers no page with the menu of the shop, and leads them back to a pay page by signing in', async () => {
    await close()

    for (const path of ['/auth/none', '/auth/register', '/account/pay/none', '/auth/../sale', '/dashboard/home'])
      expect(await (await visit(path)).text(), path).toContain('Opening soon')
    // A browser resolves these before it sends them.
    for (const path of ['/dashboard/../x', '/auth/login/../../x', '/dashboard/%2e%2e/x', '/account/pay/../../x'])
      expect(await textAt(path, (await shop.customer()).cookie), path).toContain('Opening soon')
    expect(await (await visit('/account/pay/none')).text()).toContain('"/auth/login?redirect=%2Faccount%2Fpay%2Fnone"')
  })

  it('tells strangers and customers nothing of menus, delivery and announcement, and its admins and visitors all of it', async () => {
    const header = [{ kind: 'link', label: 'Blog', to: 'https://example.com/secret', of: null }]
    const change = { menus: { header }, look: { announcement: 'New on Friday', announcementIsShown: true } }
    await shop.product()
    expect(await shop.changeSettings(change, admin)).toMatchObject({
      status: 200,
    })
    const customer = await shop.customer()
    await close()
    const cookie = passOf(await enter('let me in'))

    const bare = {
      isBare: true,
      announcement: null,
      headerMenu: [],
      footerMenu: [],
      checkoutLinks: [],
      zones: [{ name: '', places: [], methods: [] }],
    }
    expect((await shop.get('/shop')).data).toMatchObject({ isClosed: true, ...bare })
    expect((await shop.get('/shop', customer)).data).toMatchObject(bare)
    const whole = { announcement: { text: 'New on Friday' }, headerMenu: [['Blog', 'https://example.com/secret']] }
    expect((await shop.get('/shop', admin)).data).toMatchObject(whole)
    expect(await (await visit('/api/shop', { cookie })).json()).toMatchObject({ data: whole })
    for (const path of ['/auth/login', '/account/pay/none'])
      expect(await (await visit(path, customer)).text(), path).not.toMatch(/Friday|secret|category-/)
    expect(await (await visit('/auth/login', { cookie })).text()).toMatch(/Friday.*secret.*category-/s)
  })

  it('says nothing to search engines', async () => {
    await close()

    expect(await (await visit('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
    expect((await visit('/sitemap.xml')).status).toBe(404)
  })

  it('is closed and opened in three instances, whatever they have in memory', async () => {
    const { id } = await shop.product()
    const paths = [`/product/${id}`, '/search?keyword=linen', '/api/products', '/api/shop/home']
    const all = [origin, ...others.map(({ origin }) => origin)]
    const statuses = () => Promise.all(all.flatMap(at => paths.map(async path => (await visit(path, { at })).status)))
    for (let round = 0; round < 3; round++) {
      await expect.poll(async () => new Set(await statuses()), SOON).toEqual(new Set([200]))
      await close()
      expect((await visit(`/product/${id}`)).status).toBe(503)
      await expect.poll(async () => new Set(await statuses()), SOON).toEqual(new Set([503]))
      for (const at of all) expect((await visit(`/product/${id}`, { at, cookie: admin.cookie })).status).toBe(200)
      expect(new Set(await statuses())).toEqual(new Set([503]))
      await setShop({ isOpen: true })
    }
  })
})

it('stays open while its settings are read again after a change', async () => {
  invalidateHere('shop')

  expect(shop.app.settings.isOpen).toBeUndefined()
  expect((await visit('/api/products')).status).toBe(200)
})

describe('the password of a closed shop', () => {
  it('lets visitors in, to the page that they asked for, until it is another one', async () => {
    await close()

    const answer = await enter('let me in')
    const cookie = passOf(answer)

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sale?page=2'])
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
    expect((await visit('/sale', { cookie })).status).not.toBe(503)
    expect((await visit('/api/products', { cookie })).status).toBe(200)
    expect((await visit('/sale', { cookie: `${cookie}x` })).status).toBe(503)
    await setPassword('another one')
    expect((await visit('/sale', { cookie })).status).toBe(503)
    const other = passOf(await enter('another one'))
    await setPassword(null)
    expect((await visit('/api/products', { cookie: other })).status).toBe(503)
  })

  it('ends a week after it was given', async () => {
    await close()
    const cookie = passOf(await enter('let me in'))
    const days = (number: number) => Date.now() + number * 24 * 3_600_000
    const statusAt = async (time: number) => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(time)
      const { status } = await visit('/api/products', { cookie })
      clock.mockRestore()
      return status
    }

    expect([await statusAt(days(6)), await statusAt(days(8))]).toEqual([200, 503])
  })

  it('that is wrong is refused, and so are attempts beyond ten, and the right one after them', async () => {
    await close()
    const wrong = await enter('wrong')
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('This password is not right.')])

    for (let attempt = 0; attempt < 9; attempt++) await enter('wrong')

    const answer = await enter('let me in')
    expect([answer.status, passOf(answer)]).toEqual([429, ''])
    expect(await answer.text()).toContain('Too many failed attempts.')
  })

  it('leads to no other site, and is taken from the shop’s own pages alone', async () => {
    await close()
    await shop.db.deleteFrom('attempts').execute()

    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ])
      expect((await enter('let me in', back)).headers.get('location')).toBe('/')
    expect((await enter('let me in', '/', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('is in no answer and not in the audit log', async () => {
    await setPassword('very secret')
    await close()

    const { visitor_password_hash: hash } = await shop.db
      .selectFrom('settings')
      .select('visitor_password_hash')
      .executeTakeFirstOrThrow()
    expect(hash).toMatch(/^\$argon2id/)
    for (const path of ['/settings', '/shop', '/settings/visitors', '/settings/history', '/audit?size=100']) {
      const text = JSON.stringify(await shop.get(path, admin))
      expect(text).not.toContain('very secret')
      expect(text).not.toContain(hash)
    }
    expect((await shop.get('/settings/visitors', admin)).data).toEqual({ hasPassword: true })
    await setPassword(null)
    expect(await (await visit('/')).text()).not.toContain('Password for visitors')
  })
})
