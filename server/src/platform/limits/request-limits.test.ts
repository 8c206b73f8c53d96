import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../../test/live-environment.ts'
import { startShop } from '../../../test/shop.ts'
import { buildApp } from '../../app.ts'
import { reviewersOf } from '../../catalog/reviews-fixtures.ts'
import { hashPassword } from '../../people/passwords.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'

const low = {
  RATE_LIMIT_CALLS: '100',
  RATE_LIMIT_CALLS_AT_ONCE: '4',
  RATE_LIMIT_PAGES: '3',
  RATE_LIMIT_SEARCHES: '4',
  RATE_LIMIT_REGISTRATIONS: '2',
  RATE_LIMIT_REVIEWS: '2',
  RATE_LIMIT_SHARES: '1',
  RATE_LIMIT_WEBHOOKS: '3',
  RATE_LIMIT_EMAILS: '3',
  RATE_LIMIT_PAYMENTS: '2',
  RATE_LIMIT_PAYMENT_CHECKS: '2',
  TRUST_PROXY: 'on',
}

type Headers = Record<string, string>

const from = (address: string): Headers => ({ 'x-forwarded-for': address })
const aRegistration = () => ({
  name: { firstName: 'Asha', lastName: 'Rao' },
  email: `${crypto.randomUUID()}@example.com`,
  password: 'abcd1!',
})

const tooOften = { status: 429, success: false, message: 'You are doing this too often. Please try again later.' }

