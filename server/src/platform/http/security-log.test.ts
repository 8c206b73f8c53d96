import { describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../../test/live-environment.ts'
import { startShop } from '../../../test/shop.ts'
import { hashPassword } from '../../people/passwords.ts'

const lines: string[] = []
const shop = startShop(
  { ...live, LOG_LEVEL: 'info', RATE_LIMIT_CALLS: '60', TRUST_PROXY: 'on' },
  { write: line => void lines.push(line) },
)

/** The lines of the security log that this work causes. */
async function logged(work: () => Promise<unknown>) {
  lines.length = 0
  await work()
  return lines.map(line => JSON.parse(line)).filter(({ security }) => security !== undefined)
}

const email = 'meera.nair@example.com'
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('the security log', () => {
  it('names sign-ins and those that are refused, without a person', async () => {
    await shop.user({ email, password_hash: await hashPassword('kerala#42') })
    const logIn = (password: string) => shop.post('/auth/login', { email, password }, undefined, from('203.0.113.5'))

    const events = await logged(async () => {
      await logIn('kerala#42')
      await logIn('wrong#1')
    })

    expect(events).toMatchObject([
      { security: 'signed in', role: 'customer' },
      { security: 'sign-in refused', code: 'invalid_credentials', route: 'POST /api/auth/login' },
    ])
    expect(lines.join('')).not.toMatch(/meera|203\.0\.113|kerala|wrong#1/)
  })

  it('names what a role may not do, and changes from another site', async () => {
    const customer = await shop.customer()
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

    const events = await logged(async () => {
      await shop.get('/orders', customer)
      await shop.post('/orders', {}, customer, elsewhere)
    })

    expect(events).toMatchObject([
      { security: 'refused', code: 'forbidden', route: 'GET /api/orders' },
      { security: 'from another site', code: 'cross_origin', route: 'POST /api/orders' },
    ])
  })

  it('names exceeded limits once a minute, however many requests come', async () => {
    const ask = () => shop.call('GET', '/categories', { headers: from('203.0.113.9') })

    const events = await logged(async () => {
      for (let n = 0; n < 80; n++) await ask()
    })

    expect(events).toMatchObject([
      { security: 'too many requests', code: 'rate_limited', route: 'GET /api/categories' },
    ])
  })
})
