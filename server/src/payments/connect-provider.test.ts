import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { calls } from '../../../scripts/calls.ts'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { findMailServer, showMailServer } from '../shop/mail-server.ts'
import { findServiceKeys } from '../shop/service-keys.ts'
import { answerOf } from './connect-provider.ts'
import { GatewayError } from './gateways/gateway.ts'
import { openGateways, providers } from './gateways/open-gateway.ts'
import { stripeGateway } from './gateways/stripe/stripe-gateway.ts'
import { askForAccount, findShopAccount } from './payment-sessions.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const { account, enrolled } = twoFactorOf(shop)
const { cancel } = shoppersOf(shop)
const anOwner = () => account({ role: 'admin' })

const SECRET = 'EHLpaypalsecret1234'
const keys = { clientId: 'AClientOfPayPal', clientSecret: SECRET, webhookId: 'WH-1', merchantId: 'MERCHANTOFSHO' }
const SANDBOX = '/payments/keys/paypal/sandbox'

const save = (as: { id: string; cookie: string }, given: object = {}, path = SANDBOX) =>
  shop.call('PUT', path, { as, body: { keys, password, ...given } })

/** What PayPal says about the account of any keys. */
const retrieveAccount = vi.fn<() => Promise<string | undefined>>().mockRejectedValue(new GatewayError('ambiguous'))
const { connect } = providers.paypal
vi.spyOn(providers.paypal, 'connect').mockImplementation(async keys => {
  const gateway = await connect(keys)
  return gateway && Object.assign(gateway, { retrieveAccount })
})

const modes = () => shop.gateways.all.map(({ name, mode }) => [name, mode])

