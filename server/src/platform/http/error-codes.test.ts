import { API_BASE, errorCodes } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { shoppersOf } from '../../orders/orders-fixtures.ts'
import { twoFactorOf } from '../../people/two-factor-fixtures.ts'

const shop = startShop({ LOG_LEVEL: 'silent', TRUST_PROXY: 'on' })
const { buy, cancel, update } = shoppersOf(shop)
const { account, begin, enrolled, logIn } = twoFactorOf(shop)

const people = async () => ({ customer: await shop.customer(), admin: await shop.admin() })

async function anOrder(customer: Person) {
  const { id: product } = await shop.product()
  return (await buy(customer, [{ product, quantity: 1 }])).data
}

const sent = async (headers: Record<string, string>, payload: string) =>
  (await shop.app.inject({ method: 'POST', url: `${API_BASE}/auth/login`, headers, payload })).json()

type Case = (people: { customer: Person; admin: Person }) => Promise<{ code: string }>

const review = { title: 'Fits very well', rating: 5, comment: 'Worn twice a week since, and it still looks new.' }

/** Refusals whose code no other test names. */
const cases: Record<string, Case> = {
  unsupported_media_type: () => sent({ 'content-type': 'application/xml' }, '<x/>'),
  too_large: () => sent({ 'content-type': 'application/json' }, JSON.stringify({ email: 'x'.repeat(300_000) })),
  invalid_signature: () => shop.post('/webhooks/paypal', {}),

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

  async already_reviewed({ customer }) {
    const { id } = await shop.product()
    await shop.post(`/products/${id}/reviews`, review, customer)
    return shop.post(`/products/${id}/reviews`, review, customer)
  },

  async order_not_cancellable({ customer, admin }) {
    const { _id } = await anOrder(customer)
    await update(_id, admin, { status: 'delivered' })
    return cancel(_id, customer)
  },
  async order_not_payable({ customer }) {
    const { _id } = await anOrder(customer)
    await cancel(_id, customer)
    return shop.post('/payments/paypal/orders', { order: _id }, customer)
  },
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
