import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningEmulator, startEmulator } from '@mela/stripe-emulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { anAddress } from '../../../../test/an-address.ts'
import { approve } from '../../../../test/approve.ts'
import { newId } from '../../../platform/database/ids.ts'
import { GatewayError } from '../gateway.ts'
import { aPayment, errorOf, usd } from '../gateway-fixtures.ts'
import { sessionRequest } from './session-request.ts'
import { stripeClient } from './stripe-client.ts'
import { disputeStateOf } from './stripe-disputes.ts'
import { kindOf } from './stripe-events.ts'
import { stripeGateway } from './stripe-gateway.ts'

const keys = { secretKey: 'sk_test_gateway', webhookSecret: 'whsec_gateway' }
let emulator: RunningEmulator
beforeAll(async () => {
  emulator = await startEmulator(keys)
})
afterEach(() => emulator.clearFaults())
afterAll(() => emulator.close())

const gateway = (secretKey = keys.secretKey) => stripeGateway('test', { ...keys, secretKey, at: new URL(emulator.url) })

async function aPaidSession() {
  const payment = aPayment()
  const { sessionId, approveUrl } = await gateway().open(payment)
  await approve(approveUrl)
  const snapshot = await gateway().capture(sessionId, 1)
  return { payment, sessionId, snapshot, chargeId: snapshot.charge?.id ?? '' }
}