describe('keys of a provider that staff enter', () => {
  it('connect it at once in every instance, and are sealed', async () => {
    const { as } = await anOwner()
    const other = await openGateways(shop.db, shop.app.env, { port: 0 })
    const [, before] = modes()[0] ?? []
    expect(before).toBe('test')
    const told: unknown[] = []
    const stop = onChange(tags => tags.includes('gateways') && told.push(modes()[0]?.[1]))

    const answer = await save(as)

    expect(answer).toMatchObject({
      status: 200,
      data: { connections: [{ mode: 'sandbox', source: 'dashboard' }, { source: 'emulator' }] },
    })
    expect(answer.data.connections[0].saved).toMatchObject([{ environment: 'sandbox' }])
    expect(modes()[0]).toEqual(['paypal', 'sandbox'])
    // Pages may have been made with the former keys since the commit told of these.
    expect([told[0], told.at(-1)]).toEqual(['test', 'sandbox'])
    stop()
    await expect.poll(() => other.gateways.find('paypal')?.mode).toBe('sandbox')
    const { sealed } = await shop.db.selectFrom('service_keys').selectAll().executeTakeFirstOrThrow()
    expect(sealed).not.toContain(SECRET)

    await shop.call('DELETE', SANDBOX, { as, body: { password } })
    expect(modes()[0]).toEqual(['paypal', 'test'])
    await other.close()
  })

  it('are connected once the provider has confirmed them, which a test repeats', async () => {
    const { as } = await anOwner()
    const shown = async () => (await shop.get('/payments/keys', as)).data.connections[0].saved[0]
    await save(as, { keys: { ...keys, merchantId: '' } })
    expect(await shown()).toMatchObject({ account: '', refusal: '' })
    retrieveAccount.mockRejectedValueOnce(new GatewayError('config', 'invalid_client'))

    const refused = await shop.post(`${SANDBOX}/test`, {}, as)

    expect(refused).toMatchObject({ status: 400, code: 'provider_refused' })
    expect(refused.message).toMatch(
      /^PayPal does not take these keys\. Check that they are the sandbox keys, and copied/,
    )
    expect(await shown()).toMatchObject({ account: '', refusal: refused.message })
    retrieveAccount.mockResolvedValueOnce('MERCHANTOFSHO')
    await shop.post(`${SANDBOX}/test`, {}, as)
    expect(await shown()).toMatchObject({ account: 'MERCHANTOFSHO', refusal: '' })
  })

  it('are shown as refused on the dashboard once the provider revokes them, until it takes them or others', async () => {
    const { as } = await anOwner()
    await save(as, { keys: { ...keys, merchantId: '' } })
    const later = async (answer: () => void) => {
      await shop.db.updateTable('provider_accounts').set({ answered_at: sql`now() - interval '11 minutes'` }).execute()
      answer()
      await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })
      const { connections } = (await shop.get('/payments/keys', as)).data
      const { refusing } = (await shop.get('/dashboard/troubles', as)).data
      return [refusing, connections[0].isRefusing, connections[0].saved[0].refusal]
    }
    const refuse = () => retrieveAccount.mockRejectedValueOnce(new GatewayError('config', 'invalid_client'))
    const take = () => retrieveAccount.mockResolvedValueOnce('MERCHANTOFSHO')
    const refused = [['PayPal'], true, expect.stringMatching(/^PayPal does not take these keys\./)]
    const taken = [[], false, '']
    const account = () => findShopAccount(shop.db, shop.gateways.of('paypal'))
    expect(await later(take)).toEqual(taken)

    expect(await later(refuse)).toEqual(refused)

    expect(await account()).toBe('MERCHANTOFSHO')
    expect(await later(() => retrieveAccount.mockRejectedValueOnce(new GatewayError('ambiguous')))).toEqual(refused)
    expect(await later(take)).toEqual(taken)
    expect(await later(refuse)).toEqual(refused)
    await save(as, { keys: { ...keys, merchantId: '', clientSecret: 'another' } })
    expect((await shop.get('/dashboard/troubles', as)).data.refusing).toEqual([])
    expect(await later(() => retrieveAccount.mockResolvedValueOnce(undefined))).toEqual(taken)
    expect(await account()).toBe('MERCHANTOFSHO')
  })

  it('are not confirmed by a late answer about those that they replaced', async () => {
    const { as } = await anOwner()
    await save(as, { keys: { ...keys, merchantId: '' } })
    retrieveAccount.mockImplementationOnce(async () => {
      await save(as, { keys: { ...keys, merchantId: '', clientSecret: 'another' } })
      return 'MERCHANTOFSHO'
    })

    await shop.post(`${SANDBOX}/test`, {}, as)

    expect((await shop.get('/payments/keys', as)).data.connections[0].saved[0].account).toBe('')
  })

  it('are answered by no call, and are not in the audit log', async () => {
    const { as } = await anOwner()
    await save(as)

    for (const [name] of calls.filter(
      ([name]) => name.startsWith('GET') && !name.includes(':') && !name.endsWith('/events'),
    )) {
      const [, path = ''] = name.split(' ')
      const answer = await shop.get(path, as)
      expect([name, JSON.stringify(answer).includes(SECRET)]).toEqual([name, false])
    }
    const { rows } = await shop.db
      .selectFrom('audit_log')
      .selectAll()
      .execute()
      .then(rows => ({ rows }))
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(JSON.stringify(rows)).toContain('settings.keys_saved')
  })

  it('need the password of the admin, and all of their fields', async () => {
    const { as } = await anOwner()

    expect(await save(as, { password: undefined })).toMatchObject({ errors: { password: expect.any(String) } })
    expect(await save(as, { password: 'wrong1!' })).toMatchObject({ code: 'wrong_password' })
    expect(await save(as, { keys: { ...keys, webhookId: '' } })).toMatchObject({
      status: 400,
      errors: { 'keys.webhookId': 'This is required.' },
    })
  })

  it('take the code of the admin once they are saved, so a refusal uses up no recovery code', async () => {
    const { as, recoveryCodes } = await enrolled({ role: 'admin' })
    const [code] = recoveryCodes
    const saved = async () => (await shop.get('/payments/keys', as)).data.connections[0].saved
    const before = await saved()
    expect(await save(as)).toMatchObject({ status: 400, code: 'two_factor_required' })
    expect(await save(as, { code: 'wrong-code' })).toMatchObject({ status: 400, code: 'wrong_code' })
    expect(await saved()).toEqual(before)

    expect(await save(as, { code, keys: { ...keys, webhookId: '' } })).toMatchObject({ status: 400 })
    retrieveAccount.mockRejectedValueOnce(new GatewayError('config', 'invalid_client'))
    expect(await save(as, { code })).toMatchObject({ status: 400, code: 'provider_refused' })

    expect(await save(as, { code })).toMatchObject({ status: 200 })
    expect(await save(as, { code })).toMatchObject({ status: 400, code: 'wrong_code' })
  })

  it('are no live keys while the shop is a demo, whose password is public', async () => {
    const { as } = await anOwner()

    expect(await save(as, {}, '/payments/keys/paypal/live')).toMatchObject({ status: 409 })
  })

  it('do not outweigh those of the environment', async () => {
    const { as } = await anOwner()
    await save(as)
    const given = { PAYPAL_ENVIRONMENT: 'sandbox', PAYPAL_CLIENT_ID: 'of the server' }
    const env = readEnv({ ...given, PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w', SECRET_KEY: 'k'.repeat(32) })

    const { gateways, close } = await openGateways(shop.db, env)

    expect(gateways.find('paypal')?.clientId).toBe('of the server')
    await close()
  })

  it.each([
    [new GatewayError('config', 'invalid_client'), 'isSecret', 'PayPal does not take these keys.'],
    [new GatewayError('ambiguous'), undefined, 'PayPal did not answer'],
  ])('are judged by what the provider says: %s', (error, wrong, message) => {
    const answer = answerOf({ displayName: 'PayPal' }, 'sandbox', error)

    expect([answer.wrong, answer.message]).toEqual([wrong, expect.stringContaining(message)])
  })
})

