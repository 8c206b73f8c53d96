import * as contract from '@mela/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../../test/live-environment.ts'
import { type RegisteredRoute, registeredRoutes } from '../../../test/registered-routes.ts'
import { type Person, startShop } from '../../../test/shop.ts'
import { reviewersOf } from '../../catalog/reviews-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { demandTwoFactor, twoFactorOf } from '../../people/two-factor-fixtures.ts'
import { newId } from '../database/ids.ts'

/** The permission of each call. A call that is missing here fails the first test. */
const access: Record<string, 'visitor' | 'signed in' | 'admin'> = {
  'GET /health': 'visitor',
  'GET /ready': 'visitor',
  'GET /shop': 'visitor',
  'GET /shop/terms': 'visitor',
  'GET /shop/home': 'visitor',
  'GET /shop/countries': 'visitor',
  'GET /shop/countries/:code': 'visitor',
  'GET /pages': 'visitor',
  'GET /pages/:slug': 'visitor',
  'GET /pages/staff': 'admin',
  'GET /pages/staff/:id': 'admin',
  'POST /pages': 'admin',
  'POST /pages/preview': 'admin',
  'PATCH /pages/:id': 'admin',
  'DELETE /pages/:id': 'admin',
  'POST /pages/:id/restore': 'admin',
  'GET /pages/staff/:id/history': 'admin',
  'POST /pages/staff/:id/history/:entry/undo': 'admin',
  'GET /settings': 'admin',
  'PATCH /settings': 'admin',
  'GET /settings/visitors': 'admin',
  'PUT /settings/visitors': 'admin',
  'GET /reviews': 'admin',
  'GET /reviews/waiting': 'admin',
  'POST /reviews/approve': 'admin',
  'POST /reviews/:id/hide': 'admin',
  'PUT /reviews/:id/reply': 'admin',
  'DELETE /reviews/:id/reply': 'admin',
  'GET /products/:productId/reviews/terms': 'signed in',
  'GET /settings/history': 'admin',
  'POST /settings/history/:id/undo': 'admin',

  'POST /auth/login': 'visitor',
  'POST /auth/register': 'visitor',
  'POST /auth/logout': 'visitor',
  'POST /auth/forgot-password': 'visitor',
  'POST /auth/reset-password': 'visitor',
  'POST /auth/confirm-email': 'visitor',
  'POST /auth/restore-email': 'visitor',
  'POST /auth/reopen-account': 'visitor',
  'GET /auth/options': 'visitor',
  'GET /auth/demo': 'visitor',

  'GET /users/current-user': 'signed in',
  'GET /users/current-user/email-confirmation': 'signed in',
  'POST /users/current-user/email-confirmation': 'signed in',
  'DELETE /users/current-user/email-confirmation': 'signed in',
  'PATCH /users/current-user/password': 'signed in',
  'GET /users/current-user/sessions': 'signed in',
  'DELETE /users/current-user/sessions': 'signed in',
  'DELETE /users/current-user/sessions/:id': 'signed in',
  'GET /users/current-user/two-factor': 'signed in',
  'POST /users/current-user/two-factor': 'signed in',
  'POST /users/current-user/two-factor/confirm': 'signed in',
  'POST /users/current-user/two-factor/disable': 'signed in',
  'POST /users/current-user/two-factor/recovery-codes': 'signed in',
  'GET /users/current-user/addresses': 'signed in',
  'POST /users/current-user/addresses': 'signed in',
  'PUT /users/current-user/addresses/:addressId': 'signed in',
  'DELETE /users/current-user/addresses/:addressId': 'signed in',
  'PATCH /users/current-user': 'signed in',
  'DELETE /users/current-user': 'signed in',
  'PATCH /users/current-user/avatar': 'signed in',
  'DELETE /users/current-user/avatar': 'signed in',
  'GET /users/current-user/data': 'signed in',

  'GET /users/admin': 'admin',
  'GET /users/staff': 'admin',
  'GET /dashboard/report': 'admin',
  'GET /dashboard/low-stock': 'admin',
  'GET /dashboard/first-steps': 'admin',
  'PATCH /dashboard/first-steps': 'admin',
  'POST /dashboard/test-email': 'admin',
  'GET /dashboard/find': 'admin',
  'GET /dashboard/events': 'admin',
  'GET /users/customers': 'admin',
  'GET /users/:id': 'admin',
  'PATCH /users/:userId': 'admin',
  'PATCH /users/user/:id/status': 'admin',
  'GET /users/:id/overview': 'admin',
  'GET /users/:id/orders': 'admin',
  'DELETE /users/:id/reviews': 'admin',
  'DELETE /users/:id/sessions': 'admin',
  'DELETE /users/:id/sessions/:sessionId': 'admin',
  'GET /audit': 'admin',
  'GET /audit/filters': 'admin',

  'GET /categories': 'visitor',
  'GET /categories/:id': 'visitor',
  'GET /categories/slug/:slug': 'visitor',
  'GET /categories/id/:id/products': 'visitor',
  'GET /categories/slug/:slug/products': 'visitor',
  'POST /categories': 'admin',
  'GET /categories/staff': 'admin',
  'PATCH /categories/:id': 'admin',
  'PUT /categories/order': 'admin',
  'DELETE /categories/:id': 'admin',
  'POST /categories/:id/restore': 'admin',
  'GET /collections/slug/:slug': 'visitor',
  'GET /collections/slug/:slug/products': 'visitor',
  'GET /products/best-sellers': 'visitor',
  'GET /collections': 'admin',
  'GET /collections/count': 'admin',
  'POST /collections': 'admin',
  'PATCH /collections/:id': 'admin',
  'DELETE /collections/:id': 'admin',
  'POST /collections/:id/restore': 'admin',

  'GET /media': 'admin',
  'GET /media/gallery': 'visitor',
  'GET /media/:id': 'visitor',
  'GET /media/:id/products': 'admin',
  'POST /media': 'admin',
  'DELETE /media/:id': 'admin',

  'GET /products': 'visitor',
  'GET /products/slug/:slug': 'visitor',
  'GET /products/on-sale': 'visitor',
  'GET /products/facets': 'visitor',
  'GET /products/sale-figures': 'visitor',
  'GET /products/suggestions': 'visitor',
  'GET /products/cards': 'visitor',
  'GET /products/:id': 'visitor',
  'GET /products/inactive': 'admin',
  'GET /products/export': 'admin',
  'POST /products/bulk': 'admin',
  'GET /products/:id/history': 'admin',
  'GET /products/:id/stock-movements': 'admin',
  'POST /products/:id/history/:entry/undo': 'admin',
  'POST /imports': 'admin',
  'GET /imports': 'admin',
  'GET /imports/:id': 'admin',
  'GET /imports/:id/rows': 'admin',
  'GET /imports/:id/failed-pictures': 'admin',
  'POST /imports/:id/start': 'admin',
  'POST /imports/:id/retry-pictures': 'admin',
  'POST /products': 'admin',
  'PUT /products/:productId': 'admin',
  'PATCH /products/:productId': 'admin',
  'DELETE /products/:id': 'admin',

  'GET /products/:id/reviews': 'visitor',
  'GET /products/:productId/reviews/current-user': 'signed in',
  'POST /products/:productId/reviews': 'signed in',
  'PUT /products/:productId/reviews/:reviewId': 'signed in',
  'DELETE /products/:productId/reviews': 'signed in',
  'DELETE /products/:productId/reviews/:reviewId': 'signed in',

  'POST /orders': 'signed in',
  'GET /orders/current-user': 'signed in',
  'GET /orders/current-user/unpaid': 'signed in',
  'GET /orders/current-user/named': 'signed in',
  'GET /invoices/:id': 'signed in',
  'GET /orders/current-user/:id': 'signed in',
  'GET /orders/:id': 'signed in',
  'PATCH /orders/:orderId/update': 'signed in',
  'PATCH /orders/:id/cancel': 'signed in',
  'GET /orders': 'admin',
  'GET /orders/status/:status': 'admin',
  'POST /orders/:id/notes': 'admin',
  'DELETE /orders/:id/notes/:noteId': 'admin',

  'GET /payments/gateways': 'signed in',
  'GET /payments/paypal': 'signed in',
  'POST /payments/:gateway/orders': 'signed in',
  'GET /payments/:gateway/orders/:order': 'signed in',
  'POST /payments': 'signed in',
  'GET /payments/:id': 'signed in',
  'GET /payments': 'admin',
  'GET /payments/status/:status': 'admin',
  'POST /payments/:id/refunds': 'admin',

  'GET /disputes': 'admin',
  'GET /disputes/:id': 'admin',
  'POST /disputes/:id/accept': 'admin',
  'POST /disputes/:id/evidence': 'admin',
  'POST /disputes/:id/evidence/files': 'admin',
  'GET /disputes/:id/files/:fileId': 'admin',

  'POST /webhooks/paypal': 'visitor',
}

