import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { defaultSettings, type FirstStep, type FirstSteps, type SettingsChange } from '@mela/contract'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveEnvironment } from '../../test/live-environment.ts'
import { startShop } from '../../test/shop.ts'
import { gatewaysOf } from '../payments/gateways/gateway.ts'
import { paypalGateway } from '../payments/gateways/paypal/paypal-gateway.ts'
import { runPaymentRound } from '../payments/run-payment-round.ts'
import { seal } from '../people/sealed-secrets.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { showFirstSteps } from './first-steps.ts'

const shop = startShop()
const admin = shop.anAdmin()

const firstSteps = async (): Promise<FirstSteps> => (await shop.get('/dashboard/first-steps', admin)).data
const isDone = async (step: FirstStep) => (await firstSteps()).steps.find(known => known.step === step)?.isDone
const say = (body: object) => shop.call('PATCH', '/dashboard/first-steps', { body, as: admin })
async function change(settings: Omit<SettingsChange, 'version'>) {
  expect(await shop.changeSettings(settings, admin)).toMatchObject({
    status: 200,
  })
}

it('an open, empty shop shows its admin eleven steps, of which opening it is done', async () => {
  const { isShown, steps, example } = await firstSteps()

  expect({ isShown, example }).toEqual({ isShown: true, example: null })
  expect(steps.map(({ step }) => step)).toEqual([
    ...['name', 'look', 'money', 'countries', 'delivery', 'product', 'payment', 'mail', 'pages', 'security', 'open'],
  ])
  expect(steps.filter(({ isDone, isKept }) => isDone || isKept)).toEqual([
    { step: 'open', isDone: true, isKept: false, canKeep: false, missing: [] },
  ])
})

it('a step is done once the shop has what it asks for, and a product shows what a buyer pays', async () => {
  await change({ shop: { name: 'Kaffee' } })
  expect([await isDone('name'), await isDone('pages'), await isDone('look')]).toEqual([true, false, false])
  await change({ shop: { email: 'moin@bremen.example' }, look: { accent: '#1f4d7a' } })
  expect([await isDone('pages'), await isDone('look')]).toEqual([false, true])
  const page = { title: 'About', body: 'Us.' }
  await shop.db
    .insertInto('pages')
    .values({ ...page, id: newId(), slug: 'care' })
    .execute()
  expect(await isDone('pages')).toBe(false)
  await shop.db
    .insertInto('pages')
    .values({ ...page, id: newId(), slug: 'about' })
    .execute()
  expect(await isDone('pages')).toBe(true)
  const { id } = await shop.product({ name: 'Linen tee', price_cents: 2800 })

  const { example } = await firstSteps()

  expect(await isDone('product')).toBe(true)
  expect(example).toEqual({ name: 'Linen tee', price: 28, shipping: 80, total: 113.04 })
  const method = { name: 'Post', price: 4, steps: [], freeAbove: null, minDays: null, maxDays: null }
  await change({
    money: { taxIncluded: true },
    delivery: { zones: [{ name: 'Everywhere', places: [], methods: [method] }] },
  } as never)
  expect([await isDone('money'), await isDone('delivery'), await isDone('countries')]).toEqual([true, true, false])
  await change({ countries: { sold: ['DE', 'IN'] } } as never)
  expect(await isDone('countries')).toBe(true)
  await change({ shop: { isOpen: false } })
  expect(await isDone('open')).toBe(false)
  await change({ shop: { isOpen: true } })
  expect((await firstSteps()).example).toMatchObject({ price: 28, shipping: 4, total: 32 })
  await shop.db.updateTable('products').set({ is_active: false }).where('id', '=', id).execute()
  expect(await isDone('product')).toBe(false)
})

it('delivery is done once each country sold to has a zone, and names those that have none', async () => {
  const method = { name: 'Post', price: 4, steps: [], freeAbove: null, minDays: null, maxDays: null }
  const deliver = (...places: string[]) => {
    const to = places.map(country => ({ country, state: null }))
    return change({
      countries: { sold: ['PL', 'DE', 'IN'] },
      delivery: { zones: [{ name: 'Zone', places: to, methods: [method] }] },
    } as never)
  }
  const stepOf = async () => (await firstSteps()).steps.find(({ step }) => step === 'delivery')
  await deliver('PL')
  await say({ kept: ['delivery'] })
  const left = { isDone: false, isKept: false, canKeep: false, missing: ['Germany', 'India'] }
  expect(await stepOf()).toMatchObject(left)

  await deliver('EU', 'IN')

  expect(await stepOf()).toMatchObject({ isDone: true, missing: [] })
  await say({ kept: [] })
})

