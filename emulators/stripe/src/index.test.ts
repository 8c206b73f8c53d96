import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEmulator, startEmulator } from './index.ts'

const keys = { secretKey: 'sk_test_emulator', webhookSecret: 'whsec_emulator' }
const url = 'https://shop.example/account/pay/1?gateway=stripe'

let emulator: RunningEmulator
let stripe: Stripe
beforeAll(async () => {
  emulator = await startEmulator({ ...keys, brand: 'Corner Shop' })
  stripe = clientOf(emulator)
})
afterAll(() => emulator.close())

/** The official client, unchanged. */
function clientOf({ url }: RunningEmulator, key = keys.secretKey) {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

const aRequest = (given: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  success_url: url,
  cancel_url: url,
  client_reference_id: 'order-1',
  metadata: { order: 'order-1' },
  payment_intent_data: { metadata: { order: 'order-1' }, description: 'Order M-1' },
  line_items: [
    { quantity: 2, price_data: { currency: 'usd', unit_amount: 750, product_data: { name: 'Clay <lamp>' } } },
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Delivery' } } },
  ],
  ...given,
})

const shippedTo = (address: object) => ({
  payment_intent_data: { shipping: { name: 'Asha Rao', address: Object(address) } },
})

async function choose(page: string | null, choice: string, given: Record<string, string> = {}) {
  const text = await (await fetch(String(page))).text()
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const fields = { form_token, email: 'buyer@example.com', card: '4242', country: 'IN', choice, ...given }
  const answer = await fetch(String(page), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

const errorOf = (call: Promise<unknown>) => call.then(String, error => error)

describe('The Stripe emulator', () => {
  it('opens, shows and takes a payment for the official client, whose declines stay open', async () => {
    const session = await stripe.checkout.sessions.create(aRequest({ billing_address_collection: 'required' }))
    const page = await (await fetch(String(session.url))).text()
    const declined = await choose(session.url, 'refuse', { card: '0002' })
    const paid = await choose(session.url, 'risky', { name: 'Asha Rao', line1: '1 Road' })

    expect(page).toContain('TEST PAYMENT – no real money')
    expect(page).toContain('Billing address')
    expect(page).toMatch(/Clay &#60;lamp&#62;.*× 2.*\$15\.00/)
    expect([declined.status, paid.status, paid.location]).toEqual([422, 303, url])
    const found = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
    expect(found).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: {
        status: 'succeeded',
        amount_received: 2_000,
        metadata: { order: 'order-1' },
        latest_charge: {
          outcome: { risk_level: 'elevated' },
          billing_details: { name: 'Asha Rao', address: { line1: '1 Road' } },
        },
      },
    })
    const payment_intent = Object(found.payment_intent).id
    const tries = await stripe.charges.list({ payment_intent })
    expect(tries.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    const [first, second] = tries.data.map(({ payment_method_details: of }) => of?.card?.fingerprint)
    expect(first).not.toBe(second)
  })

  it('performs a request once for each Idempotency-Key, which serves no other request', async () => {
    const create = (given?: Partial<Stripe.Checkout.SessionCreateParams>) =>
      stripe.checkout.sessions.create(aRequest(given), { idempotencyKey: 'create-1' })
    emulator.addFault({ kind: 'drop', path: 'POST /v1/checkout/sessions', count: 1 })

    // The client repeats a dropped connection itself, with the key.
    const session = await create()
    const again = await create()

    expect(again.id).toBe(session.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await errorOf(create({ client_reference_id: 'order-2' }))).toMatchObject({ type: 'StripeIdempotencyError' })
    expect(
      (await stripe.checkout.sessions.list({ limit: 100 })).data.filter(({ id }) => id === session.id),
    ).toHaveLength(1)
  })

  it.each([
    [
      'a wrong key',
      { type: 'StripeAuthenticationError', statusCode: 401 },
      () => clientOf(emulator, 'sk_test_other').refunds.list(),
    ],
    [
      'an unknown session',
      { code: 'resource_missing', statusCode: 404 },
      () => stripe.checkout.sessions.retrieve('cs_1'),
    ],
    [
      'an unknown field',
      { code: 'parameter_unknown', param: 'foo' },
      () => stripe.checkout.sessions.create(Object(aRequest(Object({ foo: 1 })))),
    ],
    [
      'too little money',
      { code: 'amount_too_small' },
      () =>
        stripe.checkout.sessions.create(
          aRequest({
            line_items: [
              { quantity: 1, price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'Pin' } } },
            ],
          }),
        ),
    ],
    [
      'a delivery without a street',
      { code: 'parameter_missing', param: 'payment_intent_data[shipping][address][line1]' },
      () => stripe.checkout.sessions.create(aRequest(shippedTo({ city: 'Mumbai' }))),
    ],
    [
      'an empty text',
      { param: 'payment_intent_data[shipping][address][line2]' },
      () => stripe.checkout.sessions.create(aRequest(shippedTo({ line1: '1 Road', line2: '' }))),
    ],
    [
      'a name for a country’s code',
      { param: 'payment_intent_data[shipping][address][country]' },
      () => stripe.checkout.sessions.create(aRequest(shippedTo({ line1: '1 Road', country: 'India' }))),
    ],
    [
      'evidence of a type that banks do not take',
      { param: 'file' },
      () => {
        const file = { data: Buffer.from('GIF89a'), name: 'parcel.gif', type: 'image/gif' }
        return stripe.files.create({ purpose: 'dispute_evidence', file })
      },
    ],
    [
      'a time that is too short',
      { param: 'expires_at' },
      () => stripe.checkout.sessions.create(aRequest({ expires_at: Math.floor(Date.now() / 1000) + 60 })),
    ],
  ])('refuses %s in Stripe’s words', async (_, error, call) => {
    expect(await errorOf(call())).toMatchObject(error)
  })

  it('takes no payment of an expired session, by request or by its time', async () => {
    const [asked, forgotten] = [
      await stripe.checkout.sessions.create(aRequest()),
      await stripe.checkout.sessions.create(aRequest()),
    ]
    await stripe.checkout.sessions.expire(asked.id)
    emulator.setClockAhead(25)
    const late = await choose(forgotten.url, 'pay')
    emulator.setClockAhead(0)

    expect(late.status).toBe(404)
    for (const { id } of [asked, forgotten])
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', payment_intent: null })
    expect(await errorOf(stripe.checkout.sessions.expire(asked.id))).toMatchObject({
      type: 'StripeInvalidRequestError',
    })
  })

  it('refunds up to what was paid, and shows disputes, which take evidence with files', async () => {
    const session = await stripe.checkout.sessions.create(aRequest())
    await choose(session.url, 'pay')
    const payment_intent = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent)
    const refund = await stripe.refunds.create({ payment_intent, amount: 500, metadata: { ref: 'r-1' } })

    expect(refund).toMatchObject({ status: 'succeeded', amount: 500, metadata: { ref: 'r-1' } })
    expect(await errorOf(stripe.refunds.create({ payment_intent, amount: 1_501 }))).toMatchObject({ param: 'amount' })
    emulator.trigger({ what: 'dispute-opened', id: payment_intent })
    const [dispute] = (await stripe.disputes.list({ payment_intent })).data
    expect(await errorOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_disputed' })
    const data = Buffer.from('%PDF')
    const file = await stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data, name: 'parcel.pdf', type: 'application/pdf' },
    })
    const evidence = { shipping_tracking_number: '1Z', shipping_documentation: file.id }
    expect(await stripe.disputes.update(String(dispute?.id), { evidence })).toMatchObject({ status: 'under_review' })
    emulator.trigger({ what: 'dispute-closed', id: String(dispute?.id), outcome: 'lost' })
    expect(await stripe.disputes.retrieve(String(dispute?.id))).toMatchObject({ status: 'lost' })
  })

  it('keeps payments and keys over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-emulator-'))
    const options = { ...keys, snapshotFile: join(folder, 'state.json') }
    const before = await startEmulator(options)
    const session = await clientOf(before).checkout.sessions.create(aRequest(), { idempotencyKey: 'kept' })
    await before.close()

    const after = await startEmulator(options)
    const again = await clientOf(after).checkout.sessions.create(aRequest(), { idempotencyKey: 'kept' })
    await after.close()
    await rm(folder, { recursive: true })

    expect([after.url, again.id]).toEqual([before.url, session.id])
  })
})