describe('a Stripe payment', () => {
  it('is opened, paid on the page, and found by its session and its payment', async () => {
    const payment = aPayment()
    const { sessionId, approveUrl } = await gateway().open(payment)
    const open = await gateway().retrieve(sessionId)
    const back = await approve(approveUrl)
    const paid = await gateway().retrieve(sessionId)

    expect(open).toMatchObject({ state: 'open', amount: usd(12_060), orderRef: payment.orderRef, approveUrl })
    expect(back.href).toBe(`${payment.returnUrl}?PayerID=stripe&token=${sessionId}`)
    expect(paid).toMatchObject({
      state: 'charged',
      account: await gateway().retrieveAccount(),
      isShared: false,
      payerEmail: 'buyer@example.com',
      charge: { state: 'completed', amount: usd(12_060) },
      signs: { declines: 0, country: 'IN', refusedCards: [], risk: undefined },
    })
    expect(await gateway().retrieve(paid?.charge?.id ?? '')).toEqual(paid)
    for (const id of ['cs_unknown', 'pi_unknown', 'ch_unknown', '../refunds', 'x'])
      expect(await gateway().retrieve(id)).toBeUndefined()
  })

  it('is opened once for an attempt, also when the answer is lost, and not for another order', async () => {
    const payment = aPayment()
    emulator.addFault({ kind: 'drop', path: 'POST /v1/checkout/sessions', count: 1 })

    const first = await gateway().open(payment)
    const second = await gateway().open(payment)
    const other = await errorOf(gateway().open({ ...payment, orderRef: newId() }))

    expect(second).toEqual(first)
    expect(other).toMatchObject({ kind: 'rejected' })
  })

  it('is of the amount alone where the lines do not add up to it, as with a discount', async () => {
    const { sessionId } = await gateway().open(aPayment({ amount: usd(10_000) }))
    expect(await gateway().retrieve(sessionId)).toMatchObject({ amount: usd(10_000) })
  })

  it('tells Stripe where the goods go, unless nothing is delivered', async () => {
    const [delivered, virtual] = [aPayment(), aPayment({ shipTo: undefined })]
    const shippingOf = async (payment: typeof delivered) => {
      const { sessionId, approveUrl } = await gateway().open(payment)
      await approve(approveUrl)
      const { charge } = (await gateway().retrieve(sessionId)) ?? {}
      return (await stripeClient({ ...keys, at: new URL(emulator.url) }).paymentIntents.retrieve(charge?.id ?? ''))
        .shipping
    }

    expect(await shippingOf({ ...delivered, shipTo: anAddress({ state: '' }) })).toEqual({
      name: 'Asha Rao',
      address: {
        line1: '12 Sea View Apartments',
        line2: 'Carter Road, Bandra West',
        city: 'Mumbai',
        postal_code: '400050',
        country: 'IN',
      },
    })
    expect(await shippingOf(virtual)).toBeNull()
  })

  it.each([
    ['IN', 'IN', 'INR', undefined],
    ['IN', 'DE', 'INR', 'required'],
    ['IN', 'IN', 'USD', 'required'],
    ['DE', 'US', 'EUR', undefined],
  ])('of a shop in %s, billed in %s in %s, asks for the billing address: %s', (shopCountry, to, currency, asked) => {
    const payment = aPayment({ shopCountry, billingCountry: to, amount: { cents: 100, currency } })
    expect(sessionRequest(payment).billing_address_collection).toBe(asked)
  })

  it('is opened without an email that Stripe does not take', async () => {
    const session = await gateway().open(aPayment({ buyerEmail: 'भारत@example' }))
    expect(await gateway().retrieve(session.sessionId)).toMatchObject({ state: 'open', payerEmail: undefined })
  })

  it('stays open after a declined card, and is over once it is expired', async () => {
    const { sessionId, approveUrl } = await gateway().open(aPayment())
    await approve(approveUrl, 'refuse', { card: '0002' })

    expect(await gateway().retrieve(sessionId)).toMatchObject({
      state: 'open',
      signs: { declines: 1, refusedCards: [expect.any(String)] },
    })
    expect(await gateway().expire?.(sessionId)).toMatchObject({ state: 'closed', charge: undefined })
    await expect(approve(approveUrl)).rejects.toThrow('nothing to approve')
  })

  it('stays open while the bank asks the buyer, who may refuse and pay by another card', async () => {
    const { sessionId, approveUrl } = await gateway().open(aPayment())
    await approve(approveUrl, 'challenge')

    expect(await gateway().retrieve(sessionId)).toMatchObject({ state: 'open', charge: undefined })
    await approve(approveUrl, 'refuse', { card: '0002' })
    await approve(approveUrl)
    expect(await gateway().retrieve(sessionId)).toMatchObject({ state: 'charged', charge: { state: 'completed' } })
  })

  it('cannot be expired once it is paid', async () => {
    const { sessionId, snapshot } = await aPaidSession()
    expect(await gateway().expire?.(sessionId)).toEqual(snapshot)
  })

  it('is never said to be over while Stripe refuses to end it', async () => {
    const { sessionId } = await gateway().open(aPayment())
    emulator.addFault({ kind: 'error', status: 400, path: `POST /v1/checkout/sessions/${sessionId}/expire`, count: 1 })

    await expect(gateway().expire?.(sessionId)).rejects.toMatchObject({ kind: 'ambiguous' })
    expect(await gateway().expire?.(sessionId)).toMatchObject({ state: 'closed' })
  })

  it('is refunded once for a reference, and not while the money is on its way', async () => {
    const { chargeId } = await aPaidSession()
    emulator.addFault({ kind: 'drop', path: 'POST /v1/refunds', count: 1 })

    const refund = await gateway().refund(chargeId, usd(5_000), 'r-1')
    expect(await gateway().refund(chargeId, usd(5_000), 'r-1')).toEqual(refund)
    expect(refund).toMatchObject({ chargeId, ownRef: 'r-1', state: 'completed', amount: usd(5_000) })
    expect(await gateway().retrieveRefund(refund.id)).toEqual(refund)
    expect(await errorOf(gateway().refund(chargeId, usd(7_061), 'r-2'))).toMatchObject({
      kind: 'rejected',
      description: expect.stringContaining('greater than unrefunded amount'),
    })

    const { sessionId, approveUrl } = await gateway().open(aPayment())
    await approve(approveUrl, 'later')
    const waiting = await gateway().retrieve(sessionId)
    expect(waiting?.charge).toMatchObject({ state: 'pending' })
    expect(await errorOf(gateway().refund(waiting?.charge?.id ?? '', usd(1), 'r-3'))).toMatchObject({
      issue: 'PENDING_CAPTURE',
    })
  })

  it('shows a lost dispute as a refund, and takes evidence with files before', async () => {
    const { chargeId, sessionId } = await aPaidSession()
    emulator.trigger({ what: 'dispute-opened', id: chargeId, amount: '20.00' })
    const [changed] = await gateway().disputes.listChanged(new Date(Date.now() - 60_000))
    const id = changed?.id ?? ''
    const file = { name: 'parcel.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') } as const

    expect(await gateway().disputes.retrieve(id)).toMatchObject({
      chargeId,
      state: 'needs_response',
      amount: usd(2_000),
      actions: ['accept-claim', 'provide-evidence'],
    })
    await gateway().disputes.sendEvidence(id, { carrier: 'DHL', trackingNumber: '1', text: undefined, files: [file] })
    expect(await gateway().disputes.retrieve(id)).toMatchObject({ state: 'under_review', actions: [] })
    expect(await errorOf(gateway().disputes.accept(id, ''))).toMatchObject({ kind: 'rejected' })
    emulator.trigger({ what: 'dispute-closed', id, outcome: 'lost' })
    expect(await gateway().retrieve(sessionId)).toMatchObject({
      refunds: [{ id, chargeId, state: 'completed', amount: usd(2_000) }],
    })
  })
})