it('a test email to the admin who asks is a file without a mail server, which is said, and no step', async () => {
  const answer = await shop.post('/dashboard/test-email', undefined, admin)

  expect(answer).toMatchObject({
    status: 200,
    message: expect.stringMatching(/^The test email to .+@.+ became a file .*nothing is sent\.$/),
  })
  expect(await isDone('mail')).toBe(false)
  expect((await firstSteps()).hasMailServer).toBe(false)
})

it('a mail server is missing while MAIL=file outweighs the one that was entered', async () => {
  const { env } = shop.app
  const entered = { name: 'mail', sealed: seal(env, 'service_keys:mail', '{}'), shown: '{}', changed_by: admin.id }
  await shop.db.insertInto('service_keys').values(entered).execute()
  const has = async (keepsEmails: boolean) => {
    const parts = { db: shop.db, env: { ...env, keepsEmails }, gateways: shop.gateways }
    return (await showFirstSteps(parts, defaultSettings(), admin.id)).hasMailServer
  }

  expect([await has(false), await has(true)]).toEqual([true, false])
  await shop.db.deleteFrom('service_keys').execute()
})

it('the checklist is gone once it is put away or all is done or kept, and comes back', async () => {
  await say({ isDismissed: true })
  expect(await firstSteps()).toMatchObject({ isShown: false, isDismissed: true })
  await say({ isDismissed: false, kept: ['look'] })
  expect(await firstSteps()).toMatchObject({
    isShown: true,
    steps: expect.arrayContaining([{ step: 'look', isDone: true, isKept: true, canKeep: true, missing: [] }]),
  })

  const { steps } = await firstSteps()
  await say({ kept: steps.map(({ step }) => step) })

  expect(await firstSteps()).toMatchObject({ isShown: false, isDismissed: false })
  expect(await say({ kept: ['nothing'] })).toMatchObject({ status: 400 })
})

it('a demo shows no checklist while it has its products, and one that they have left does', async () => {
  await say({ kept: [], isDismissed: false })
  const { id, name } = await shop.product({ name: 'Of the demo' })
  await shop.db.insertInto('demo_rows').values({ kind: 'product', id, name }).execute()
  expect(await firstSteps()).toMatchObject({ isShown: false, hasDemoData: true })

  await shop.db.updateTable('products').set({ name: 'Of the owner' }).where('id', '=', id).execute()

  expect(await firstSteps()).toMatchObject({ isShown: true, hasDemoData: false })
})