describe('a live shop', () => {
  const shop = startShop({ ...live, ...low })
  const { aReview } = reviewersOf(shop)

  it.each(['/health', '/ready'])('counts %s against no limit, because machines ask at their own pace', async path => {
    const ask = () => shop.call('GET', path, { headers: from('203.0.113.77') })

    const answers = await Promise.all(Array.from({ length: 120 }, ask))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shop.call('GET', '/categories', { headers: from('203.0.113.77') })).toMatchObject({ status: 200 })
  })

  it('limits concurrent calls per address, and accepts those of other addresses', async () => {
    const read = (address: string) => shop.call('GET', '/categories', { headers: from(address) })
    const [other, ...answers] = await Promise.all([
      read('203.0.113.42'),
      ...Array.from({ length: 8 }, () => read('203.0.113.41')),
    ])

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(4)
    expect(other).toMatchObject({ status: 200 })
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      message: 'Too many requests at once. Please try again.',
      headers: { 'retry-after': '10' },
    })
    expect(await read('203.0.113.41')).toMatchObject({ status: 200 })
  })

  it('limits calls per minute and address that reach the payment provider, over all accounts', async () => {
    const calls: [path: string, body: object][] = [
      ['/payments', { order: 'f'.repeat(24), transactionId: 'MADE-UP', paymentGateway: 'paypal' }],
      ['/payments/paypal/orders', { order: 'f'.repeat(24) }],
    ]
    const ask = async ([path, body]: (typeof calls)[0], address: string) =>
      shop.call('POST', path, { body, as: await shop.customer(), headers: from(address) })
    for (const call of calls) expect(await ask(call, '203.0.113.31')).toMatchObject({ status: 404 })

    for (const call of calls) expect(await ask(call, '203.0.113.31')).toMatchObject(tooOften)
    for (const call of calls) expect(await ask(call, '203.0.113.32')).toMatchObject({ status: 404 })
  })

  it.each([
    ['account', '203.0.113.33', () => shop.customer()],
    ['guest', '203.0.113.34', async () => shop.signIn((await shop.user({ role: 'guest' })).id)],
  ])('limits checks of pay pages per minute and %s, and not payments of others behind %s', async (_, ip, aBuyer) => {
    const address = from(ip)
    const check = async (as: Awaited<ReturnType<typeof shop.customer>>) =>
      shop.call('GET', `/payments/paypal/orders/${'f'.repeat(24)}`, { as, headers: address })
    const asha = await aBuyer()
    for (let n = 0; n < 2; n++) expect(await check(asha)).toMatchObject({ status: 404 })

    expect(await check(asha)).toMatchObject(tooOften)
    for (let n = 0; n < 8; n++) expect(await check(await aBuyer())).toMatchObject({ status: 404 })
    expect(await check(await aBuyer())).toMatchObject(tooOften)
    const order = { order: 'f'.repeat(24) }
    const start = shop.post('/payments/paypal/orders', order, await aBuyer(), address)
    expect(await start).toMatchObject({ status: 404 })
  })

  it('B62 counts a change of address like a registration, by address and by account', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const move = (as: typeof asha, address: string, email = `${crypto.randomUUID()}@example.com`) =>
      shop.call('PATCH', '/users/current-user', { body: { email }, as, headers: from(address) })
    const { email: taken } = await shop.user()
    expect(await move(asha, '203.0.113.21', taken)).toMatchObject({ status: 409 })
    await move(asha, '203.0.113.22', taken)

    expect(await move(asha, '203.0.113.23', taken)).toMatchObject(tooOften)
    expect(await move(ravi, '203.0.113.24', taken)).toMatchObject({ status: 409 })
    await shop.post('/auth/register', aRegistration(), undefined, from('203.0.113.24'))
    expect(await move(ravi, '203.0.113.24', taken)).toMatchObject(tooOften)
    const name = { firstName: 'Asha', lastName: 'Rao' }
    const renamed = await shop.call('PATCH', '/users/current-user', {
      body: { name },
      as: asha,
      headers: from('203.0.113.21'),
    })
    expect(renamed).toMatchObject({ status: 200 })
  })

  it('limits reviews per hour and account, over all addresses', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const review = async (person: typeof asha, address: string) =>
      shop.post(`/products/${(await shop.product()).id}/reviews`, aReview(), person, from(address))
    await review(asha, '203.0.113.3')
    await review(asha, '203.0.113.4')

    expect(await review(asha, '203.0.113.5')).toMatchObject(tooOften)
    expect(await review(ravi, '203.0.113.3')).toMatchObject({ status: 201 })
  })

  it('limits calls per minute and address, before the session is read', async () => {
    const call = (address: string) => shop.call('GET', '/categories', { headers: from(address) })
    for (let n = 0; n < 100; n++) await call('203.0.113.6')

    const next = await call('203.0.113.6')

    expect(next).toMatchObject(tooOften)
    expect(Number(next.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await call('203.0.113.7')).toMatchObject({ status: 200 })
  })

  it.each(['/products', '/products/on-sale', '/products/facets', '/products/suggestions'])(
    'limits searches, lists, suggestions and facets per minute and address, as %s, and goes on selling',
    async path => {
      const address = `203.0.113.${20 + path.length}`
      const call = (path: string) => shop.call('GET', path, { headers: from(address) })
      for (let n = 0; n < 4; n++) expect(await call(`${path}?keyword=${n}`)).toMatchObject({ status: 200 })

      const next = await call('/products?keyword=silk')

      expect(next).toMatchObject(tooOften)
      expect(Number(next.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(await call('/categories')).toMatchObject({ status: 200 })
      expect(await call(`/products/${(await shop.product()).id}`)).toMatchObject({ status: 200 })
      expect(await shop.call('GET', '/products', { headers: from('203.0.113.99') })).toMatchObject({ status: 200 })
    },
  )

  const register = (headers: Headers) => shop.call('POST', '/auth/register', { body: aRegistration(), headers })
  const webhook = (headers: Headers) => shop.call('POST', '/webhooks/paypal', { body: {}, headers })
  const emailLink = async (headers: Headers) =>
    shop.post('/users/current-user/email-confirmation', {}, await shop.customer(), headers)
  const review = async (headers: Headers) =>
    shop.post(`/products/${(await shop.product()).id}/reviews`, aReview(), await shop.customer(), headers)

  it.each([
    ['registrations per hour', 2, 3600, register],
    ['requested emails per hour, over all accounts,', 3, 3600, emailLink],
    ['reviews per hour, over all accounts,', 2, 3600, review],
    ['webhooks per minute, before the signature is verified,', 3, 60, webhook],
  ] as const)('limits %s by address', async (_what, most, seconds, ask) => {
    for (let n = 0; n < most; n++) expect((await ask(from('203.0.113.1'))).status).not.toBe(429)
    const refused = await ask(from('203.0.113.1'))

    expect(refused).toMatchObject(tooOften)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(seconds - 10)
    expect((await ask(from('203.0.113.2'))).status).not.toBe(429)
  })

  it('limits shared carts by site as well, which has many networks', async () => {
    const lines = [{ product: (await shop.product()).id, quantity: 1 }]
    const share = (network: number) =>
      shop.call('POST', '/cart/shared', { body: { lines }, headers: from(`2001:db8:7:${network}00::1`) })
    for (const network of [1, 2, 3, 4]) expect((await share(network)).status).not.toBe(429)

    expect(await share(5)).toMatchObject(tooOften)
  })
})

describe('the pages of a live shop', () => {
  const shop = startShop({ ...live, ...low })
  let app: FastifyInstance
  let render: Awaited<ReturnType<typeof aWebApp>>['render']

  beforeAll(async () => {
    const { db, env, files, gateways } = shop.app
    const opened = aWebApp()
    render = opened.render
    app = await buildApp({ db, env, files, gateways, web: opened.web })
    await app.ready()
  })
  afterAll(async () => app.close())

  const open = (url: string, address: string) => app.inject({ url, headers: from(address) })

  it('are rendered so many times a minute per address; then a page with Retry-After is answered', async () => {
    for (const page of [1, 2, 3]) expect((await open(`/search?page=${page}`, '203.0.113.8')).statusCode).toBe(200)
    render.mockClear()

    const refused = await open('/search?page=4', '203.0.113.8')

    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' })
    expect(refused.body).toContain('<h1>A moment, please</h1>')
    expect(render).not.toHaveBeenCalled()
    expect((await open('/search?page=4', '203.0.113.9')).statusCode).toBe(200)
  })
})

describe.each([
  ['a demo shop', low],
  ['a live shop with RATE_LIMIT=off', { ...live, ...low, RATE_LIMIT: 'off' }],
])('%s', (_, environment) => {
  const shop = startShop({ ...environment, RATE_LIMIT_FAILED_LOGINS: '3' })

  it('C8 limits failed logins and nothing else', async () => {
    const { email } = await shop.user({ password_hash: await hashPassword('abcd1!') })
    const registered = []
    for (let n = 0; n < 3; n++) registered.push(await shop.post('/auth/register', aRegistration()))
    const failed = []
    for (let n = 0; n < 4; n++) failed.push(await shop.post('/auth/login', { email, password: 'wrong1!' }))

    expect(registered.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(failed.map(({ status }) => status)).toEqual([401, 401, 401, 429])
  })
})
