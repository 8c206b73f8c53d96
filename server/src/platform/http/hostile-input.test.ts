import { errorCodes, storable } from '@mela/contract'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileValues } from '../../../test/hostile-values.ts'
import { type RegisteredRoute, registeredRoutes } from '../../../test/registered-routes.ts'
import { startShop } from '../../../test/shop.ts'
import { discountsOf } from '../../orders/discounts/discounts-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { SESSION_COOKIE } from '../../people/request-session.ts'
import { findBreakInAuditLog } from '../audit/audit-log.ts'
import { newId } from '../database/ids.ts'

const BROKEN = ['\0', '\ud800', '\u202e', '\u2066']
/** Texts for every minimum and maximum length, and digits for digit-only fields. */
const FILLINGS = ['', 'a', 'word '.repeat(4), 'word '.repeat(12), '1234567890'.slice(0, 9)]
const broken = BROKEN.flatMap(character => FILLINGS.map(filling => `${filling}${character}${filling}`))

/** The paths of fields whose schema accepts a text that is not kept as it is. */
function leaksIn(schema: unknown, path = ''): string[] {
  if (!(schema instanceof z.ZodType)) return []
  return [...(lets(schema) ? [path] : []), ...leaksInside(schema, path)]
}

function leaksInside(schema: z.core.$ZodType, path: string): string[] {
  const into = (inner: z.core.$ZodType) => leaksInside(inner, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => leaksIn(inner, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return leaksIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord)
    return [schema.keyType, schema.valueType].flatMap(part => leaksIn(part, `${path}{}`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(into)
  if (schema instanceof z.ZodPipe) return [...into(schema.in), ...into(schema.out)]
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  if (innerType) return into(innerType)
  return []
}

function lets(schema: z.ZodType): boolean {
  return broken.some(text => {
    const read = schema.safeParse(text)
    return read.success && typeof read.data === 'string' && read.data !== storable(read.data)
  })
}

/** Calls of each route; `npm run fuzz` makes more of them. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 4)

/** What no answer may contain: traces, SQL, secret columns. */
const leaks =
  /node_modules|\.ts:\d|\bat \w+ \(|\$argon2|password_?hash|token_?hash|violates|syntax error at|relation "/i

const NOT_TEXT = 'This contains characters that cannot be used.'

const JSON_BODY = { 'content-type': 'application/json' }

const shop = startShop({ LOG_LEVEL: 'fatal' })
const counts = new Map<number, number>()

const callers = ['anonymous', 'customer', 'admin'] as const
type Caller = (typeof callers)[number]
type Attack = Omit<InjectOptions, 'headers'> & { caller: Caller; headers?: Record<string, string> }

/** Two accounts and the customer's records, in a shop with products. */
async function people() {
  const customer = await shop.customer()
  const admin = await shop.admin()
  const category = await shop.category()
  const { id: product } = await shop.product({ category_id: category.id })
  const { id: thumbnail } = await shop.media()
  const order = await buyersOf(shop).anOrder(customer)
  const made = async (path: string, body: object) => (await shop.post(path, body, admin)).data._id as string
  const [code, target] = [newId(), { kind: 'products', ids: [product] }]
  const sale = { name: 'Sale', kind: 'percent', value: 10, begins: '2020-01-01T00:00', ends: '2099-01-01T00:00' }
  const lines = [{ product, quantity: 1 }]
  const later = { products: lines, shippingAddress: shop.anAddress(), gateway: 'transfer' }
  const { payment } = (await shop.post('/orders', later, customer)).data
  return {
    customer,
    admin,
    ids: [
      payment._id as string,
      await discountsOf(shop, admin)
        .add({ code })
        .then(({ data }) => data._id),
      await made('/gift-cards', { amount: 50, recipient: 'friend@example.com' }),
      await made('/planned-prices', { ...sale, target }),
    ],
    plausible: {
      ...{ code, codes: [code], lines, target, kind: 'percent', value: 10, gateway: 'transfer', count: 2 },
      ...{ begins: sale.begins, ends: sale.ends, percent: 10, appliesTo: 'everything', targets: [], customers: [] },
      ...{ recipient: 'friend@example.com', receivedOn: '2026-01-05', products: lines, version: 1 },
      ...shop.anAddress(),
      ...{ shippingAddress: shop.anAddress(), product, quantity: 1, order, orderId: order, productId: product },
      ...{ category: category.id, slug: category.slug, userId: customer.id, id: product, status: 'processing' },
      ...{ email: 'asha@example.com', password: 'mela@demo1', oldPassword: 'mela@demo1', newPassword: 'mela@demo2' },
      ...{ title: 'Sits well on me', comment: 'Washed five times and not faded.', rating: 5, role: 'manager' },
      ...{ key: 'isActive', value: true, transactionId: 'T1', paymentGateway: 'paypal', amount: 198 },
      ...{ price: 100, salePrice: 80, stock: 3, isActive: true, onSale: true, thumbnail, gallery: [thumbnail] },
      description: 'A good thing. '.repeat(5),
    },
  }
}
beforeAll(async () => {
  const ways = ['paypal', 'transfer'].map(way => ({
    way,
    isOn: true,
    countries: [],
    currencies: [],
    from: null,
    to: null,
  }))
  await shop.changeSettings({ payments: { ways, accountHolder: 'Mela Ltd', accountNumber: '123456789012' } })
})
let cast: Awaited<ReturnType<typeof people>>
beforeEach(async () => {
  cast = await people()
})

/** A new session for each call, as many calls end one. */
async function cookieOf(caller: Caller): Promise<{ cookie?: string }> {
  return caller === 'anonymous' ? {} : { cookie: (await shop.signIn(cast[caller].id)).cookie }
}

/** One raw call; it is refused or done, and its answer leaks nothing. */
async function expectHarmless({ caller, headers, ...call }: Attack) {
  const answer = await shop.app.inject({ ...call, headers: { ...headers, ...(await cookieOf(caller)) } })
  counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)

  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toMatch(leaks)
  if (answer.statusCode === 302 || String(answer.headers['content-type']).startsWith('text/csv')) return
  const body = answer.json()
  expect(body.success).toBe(answer.statusCode < 400)
  expect(typeof body.message).toBe('string')
  if (!body.success) expect(errorCodes).toContain(body.code)
}

function attacksOn({ method, path, schema = {} }: RegisteredRoute): fc.Arbitrary<Attack> {
  const { text, like, keysOf } = hostileValues(cast.plausible)
  const { order, product, category, slug, userId } = cast.plausible
  const piece = fc
    .oneof(text, fc.constantFrom(order, product, category, slug, userId, ...cast.ids))
    .map(value => encodeURIComponent(value.toWellFormed()).slice(0, 300))
  const ids = fc.array(piece, { minLength: 3, maxLength: 3 })
  const query = fc.tuple(...keysOf(schema.querystring).map(key => piece.map(value => `${key}=${value}`)))

  const address = fc.tuple(ids, query).map(([ids, query]) => {
    let given = 0
    return `/api${path.replaceAll(/:\w+/g, () => ids[given++] || 'x')}?${query.join('&')}`
  })
  return fc
    .record({ url: address, body: like(schema.body), caller: fc.constantFrom(...callers) })
    .map(({ url, body, caller }) => ({
      ...{ caller, url, method: method as 'GET' },
      ...(method !== 'GET' && { headers: JSON_BODY, payload: JSON.stringify(body) ?? '' }),
    }))
}

describe('with hostile input the shop', () => {
  afterAll(() => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const byStatus = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(
      `  hostile input: ${all} calls to ${registeredRoutes().length} routes; ${byStatus.join(', ')}\n`,
    )
  })

  it('stays intact after wrong types, deep and huge values, foreign keys and broken text, on every route', async () => {
    for (const route of registeredRoutes()) {
      // What reads leaves them as they are.
      if (route.method !== 'GET') cast = await people()
      await fc.assert(fc.asyncProperty(attacksOn(route), expectHarmless), { numRuns: RUNS })
    }
  }, 600_000)

  it.each(['/auth/login', '/orders', '/payments', '/users/current-user/addresses'])(
    'refuses invalid JSON at %s',
    async path => {
      const json = JSON_BODY
      const attacks: Omit<Attack, 'url' | 'caller'>[] = [
        { payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: json },
        { payload: '{"a":'.repeat(30_000), headers: json },
        { payload: `${'['.repeat(60_000)}${']'.repeat(60_000)}`, headers: json },
        { payload: JSON.stringify({ email: 'x'.repeat(300_000) }), headers: json },
        { payload: '{"__proto__":{"role":"admin"}}', headers: json },
        { payload: '{"email":"a","email":"b"}', headers: json },
        { payload: 'email=a&password=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { payload: '<x/>', headers: { 'content-type': 'application/xml' } },
        { payload: '{}', headers: { 'content-type': 'application/json; charset=utf-7' } },
        { payload: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
        { payload: '{}', headers: { ...json, 'content-length': '99' } },
        { payload: '--x\r\n\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        { payload: '{}', headers: { 'content-type': 'multipart/form-data' } },
      ]
      for (const caller of callers) {
        for (const attack of attacks) await expectHarmless({ method: 'POST', url: `/api${path}`, caller, ...attack })
      }
    },
  )

  it('refuses values that no row can hold, with a sentence', async () => {
    const admin = await shop.admin()

    for (const query of ['subject=before%00after', 'group=%00']) {
      const answer = await shop.get(`/audit?${query}`, admin)
      const field = query.split('=')[0] ?? ''
      expect(answer, query).toMatchObject({ status: 400, errors: { [field]: NOT_TEXT } })
    }
    expect(await shop.get('/categories/slug/%00')).toMatchObject({ status: 400, errors: { slug: NOT_TEXT } })
  })

  it('accepts neither NUL, half a surrogate pair nor characters that reorder a text through any schema of any call', () => {
    const leaks = registeredRoutes().flatMap(({ name, schema = {} }) =>
      (['params', 'querystring', 'headers', 'body'] as const).flatMap(part =>
        leaksIn(schema[part]).map(path => `${name} ${part}${path}`),
      ),
    )

    expect(leaks).toEqual([])
  })

  it.each([
    ['a percent sign alone', '/api/products/%'],
    ['half a character', '/api/products/%E0%A4%A'],
    ['encoded dots', '/api/%2e%2e/%2e%2e/etc/passwd'],
    ['encoded slashes', '/api/..%2f..%2fpackage.json'],
    ['an empty segment', '/api//products'],
    ['a way up', '/api/products/../users/admin'],
    ['an id of 10,000 letters', `/api/products/${'a'.repeat(10_000)}`],
    ['500 keywords', `/api/products?${'keyword=a&'.repeat(500)}`],
    ['names of the prototype', '/api/products?__proto__[admin]=1&constructor=2'],
    ['encoded dots and slashes', '/api/media/%2e%2e%2f%2e%2e%2fpackage.json'],
  ])('is not harmed by an address with %s', async (_label, url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
      await expectHarmless({ caller: 'admin', method, url })
  })

  it('treats a cookie as nothing but a token', async () => {
    const cookies = ['', '%', 'a'.repeat(7000), '\x01', '__proto__', "' or 1=1", '%00', 'a=b=c', 's:x.y']
    for (const value of cookies) {
      const answer = await shop.app.inject({
        url: '/api/users/current-user',
        headers: { cookie: `${SESSION_COOKIE}=${value}; ${SESSION_COOKIE}=${value}` },
      })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('is as open and as intact as before', async () => {
    expect(await shop.get('/health')).toMatchObject({ status: 200 })
    expect(await findBreakInAuditLog(shop.db)).toBeUndefined()
    expect(({} as { role?: string }).role).toBeUndefined()
    expect(await shop.get('/products')).toMatchObject({ status: 200 })
  })
})