describe('keys of Stripe that staff enter', () => {
  const STRIPE = '/payments/keys/stripe/sandbox'
  const card = buyersOf(shop, 'stripe')
  vi.spyOn(providers.stripe, 'connect').mockImplementation(
    async ({ stripe: keys }) => keys && stripeGateway('sandbox', { ...keys, at: new URL(shop.stripe.url) }),
  )
  const connect = async (accountId = '') => {
    const { secretKey, webhookSecret } = shop.stripe
    const { as } = await anOwner()
    return save(as, { keys: { secretKey, webhookSecret, accountId } }, STRIPE)
  }
  const remove = async (path = STRIPE) => shop.call('DELETE', path, { as: (await anOwner()).as, body: { password } })
  /** As to a restricted key. */
  const hideAccount = () => shop.stripe.addFault({ kind: 'error', status: 403, path: 'GET /v1/account', count: 1 })
  afterEach(() => shop.stripe.clearFaults())

  it('are refused when they are of another account than entered, or when their account is unknown', async () => {
    const refusalOf = (text: string) => ({ status: 400, errors: { 'keys.accountId': expect.stringContaining(text) } })

    expect(await connect('acct_other')).toMatchObject(refusalOf('not to acct_other'))
    hideAccount()
    expect(await connect()).toMatchObject(refusalOf('does not say whose account it is'))
  })

  it('count payments while they may not read the account that is known', async () => {
    await connect('')
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })
    shop.stripe.addFault({ kind: 'error', status: 403, path: 'GET /v1/account' })
    const { customer, order } = await card.anOpenOrder()

    expect(await card.pay(customer, order)).toMatchObject({ data: { status: 'completed' } })
    await remove()
  })

  it('tell the owner why Stripe opens no payment, until it opens one or others are saved', async () => {
    await connect()
    const { as } = await anOwner()
    const said = async () => {
      const { connections } = (await shop.get('/payments/keys', as)).data
      return [(await shop.get('/dashboard/troubles', as)).data.unopened, connections[1].paymentRefusal]
    }
    const told = (refusal: string) => [[{ provider: 'Stripe', refusal }], refusal]
    const startAfter = async (refusal?: GatewayError) => {
      const { customer, order } = await card.anOpenOrder()
      if (refusal) vi.spyOn(shop.gateways.of('stripe'), 'open').mockRejectedValueOnce(refusal)
      return card.start(customer, order)
    }
    const restricted = new GatewayError('rejected', 'account_invalid', undefined, 'Your account cannot make charges.')

    expect(await startAfter(restricted)).toMatchObject({ status: 503 })

    expect(await said()).toEqual(told('Your account cannot make charges.'))
    await startAfter(new GatewayError('config', 'StripePermissionError'))
    expect(await said()).toEqual(told('StripePermissionError'))
    expect(await startAfter()).toMatchObject({ status: 201 })
    expect(await said()).toEqual([[], ''])
    await startAfter(new GatewayError('rejected', 'amount_too_small'))
    await startAfter(new GatewayError('ambiguous'))
    expect(await said()).toEqual([[], ''])
    await startAfter(restricted)
    await askForAccount(shop.db, shop.gateways.of('stripe'))
    expect(await said()).toEqual(told('Your account cannot make charges.'))
    await connect()
    expect(await said()).toEqual([[], ''])
    await remove()
  })

  it('open no payment while their account is unknown', async () => {
    await shop.db.deleteFrom('provider_accounts').execute()
    hideAccount()
    const { customer, order } = await card.anOpenOrder()

    expect(await card.start(customer, order)).toMatchObject({ status: 503 })
    const refusal = 'Enter beside the keys whose account it is.'
    const { unopened } = (await shop.get('/dashboard/troubles', (await anOwner()).as)).data
    expect(unopened).toContainEqual({ provider: 'Stripe', refusal })
  })

  it('leave open sessions payable for the same account, end them for another, and count what was paid', async () => {
    const begun = await card.aStartedOrder()
    const paid = await card.anApprovedOrder()
    expect(await connect()).toMatchObject({ status: 200, message: expect.stringMatching(/^Connected as acct_/) })
    const stays = await approve(begun.approveUrl, 'refuse')
    expect(stays.href).toBe(begun.approveUrl)
    hideAccount()

    expect(await connect('acct_other')).toMatchObject({
      status: 200,
      message: expect.stringContaining('make sure that they are of acct_other'),
    })

    await expect(approve(begun.approveUrl)).rejects.toThrow('nothing to approve')
    expect(await card.paymentsOf(paid.order)).toMatchObject([{ status: 'completed', problem: null }])
    await remove()
  })

  it('end open sessions when they are removed; keys that Stripe refuses stop no payment elsewhere', async () => {
    await remove(SANDBOX)
    await connect()
    const begun = await card.aStartedOrder()
    expect(await remove()).toMatchObject({ message: 'Keys removed.' })
    await expect(approve(begun.approveUrl)).rejects.toThrow('nothing to approve')

    await connect()
    const { customer, order } = await card.aStartedOrder()
    shop.stripe.addFault({ kind: 'error', status: 401, path: '/v1/' })

    expect(await remove()).toMatchObject({ message: expect.stringContaining('look at Stripe') })

    const { all } = shop.gateways
    shop.gateways.replaceAll(...all.filter(({ name }) => name !== 'stripe'))
    expect(await buyersOf(shop).start(customer, order)).toMatchObject({ status: 201 })
    shop.gateways.replaceAll(...all)
  })

  it('are tried at once for refunds that waited for them', async () => {
    await connect()
    const { customer, order, payment } = await card.aPaidOrder()
    shop.stripe.addFault({ kind: 'error', status: 401, path: 'POST /v1/refunds', count: 1 })
    await cancel(order, customer)
    const failure = expect.stringMatching(/^Stripe does not let the shop refund this .* returned there\.$/)
    expect(await card.refundsOf(payment)).toMatchObject([{ state: 'queued', failure }])

    await connect()
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    expect(await card.refundsOf(payment)).toMatchObject([{ state: 'completed', failure: null }])
    await remove()
  })

  it('warn on removal that a bank payment is still pending', async () => {
    await connect()
    const { customer, order } = await card.anOpenOrder()
    expect(await card.pay(customer, order, 'later')).toMatchObject({ data: { status: 'pending' } })

    expect(await remove()).toMatchObject({ message: expect.stringContaining('return what still arrives there') })
  })
})