it('a mail server that refuses the test is quoted', async () => {
  const answer = await refusing.post('/dashboard/test-email', undefined, await refusing.admin())

  expect(answer).toMatchObject({ status: 400, code: 'provider_refused' })
  expect(answer.message).toMatch(/^The mail server did not take it: /)
})
const refusing = startShop({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' })

it('a live shop without a mail server says that emails wait, and that it lacks one', async () => {
  const as = await live.admin()

  expect(await live.get('/settings/mail', as)).toMatchObject({ data: { source: 'none', keepsWaiting: true } })
  expect(await live.post('/dashboard/test-email', undefined, as)).toMatchObject({
    status: 409,
    message: 'No mail server is set: emails wait for one.',
  })
  const { data } = await live.get('/dashboard/opening', as)
  expect(data).toMatchObject({
    mode: 'live',
    needs: [{ problem: expect.stringMatching(/^No mail server.*would wait/) }],
  })
})
const live = startShop(liveEnvironment)

describe('the test of a mail server that was entered', () => {
  const { account } = twoFactorOf(shop)
  const relay = new SMTPServer({
    ...{ authOptional: true, disableReverseLookup: true, closeTimeout: 1 },
  })
  relay.on('error', () => {})
  beforeAll(async () => {
    await shop.db.updateTable('settings').set({ has_left_demo: true }).execute()
    relay.listen(0, '127.0.0.1')
    await once(relay.server, 'listening')
  })
  afterAll(() => new Promise<void>(resolve => relay.close(() => resolve())))

  async function testOf(given: object) {
    const { as } = await account({ role: 'admin' })
    const { port } = relay.server.address() as AddressInfo
    const server = { host: '127.0.0.1', port, from: 'shop@example.com', ...given, password }
    expect(await shop.call('PUT', '/settings/mail', { as, body: server })).toMatchObject({ status: 200 })
    return shop.post('/dashboard/test-email', undefined, as)
  }

  it('takes a relay without TLS that offers STARTTLS with a certificate of its own', async () => {
    expect(await testOf({ security: 'none' })).toMatchObject({ status: 200 })
    expect(await isDone('mail')).toBe(true)
  })

  it('names emails that could not be sent, which are tried again once a server is saved', async () => {
    const { as, id } = await account({ role: 'admin' })
    await enqueueEmail(shop.db, { kind: 'welcome', user: id })
    const refused = sql`name = 'emails' and data->>'user' = ${id} and data->>'kind' = 'welcome'`
    await sql`update pgboss.job set state = 'failed', output = ${'{"message":"450 full"}'}::jsonb, retry_count = 20,
      started_on = now(), completed_on = now(), start_after = now() where ${refused}`.execute(shop.db)
    await enqueueEmail(shop.db, { kind: 'password-changed', user: id })
    await sql`update pgboss.job set state = 'retry', output = ${'{"message":"451 later"}'}::jsonb,
      started_on = now() - interval '1 hour', start_after = now() + interval '1 hour'
      where name = 'emails' and data->>'user' = ${id} and data->>'kind' = 'password-changed'`.execute(shop.db)

    const unsent = { count: 2, refusal: '450 full' }
    expect((await shop.get('/settings/mail', as)).data.unsent).toEqual(unsent)
    expect((await shop.get('/dashboard/troubles', as)).data.unsent).toEqual(unsent)
    await testOf({ security: 'none' })

    const { rows } = await sql<{ isDue: boolean; triesBefore: number }>`select retry_count as "triesBefore",
      start_after <= now() and state = 'retry' as "isDue" from pgboss.job where ${refused}`.execute(shop.db)
    expect(rows).toContainEqual({ isDue: true, triesBefore: 0 })
  })

  it.each([
    ['another security', { security: 'tls' }, /Choose TLS for port 465, STARTTLS for 587\. .*wrong version number/],
    ['a certificate of its own', { security: 'starttls' }, /Enter the host as your provider names it\. .*certificate/],
    ['no such host', { security: 'none', host: 'mail.invalid' }, /Check the host\. .*mail\.invalid/],
    ['nothing there', { security: 'none', port: 1 }, /Check host and port.* ECONNREFUSED/],
  ])('says what to correct, and then what the server says: %s', async (_what, given, message) => {
    expect(await testOf(given)).toMatchObject({ status: 400, message: expect.stringMatching(message) })
    expect(await isDone('mail')).toBe(false)
  })
})

it('payment is done once a provider that takes the currency has answered with the keys', async () => {
  const { clientId, clientSecret } = shop.app.env.testPaypal
  const isPaid = async (keys: { clientId: string; clientSecret: string }, settings = defaultSettings()) => {
    const gateways = gatewaysOf(paypalGateway('sandbox', { ...keys, at: new URL(shop.emulatorUrl) }))
    await runPaymentRound(shop.db, gateways, { warn: () => {} })
    const { steps } = await showFirstSteps({ db: shop.db, env: shop.app.env, gateways }, settings, admin.id)
    return steps.find(({ step }) => step === 'payment')?.isDone
  }

  expect(await isPaid({ clientId, clientSecret: 'invented' })).toBe(false)
  expect(await isPaid({ clientId, clientSecret })).toBe(true)
  const { money, ...others } = defaultSettings()
  expect(await isPaid({ clientId, clientSecret }, { ...others, money: { ...money, currency: 'INR' } })).toBe(false)
  expect(await isPaid({ clientId: 'invented', clientSecret: 'invented' })).toBe(false)
})