const shop = startShop()

type Visitor = 'anonymous' | 'deactivated' | 'with an expired session' | 'customer' | 'manager' | 'admin'

/** A new account for each call, so that calls do not affect each other. */
async function visit(visitor: Visitor): Promise<Person | undefined> {
  if (visitor === 'anonymous') return undefined
  if (visitor === 'customer' || visitor === 'manager' || visitor === 'admin') {
    return shop.signIn((await shop.user({ role: visitor })).id)
  }
  const person = await shop.admin()
  if (visitor === 'deactivated') {
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute()
  } else {
    const past = sql<Date>`now() - interval '1 second'`
    await shop.db.updateTable('sessions').set({ expires_at: past }).where('user_id', '=', person.id).execute()
  }
  return person
}

const refusals: Record<'visitor' | 'signed in' | 'admin', Partial<Record<Visitor, 401 | 403>>> = {
  visitor: {},
  'signed in': { anonymous: 401, deactivated: 401, 'with an expired session': 401 },
  admin: { anonymous: 401, deactivated: 401, 'with an expired session': 401, customer: 403, manager: 403 },
}

/** The call with unknown ids and without a body: enough to see who is let in. */
const attempt = ({ method, path }: RegisteredRoute, as: Person | undefined) =>
  shop.call(
    method as 'GET',
    path.replaceAll(/:\w+/g, () => newId()),
    { as },
  )