it.each([
  ['is read also where its object has no id, as a balance', 'evt_1', { id: 'evt_1', kind: 'other' }],
  ['is none with NUL in its id, which cannot be stored', 'evt_\0', undefined],
])('a signed event %s', async (_what, id, read) => {
  const payload = JSON.stringify({ id, type: 'balance.available', data: { object: { object: 'balance' } } })
  const secret = keys.webhookSecret
  const header = await stripeClient(keys).webhooks.generateTestHeaderStringAsync({ payload, secret })

  const event = await gateway().readEvent({ 'stripe-signature': header }, Buffer.from(payload), '')

  if (read) expect(event).toMatchObject(read)
  else expect(event).toBeUndefined()
})

it('a refund of a charge without a payment intent, by other software on the account, is unknown', async () => {
  const refund = { id: 're_1', object: 'refund', payment_intent: null, charge: 'ch_1', amount: 1, currency: 'usd' }
  const server = createServer((_, response) => response.end(JSON.stringify(refund))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  expect(await stripeGateway('test', { ...keys, at }).retrieveRefund('re_1')).toBeUndefined()

  server.close()
})

describe('a Stripe client', () => {
  it('gives up after some tries, and says that the outcome is unknown', async () => {
    emulator.addFault({ kind: 'error', status: 503, path: 'GET /v1/checkout' })
    expect(await errorOf(gateway().retrieve('cs_1'))).toMatchObject({ kind: 'ambiguous' })
  })

  it('takes no account whose id is no text', async () => {
    const server = createServer((_, response) => response.end('{"id":123}')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const at = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

    expect(await errorOf(stripeGateway('test', { ...keys, at }).retrieveAccount())).toMatchObject({ kind: 'ambiguous' })

    server.close()
  })

  it.each(['"Bad gateway"', '1', 'null', '[]'])('says that the outcome is unknown at the answer %s', async body => {
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const at = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

    expect(await errorOf(stripeGateway('test', { ...keys, at }).retrieve('cs_1'))).toMatchObject({ kind: 'ambiguous' })

    server.close()
  })

  it("never passes on the client's errors, which carry the request", async () => {
    const error = await errorOf(gateway('sk_test_wrong').retrieveAccount())

    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ kind: 'config', message: expect.stringMatching(/^Payment provider: config/) })
    expect(JSON.stringify(error)).not.toContain('sk_test')
    expect(error).not.toHaveProperty('cause')
  })

  it('for test payments refuses another machine', () => {
    const elsewhere = { ...keys, at: new URL('http://10.0.0.1') }
    expect(() => stripeClient(elsewhere)).toThrow('Test payments stay on this machine')
  })
})

it.each([
  ['warning_needs_response', 'needs_response'],
  ['needs_response', 'needs_response'],
  ['warning_under_review', 'under_review'],
  ['under_review', 'under_review'],
  ['a_new_word', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
])('a dispute with status %s is %s', (status, state) => {
  expect(disputeStateOf({ status })).toBe(state)
})

it.each([
  ['checkout.session.completed', 'session'],
  ['checkout.session.async_payment_failed', 'session'],
  ['payment_intent.payment_failed', 'charge'],
  ['charge.refunded', 'charge'],
  ['refund.failed', 'refund'],
  ['charge.dispute.closed', 'dispute'],
  ['invoice.paid', 'other'],
])('Stripe event %s is of a %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
})
