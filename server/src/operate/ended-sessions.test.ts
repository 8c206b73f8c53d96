import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { deleteSessionsOf } from '../people/sessions.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { lockAccount } from '../people/users.ts'

const shop = startShop({
  SHOP_MODE: 'rehearsal',
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: 'on',
  MAIL: 'file',
  RATE_LIMIT: 'off',
})
const { account } = twoFactorOf(shop)

const bank = { accountHolder: 'Mela', iban: 'DE89370400440532013000' }
const transfer = { way: 'transfer', isOn: true, countries: [], currencies: [], from: null, to: null }
const paypal = { clientId: 'AClient', clientSecret: 'EHLsecret1234', webhookId: 'WH-1', merchantId: 'MERCHANTOFSHO' }
const server = { host: 'mail.example.com', port: 465, security: 'tls', from: 'shop@example.com' }

describe('an admin who is signed out after their password was checked', () => {
  it.each([
    ['PATCH', '/settings', { version: 2, payments: { accountHolder: 'Another' } }],
    ['PUT', '/payments/keys/paypal/sandbox', { keys: paypal }],
    ['DELETE', '/payments/keys/paypal/sandbox', {}],
    ['PUT', '/settings/mail', server],
    ['DELETE', '/settings/mail', {}],
    ['POST', '/dashboard/opening', {}],
    ['PATCH', '/users/:id', { role: 'admin' }],
    ['PATCH', '/users/user/:id/status', { status: false }],
  ] as const)('changes nothing any more: %s %s', async (method, path, body) => {
    await shop.changeSettings({ payments: { ...bank, ways: [transfer] } })
    const [{ id, as }, other] = [await account({ role: 'admin' }), await shop.user()]
    let answer: ReturnType<typeof shop.call> | undefined

    await shop.db.transaction().execute(async db => {
      await lockAccount(db, id)
      answer = shop.call(method, path.replace(':id', other.id), { as, body: { ...body, password } })
      await Promise.race([answer, untilWaiting(shop.db, 1)])
      await deleteSessionsOf(db, id)
    })

    expect(await answer).toMatchObject({ status: 401 })
  })
})