const visitors: Visitor[] = ['anonymous', 'deactivated', 'with an expired session', 'customer', 'manager', 'admin']

describe('T325-T334 B71 permissions', () => {
  beforeAll(() => expect(registeredRoutes().length).toBeGreaterThan(30))

  it('are defined for every call', () => {
    expect(
      registeredRoutes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(access).sort())
  })

  it('are those of every endpoint of the contract, of webhooks and of the health check', () => {
    const endpoints = Object.values(contract).flatMap(value =>
      typeof value === 'object' && 'method' in value && 'url' in value ? `${value.method} ${value.url}` : [],
    )

    expect([...endpoints, 'GET /health', 'GET /ready', `POST ${contract.webhookPath('paypal')}`].sort()).toEqual(
      Object.keys(access).sort(),
    )
  })

  it.each(Object.entries(access))('%s is for %s', async (name, rule) => {
    const route = registeredRoutes().find(route => route.name === name)
    if (!route) throw new Error(`${name} is no call.`)

    const answers: Partial<Record<Visitor, number | 'let in'>> = {}
    for (const visitor of visitors) {
      const { status, success } = await attempt(route, await visit(visitor))
      expect(status, visitor).toBeLessThan(500)
      if (status === 401 || status === 403) expect(success, visitor).toBe(false)
      answers[visitor] = status === 401 || status === 403 ? status : 'let in'
    }

    const expected = Object.fromEntries(visitors.map(visitor => [visitor, refusals[rule][visitor] ?? 'let in']))
    expect(answers).toEqual(expected)
  })
})

describe('an admin who has not set up the two-factor sign-in that the shop demands', () => {
  const demanding = startShop({ ...live, TRUST_PROXY: 'on' })
  const { account, enrolled } = twoFactorOf(demanding)

  it('is refused by every call for admins, with the reason', async () => {
    await demandTwoFactor(demanding, (await enrolled({ role: 'admin' })).as)
    const { as } = await account({ role: 'admin' })

    for (const [name] of Object.entries(access).filter(([, rule]) => rule === 'admin')) {
      const [method, path = ''] = name.split(' ')
      const url = path.replaceAll(/:\w+/g, () => newId())
      const answer = await demanding.call(method as 'GET', url, { as })
      expect([name, answer]).toMatchObject([name, { status: 403, code: 'two_factor_demanded' }])
    }
  })
})

it('T324 visitors may see what the shop sells', async () => {
  const category = await shop.category()
  const picture = await shop.media()
  const { id } = await shop.product({ category_id: category.id, thumbnail_id: picture.id })

  for (const path of [
    '/products',
    '/products/on-sale',
    `/products/${id}`,
    `/products/${id}/reviews`,
    '/categories',
    `/categories/${category.id}`,
    `/categories/slug/${category.slug}`,
    `/categories/id/${category.id}/products`,
    `/categories/slug/${category.slug}/products`,
    `/media/${picture.id}`,
    `/media/gallery?gallery=${picture.id}`,
  ]) {
    expect(await shop.get(path), path).toMatchObject({ status: 200, success: true })
  }
})

/** Creates something that belongs to the account, and answers the path and the body of the call for it. */
type Belonging = (owner: Person) => Promise<{ path: string; body?: object }>

