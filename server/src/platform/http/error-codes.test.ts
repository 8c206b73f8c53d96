import { API_BASE, DEFAULT_SHOP, errorCodes } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { expectRuns } from '../../operate/scheduled-runs.ts'
import { shoppersOf } from '../../orders/orders-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { twoFactorOf } from '../../people/two-factor-fixtures.ts'
import { newId } from '../database/ids.ts'

const shop = startShop({ LOG_LEVEL: 'silent', TRUST_PROXY: 'on' })
const { buy, cancel, update } = shoppersOf(shop)
const { report } = buyersOf(shop)
const { account, begin, enrolled, logIn } = twoFactorOf(shop)

const LONG_AGO = new Date('2026-01-01')

const people = async () => ({ customer: await shop.customer(), admin: await shop.admin() })

async function anOrder(customer: Person) {
  const { id: product } = await shop.product()
  return (await buy(customer, [{ product, quantity: 1 }])).data
}

const sent = async (headers: Record<string, string>, payload: string) =>
  (await shop.app.inject({ method: 'POST', url: `${API_BASE}/auth/login`, headers, payload })).json()

type Case = (people: { customer: Person; admin: Person }) => Promise<{ code: string }>

const review = { title: 'Fits very well', rating: 5, comment: 'Worn twice a week since, and it still looks new.' }

/** Each refusal that a client acts on in its own way. */
const cases: Record<string, Case> = {
  unauthenticated: () => shop.get('/orders/current-user'),
  forbidden: ({ customer }) => shop.get('/orders', customer),
  not_found: ({ customer }) => shop.get(`/orders/${newId()}`, customer),
  validation_failed: () => shop.post('/auth/login', { email: 'x' }),
  invalid_request: () => sent({ 'content-type': 'application/json' }, '{"email":'),
  unsupported_media_type: () => sent({ 'content-type': 'application/xml' }, '<x/>'),
  too_large: () => sent({ 'content-type': 'application/json' }, JSON.stringify({ email: 'x'.repeat(300_000) })),
  cross_origin: ({ customer }) =>
    shop.post('/orders', {}, customer, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }),
  invalid_signature: () => shop.post('/webhooks/paypal', {}),

  async work_late() {
    await expectRuns(shop.db)
    await shop.db.updateTable('scheduled_runs').set({ added_at: LONG_AGO, waiting_since: LONG_AGO }).execute()
    return shop.get('/ready')
  },
  async invalid_credentials() {
    return logIn((await account()).email, undefined, 'wrong1!')
  },
  async account_deactivated() {
    return logIn((await account({ is_active: false })).email)
  },
  async two_factor_required() {
    return logIn((await enrolled()).email)
  },
  async wrong_code() {
    return logIn((await enrolled()).email, '000000')
  },
  async two_factor_already_on() {
    return begin((await enrolled()).as)
  },
  async wrong_password() {
    return shop.post('/users/current-user/two-factor', { password: 'wrong1!' }, (await account()).as)
  },
  link_expired: () => shop.post('/auth/reset-password', { token: 'x'.repeat(43), password: 'Riverstone9!' }),
  async email_taken() {
    const { email } = await shop.user()
    const name = { firstName: 'Asha', lastName: 'Rao' }
    return shop.post('/auth/register', { name, email, password: 'Riverstone9!' })
  },
  own_account: ({ admin }) =>
    shop.call('PATCH', `/users/user/${admin.id}/status`, { as: admin, body: { status: false } }),

  async slug_taken({ admin }) {
    const { slug } = await shop.category()
    return shop.post('/categories', { name: 'Other', slug, description: 'Another one.' }, admin)
  },
  async version_conflict({ admin }) {
    const { id: productId } = await shop.product()
    const body = { productId, price: 5, version: 7 }
    return shop.call('PUT', `/products/${productId}`, { as: admin, body })
  },
  async already_reviewed({ customer }) {
    const { id } = await shop.product()
    await shop.post(`/products/${id}/reviews`, review, customer)
    return shop.post(`/products/${id}/reviews`, review, customer)
  },

  product_unavailable: async ({ customer }) =>
    buy(customer, [{ product: (await shop.product({ is_active: false })).id, quantity: 1 }]),
  out_of_stock: async ({ customer }) =>
    buy(customer, [{ product: (await shop.product({ stock: 0 })).id, quantity: 1 }]),
  async no_delivery({ customer, admin }) {
    const { id: product } = await shop.product()
    const deliver = async (zones: unknown) => {
      const { version } = (await shop.get('/settings', admin)).data
      return shop.call('PATCH', '/settings', { as: admin, body: { version, delivery: { zones } } })
    }
    const [zone] = DEFAULT_SHOP.zones
    await deliver([{ ...zone, places: [{ country: 'DE', state: null }] }])
    const answer = await buy(customer, [{ product, quantity: 1 }])
    await deliver(DEFAULT_SHOP.zones)
    return answer
  },
  price_changed: async ({ customer }) => buy(customer, [{ product: (await shop.product()).id, quantity: 1, price: 3 }]),
  async idempotency_key_reused({ customer }) {
    const ask = async () => {
      const products = [{ product: (await shop.product()).id, quantity: 1 }]
      const body = { products, shippingAddress: shop.anAddress() }
      return shop.post('/orders', body, customer, { 'idempotency-key': 'one-checkout' })
    }
    await ask()
    return ask()
  },

  async order_not_cancellable({ customer, admin }) {
    const { _id } = await anOrder(customer)
    await update(_id, admin, { status: 'delivered' })
    return cancel(_id, customer)
  },
  async invalid_status_change({ customer, admin }) {
    const { _id } = await anOrder(customer)
    await cancel(_id, customer)
    return update(_id, admin, { status: 'delivered' })
  },
  async order_not_payable({ customer }) {
    const { _id } = await anOrder(customer)
    await cancel(_id, customer)
    return shop.post('/payments/paypal/orders', { order: _id }, customer)
  },
  amount_mismatch: async ({ customer }) => report(customer, (await anOrder(customer))._id, 'T1', { amount: 1 }),
}

describe('the code of a failure', () => {
  it.each(Object.entries(cases))('is %s', async (code, refuse) => {
    expect(errorCodes).toContain(code)
    expect(await refuse(await people())).toMatchObject({ success: false, message: expect.any(String), code })
  })

  it('is described with every call, as one of the list', async () => {
    const { components, paths } = (await shop.app.inject(`${API_BASE}/docs/json`)).json()

    expect(components.schemas.Failure.properties.code.enum).toEqual([...errorCodes])
    const operations = Object.values<Record<string, { responses: Record<string, unknown> }>>(paths).flatMap(
      Object.values,
    )
    expect(operations.length).toBeGreaterThan(50)
    for (const { responses } of operations)
      expect(JSON.stringify(responses.default)).toContain('#/components/schemas/Failure')
  })
})