describe('the mail server that staff enter', () => {
  const server = { host: 'mail.example.com', port: 465, security: 'tls', user: 'shop', from: 'shop@example.com' }
  const put = (as: { id: string; cookie: string }, given: object) =>
    shop.call('PUT', '/settings/mail', { as, body: { ...server, password, ...given } })

  it('is refused by a demo, whose admin may be anyone and would get the links of others', async () => {
    const { as } = await anOwner()

    expect(await put(as, { secret: 'p' })).toMatchObject({ status: 409 })
    await shop.db.updateTable('settings').set({ has_left_demo: true }).execute()
    expect(await put(as, { secret: 'p' })).toMatchObject({ status: 200 })
    await shop.call('DELETE', '/settings/mail', { as, body: { password } })
  })

  it('is used by emails, and its password is kept when it is left out', async () => {
    const { as } = await anOwner()
    expect(await put(as, {})).toMatchObject({ status: 400, errors: { secret: 'This is required.' } })
    expect(await put(as, { user: '', secret: 'p' })).toMatchObject({
      status: 400,
      errors: { user: 'This is required.' },
    })
    expect(await put(as, { host: 'smtp.example.com.587', secret: 'p' })).toMatchObject({
      ...{ status: 400, errors: { host: 'This is a name such as mail.example.com.' } },
    })
    expect(await put(as, { secret: 'p@ss word' })).toMatchObject({ status: 200, data: { source: 'dashboard' } })
    expect(await put(as, { port: 2465 })).toMatchObject({ status: 200 })

    const env = { ...shop.app.env, mail: { smtpUrl: undefined, from: 'Of no server <other@example.com>' } }
    const { smtpUrl, from } = await findMailServer({ db: shop.db, env })

    expect([smtpUrl, from]).toEqual(['smtps://shop:p%40ss%20word@mail.example.com:2465/', 'shop@example.com'])
    expect(JSON.stringify(await shop.get('/settings/mail', as))).not.toContain('p@ss')
    expect((await findServiceKeys(shop.db, shop.app.env, 'mail'))?.keys?.secret).toBe('p@ss word')
    expect(await put(as, { host: 'elsewhere.example.com' })).toMatchObject({ status: 400 })
  })

  it('is outweighed by MAIL=file, so that a copy of the shop sends nothing to customers', async () => {
    expect(await put((await anOwner()).as, { secret: 'p@ss word' })).toMatchObject({ status: 200 })
    const env = { ...shop.app.env, keepsEmails: readEnv({ MAIL: 'file' }).keepsEmails }

    expect((await findMailServer({ db: shop.db, env })).smtpUrl).toBeUndefined()
    const { source, saved } = await showMailServer({ db: shop.db, env })
    expect([source, saved?.host]).toEqual(['environment-files', server.host])
  })

  it('is waited for while its password cannot be opened, so no email counts as sent', async () => {
    const env = { ...shop.app.env, secretKey: 'k'.repeat(40) }

    await expect(findMailServer({ db: shop.db, env })).rejects.toThrow('cannot be opened')
    expect(await showMailServer({ db: shop.db, env })).toMatchObject({ saved: { isReadable: false } })
  })

  it('is waited for in a live shop that has none, unless MAIL=file says that emails become files', async () => {
    await shop.db.deleteFrom('service_keys').execute()
    const smtpUrl = async (given: object) =>
      (await findMailServer({ db: shop.db, env: { ...shop.app.env, ...given } })).smtpUrl

    for (const files of [{ mode: 'demo' }, { mode: 'rehearsal' }, { mode: 'live', keepsEmails: true }])
      expect(await smtpUrl(files)).toBeUndefined()
    await expect(smtpUrl({ mode: 'live' })).rejects.toThrow('emails wait')
    await shop.db.updateTable('settings').set({ takes_real_money: true }).execute()
    await expect(smtpUrl({ mode: 'rehearsal' })).rejects.toThrow('emails wait')
    await shop.db.updateTable('settings').set({ takes_real_money: false }).execute()
  })

  it('gets no password in the open', async () => {
    const { as } = await anOwner()

    expect(await put(as, { security: 'none', secret: 'p' })).toMatchObject({ errors: { security: expect.any(String) } })
  })

  it('takes the code of the admin once it is saved, so a refusal uses up no recovery code', async () => {
    const { as, recoveryCodes } = await enrolled({ role: 'admin' })
    const [code] = recoveryCodes
    expect(await put(as, { code, user: 'another' })).toMatchObject({ errors: { secret: 'This is required.' } })
    expect(await put(as, { code: 'wrong-code', secret: 'p' })).toMatchObject({ code: 'wrong_code' })

    expect(await put(as, { code, secret: 'p' })).toMatchObject({ status: 200 })
    expect(await put(as, { code, secret: 'p' })).toMatchObject({ code: 'wrong_code' })
  })
})