const { anOrder, pay } = buyersOf(shop)
const { aReview } = reviewersOf(shop)

async function reviewPath(owner: Person) {
  const { id } = await shop.product()
  const { data } = await shop.post(`/products/${id}/reviews`, aReview(), owner)
  return `/products/${id}/reviews/${data._id}`
}

const addressPath = async (owner: Person) =>
  `/users/current-user/addresses/${(await shop.post('/users/current-user/addresses', shop.anAddress(), owner)).data._id}`

/** Calls about records that do not exist for any account but the owner's. */
const hidden: Record<string, Belonging> = {
  'PUT /users/current-user/addresses/:addressId': async owner => ({
    path: await addressPath(owner),
    body: { city: 'Pune' },
  }),
  'DELETE /users/current-user/addresses/:addressId': async owner => ({ path: await addressPath(owner) }),
  'DELETE /users/current-user/sessions/:id': async owner => {
    const { id } = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    return { path: `/users/current-user/sessions/${id}` }
  },
  'GET /orders/current-user/:id': async owner => ({ path: `/orders/current-user/${await anOrder(owner)}` }),
  'GET /orders/:id': async owner => ({ path: `/orders/${await anOrder(owner)}` }),
  'PATCH /orders/:orderId/update': async owner => ({
    path: `/orders/${await anOrder(owner)}/update`,
    body: { status: 'processing', payment: newId() },
  }),
  'PATCH /orders/:id/cancel': async owner => ({ path: `/orders/${await anOrder(owner)}/cancel` }),
  'GET /payments/:id': async owner => ({ path: `/payments/${(await pay(owner, await anOrder(owner))).data._id}` }),
  'GET /invoices/:id': async owner => {
    const order = await anOrder(owner)
    await pay(owner, order)
    const { invoices } = (await shop.get(`/orders/current-user/${order}`, owner)).data
    return { path: `/invoices/${invoices[0]._id}` }
  },
  'GET /payments/:gateway/orders/:order': async owner => ({ path: `/payments/paypal/orders/${await anOrder(owner)}` }),
  'POST /payments/:gateway/orders': async owner => ({
    path: '/payments/paypal/orders',
    body: { order: await anOrder(owner) },
  }),
  'POST /payments': async owner => ({
    path: '/payments',
    body: { order: await anOrder(owner), transactionId: 'FOREIGN', paymentGateway: 'paypal' },
  }),
}

/** Public, but only its owner may change it. */
const visible: Record<string, Belonging> = {
  'PUT /products/:productId/reviews/:reviewId': async owner => ({ path: await reviewPath(owner), body: { rating: 1 } }),
  'DELETE /products/:productId/reviews/:reviewId': async owner => ({ path: await reviewPath(owner) }),
}

/** The id names a product; the change is to the caller's own. */
const unowned = [
  'GET /products/:productId/reviews/terms',
  'GET /products/:productId/reviews/current-user',
  'POST /products/:productId/reviews',
  'DELETE /products/:productId/reviews',
]

describe("T326 T365 T372 another account's property", () => {
  it('is defined for every call with an id that customers may make', () => {
    const withId = Object.entries(access).filter(([name, rule]) => rule === 'signed in' && name.includes('/:'))
    const decided = [...Object.keys(hidden), ...Object.keys(visible), ...unowned]

    expect(withId.map(([name]) => name).filter(name => !decided.includes(name))).toEqual([])
  })

  it.each(Object.entries(hidden))('is not found by %s, as if it did not exist', async (name, belonging) => {
    const method = name.split(' ')[0] as 'GET'
    const { path, body } = await belonging(await shop.customer())
    const elsewhere = (text: string) => text.replaceAll(/[0-9a-f]{24}/g, () => newId())
    const unknown = { path: elsewhere(path), body: body && JSON.parse(elsewhere(JSON.stringify(body))) }

    for (const stranger of [await visit('customer'), await visit('manager')]) {
      const { headers: _, ...theirs } = await shop.call(method, path, { body, as: stranger })
      const { headers: __, ...ofUnknown } = await shop.call(method, unknown.path, { body: unknown.body, as: stranger })

      expect(theirs.status).toBe(404)
      expect(theirs).toEqual(ofUnknown)
    }
  })

  it.each(Object.entries(visible))('cannot be changed by %s', async (name, belonging) => {
    const { path, body } = await belonging(await shop.customer())

    for (const stranger of [await visit('customer'), await visit('manager')]) {
      expect((await shop.call(name.split(' ')[0] as 'PUT', path, { body, as: stranger })).status).toBe(403)
    }
  })
})
