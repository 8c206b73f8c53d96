import { readFileSync } from 'node:fs'
import { type Endpoint, paymentGateways, webhookPath } from '@mela/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { calls, listCalls } from '../../../../scripts/calls.ts'
import { liveEnvironment as live } from '../../../test/live-environment.ts'
import { type RegisteredRoute, registeredRoutes } from '../../../test/registered-routes.ts'
import { type Person, startShop } from '../../../test/shop.ts'
import { reviewersOf } from '../../catalog/reviews-fixtures.ts'
import { guestsOf } from '../../orders/guests-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { demandTwoFactor, twoFactorOf } from '../../people/two-factor-fixtures.ts'
import { newId } from '../database/ids.ts'

type Access = Endpoint['access']

/** Machines ask these, which no contract names. */
const unlisted = ['GET /health', 'GET /ready', ...paymentGateways.map(name => `POST ${webhookPath(name)}`)]
const access: Record<string, Access> = Object.fromEntries([
  ...unlisted.map(name => [name, 'everyone']),
  ...calls.map(([name, { access }]) => [name, access]),
])

const shop = startShop()
const { aGuestOrder } = guestsOf(shop)

type Visitor = 'anonymous' | 'guest' | 'deactivated' | 'with an expired session' | 'customer' | 'manager' | 'admin'

/** A new account for each call, so that calls do not affect each other. */
async function visit(visitor: Visitor): Promise<Person | undefined> {
  if (visitor === 'anonymous') return undefined
  if (visitor === 'guest') return (await aGuestOrder()).guest
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

const refusals: Record<Access, Partial<Record<Visitor, 401 | 403>>> = {
  everyone: {},
  buyer: { anonymous: 401, deactivated: 401, 'with an expired session': 401 },
  'signed in': { anonymous: 401, guest: 401, deactivated: 401, 'with an expired session': 401 },
  admin: { anonymous: 401, guest: 401, deactivated: 401, 'with an expired session': 401, customer: 403, manager: 403 },
}

/** The call with unknown ids and without a body: enough to see who is let in. */
const attempt = ({ method, path }: RegisteredRoute, as: Person | undefined) =>
  shop.call(
    method as 'GET',
    path.replaceAll(/:\w+/g, () => newId()),
    { as },
  )

const visitors: Visitor[] = [
  'anonymous',
  'guest',
  'deactivated',
  'with an expired session',
  'customer',
  'manager',
  'admin',
]

describe('T324-T334 B71 permissions', () => {
  beforeAll(() => expect(registeredRoutes().length).toBeGreaterThan(30))

  it('are defined for every call', () => {
    expect(
      registeredRoutes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(access).sort())
  })

  it('are those of docs/calls.md', () => {
    expect(readFileSync(new URL('../../../../docs/calls.md', import.meta.url), 'utf8')).toBe(listCalls())
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

const strangersOf = (name: string) =>
  Promise.all((access[name] === 'buyer' ? strangers : strangers.slice(1)).map(visit))

const strangers: Visitor[] = ['guest', 'customer', 'manager']

describe("T326 T365 T372 another account's property", () => {
  it('is defined for every call with an id that customers may make', () => {
    const withId = Object.entries(access).filter(
      ([name, rule]) => (rule === 'signed in' || rule === 'buyer') && name.includes('/:'),
    )
    const decided = [...Object.keys(hidden), ...Object.keys(visible), ...unowned]

    expect(withId.map(([name]) => name).filter(name => !decided.includes(name))).toEqual([])
  })

  it.each(Object.entries(hidden))('is not found by %s, as if it did not exist', async (name, belonging) => {
    const method = name.split(' ')[0] as 'GET'
    const { path, body } = await belonging(await shop.customer())
    const elsewhere = (text: string) => text.replaceAll(/[0-9a-f]{24}/g, () => newId())
    const unknown = { path: elsewhere(path), body: body && JSON.parse(elsewhere(JSON.stringify(body))) }

    for (const stranger of await strangersOf(name)) {
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
