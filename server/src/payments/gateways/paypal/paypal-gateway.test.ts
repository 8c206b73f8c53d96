import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startEmulator } from '@mela/paypal-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAddress } from '../../../../test/an-address.ts'
import { approve } from '../../../../test/approve.ts'
import { GatewayError } from '../gateway.ts'
import { aPayment, errorOf } from '../gateway-fixtures.ts'
import { persistently, rebasedClient } from './paypal-client.ts'
import { paypalGateway } from './paypal-gateway.ts'

/** A fault of one request: it never arrives, its answer gets lost, or another server answers. */
type Fault = 'lost request' | 'lost answer' | { status: number; body?: object }

/** A proxy to a server that fails on demand and counts its requests. */
async function openBadLine(target: string) {
  const faults: { path: RegExp; fault: Fault }[] = []
  const carried: string[] = []

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = `${request.method} ${request.url}`
    carried.push(path)
    const next = faults.findIndex(fault => fault.path.test(path))
    const fault = next < 0 ? undefined : faults.splice(next, 1)[0]?.fault
    if (fault === 'lost request') return void request.socket.destroy()
    if (typeof fault === 'object') return void answer(response, fault.status, JSON.stringify(fault.body ?? {}))

    const reply = await fetch(target + request.url, forwarded(request, body))
    const text = await reply.text()
    if (fault === 'lost answer') return void request.socket.destroy()
    answer(response, reply.status, text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: new URL(`http://127.0.0.1:${port}`),
    /** Fails the next request to this path; given twice, the next two. */
    fail: (path: RegExp, fault: Fault) => void faults.push({ path, fault }),
    count: (path: RegExp) => carried.filter(request => path.test(request)).length,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function forwarded({ method = 'GET', headers }: IncomingMessage, body: Buffer<ArrayBuffer>): RequestInit {
  const names = ['authorization', 'content-type', 'paypal-request-id', 'prefer']
  const sent = names.flatMap(name => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
  return { method, headers: Object.fromEntries(sent), ...(body.length > 0 && { body }) }
}

function answer(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

const keys = { clientId: 'TEST-client', clientSecret: 'secret' }
let emulator: Awaited<ReturnType<typeof startEmulator>>
let line: Awaited<ReturnType<typeof openBadLine>>

beforeAll(async () => {
  emulator = await startEmulator(keys)
  line = await openBadLine(emulator.url)
})
afterAll(async () => {
  await line.close()
  await emulator.close()
})

/** A gateway with a token cache of its own, over the faulty connection. */
const gateway = (secret = keys.clientSecret) => paypalGateway('test', { ...keys, clientSecret: secret, at: line.url })

async function anApprovedPayment(paypal = gateway()) {
  const payment = aPayment()
  const { sessionId, approveUrl } = await paypal.open(payment)
  await approve(approveUrl)
  return { sessionId, payment }
}

describe('a PayPal payment', () => {
  it('is opened, approved and captured, and found by its order and by its capture', async () => {
    const paypal = gateway()
    const payment = aPayment()

    const { sessionId, approveUrl } = await paypal.open(payment)
    expect(await paypal.retrieve(sessionId)).toMatchObject({
      sessionId,
      state: 'open',
      orderRef: payment.orderRef,
      approveUrl,
    })
    const back = await approve(approveUrl)
    expect(back.href).toContain(`/account/pay/1?token=${sessionId}`)
    expect(await paypal.retrieve(sessionId)).toMatchObject({ state: 'approved', payerEmail: 'buyer@example.com' })

    const taken = await paypal.capture(sessionId, 1)
    expect(taken).toMatchObject({
      state: 'charged',
      orderRef: payment.orderRef,
      charge: { state: 'completed', amount: payment.amount, at: expect.any(Date) },
    })
    expect(await paypal.retrieve(taken.charge?.id ?? '')).toEqual(taken)
    expect(await paypal.retrieve('UNKNOWN')).toBeUndefined()
  })

  it('is looked up again when the answer to its capture does not name the payee', async () => {
    const paypal = gateway()
    const { sessionId } = await anApprovedPayment(paypal)
    line.fail(/capture$/, { status: 201, body: { id: sessionId, status: 'COMPLETED', links: [] } })

    expect(await errorOf(paypal.capture(sessionId, 1))).toMatchObject({ kind: 'ambiguous' })
    expect(await paypal.capture(sessionId, 1)).toMatchObject({ account: expect.any(String), state: 'charged' })
  })

  it('is sent without an address abroad, whose country PayPal would not know', async () => {
    const abroad = aPayment({ shipTo: { ...anAddress(), country: 'Nepal' } })
    expect(await gateway().open(abroad)).toMatchObject({ sessionId: expect.any(String) })
  })

  it('names the emirate as the city, which PayPal asks for also where addresses have none', async () => {
    const dubai = { city: '', state: 'Dubai', country: 'United Arab Emirates', postal: { country: 'AE', format: '' } }
    const opened = await gateway().open(aPayment({ shipTo: { ...anAddress(), ...dubai } }))
    expect(opened).toMatchObject({ sessionId: expect.any(String) })
  })

  it('is sent without an address whose country PayPal does not know', async () => {
    const shipTo = { ...anAddress(), country: 'Bangladesh', postal: { country: 'BD', format: '' } }
    expect(await gateway().open(aPayment({ shipTo }))).toMatchObject({ sessionId: expect.any(String) })
  })

  it('is opened once, however often one attempt is repeated', async () => {
    const payment = aPayment()
    const [first, second] = await Promise.all([gateway().open(payment), gateway().open(payment)])
    expect(second).toEqual(first)
  })

  it('is disputed in messages that may have no text', async () => {
    const amount = { currency_code: 'USD', value: '5.00' }
    const said = { posted_by: 'BUYER', time_posted: '2026-01-05T10:00:00Z' }
    const times = { create_time: said.time_posted, update_time: said.time_posted }
    const body = {
      dispute_id: 'PP-D-1',
      dispute_amount: amount,
      messages: [said, { ...said, content: 'Hi' }],
      ...times,
    }
    line.fail(/disputes/, { status: 200, body })

    const found = await gateway().disputes.retrieve('PP-D-1')

    expect(found?.messages.map(({ text }) => text)).toEqual(['', 'Hi'])
  })

  it('is declined by the bank and captured at the next attempt', async () => {
    const paypal = gateway()
    const { sessionId, approveUrl } = await paypal.open(aPayment())
    await approve(approveUrl, 'refuse')

    const declined = { kind: 'declined', issue: 'INSTRUMENT_DECLINED' }
    expect(await errorOf(paypal.capture(sessionId, 1))).toMatchObject(declined)
    await approve(approveUrl)
    expect(await errorOf(paypal.capture(sessionId, 1))).toMatchObject(declined)
    expect(await paypal.capture(sessionId, 2)).toMatchObject({ charge: { state: 'completed' } })
  })
})

describe('with a faulty connection to PayPal', () => {
  it.each([
    ['TRANSACTION_REFUSED', 'refused'],
    ['PAYER_CANNOT_PAY', 'refused'],
    ['PAYER_ACTION_REQUIRED', 'unapproved'],
    ['DUPLICATE_INVOICE_ID', 'rejected'],
    ['PAYEE_ACCOUNT_RESTRICTED', 'config'],
    ['PAYEE_BLOCKED_TRANSACTION', 'refused'],
    ['PAYMENT_DENIED', 'refused'],
  ])('tells whose fault it is that nothing was captured: %s', async (issue, kind) => {
    line.fail(/capture/, { status: 422, body: { details: [{ issue }] } })
    expect(await errorOf(gateway().capture('A', 1))).toMatchObject({ kind, issue })
  })

  it('tells that an order with agreed instalments takes no other amount', async () => {
    line.fail(/PATCH/, { status: 400, body: { details: [{ issue: 'AMOUNT_NOT_PATCHABLE' }] } })
    const told = { orderRef: 'A', invoice: 'A-1', amount: { cents: 100, currency: 'USD' }, shipTo: undefined }
    const named = gateway().express?.nameOrder('A', told)
    expect(await errorOf(named ?? Promise.resolve())).toMatchObject({ kind: 'rejected' })
  })

  it.each(['lost request', 'lost answer'] as const)('captures once after a %s', async fault => {
    const paypal = gateway()
    const { sessionId } = await anApprovedPayment(paypal)
    line.fail(/capture$/, fault)

    const taken = await paypal.capture(sessionId, 1)

    expect(taken).toMatchObject({ charge: { state: 'completed' } })
    expect(await paypal.retrieve(sessionId)).toMatchObject({ charge: { id: taken.charge?.id } })
  })

  it('finds what was captured where the answer was lost and the repeat is refused', async () => {
    const paypal = gateway()
    const { sessionId } = await anApprovedPayment(paypal)
    line.fail(/capture$/, 'lost answer')
    line.fail(/capture$/, { status: 422, body: { details: [{ issue: 'DUPLICATE_INVOICE_ID' }] } })

    expect(await paypal.capture(sessionId, 1)).toMatchObject({ charge: { state: 'completed' } })
  })

  it('retries until PayPal recovers', async () => {
    const paypal = gateway()
    const { sessionId } = await anApprovedPayment(paypal)
    line.fail(/GET .*orders/, { status: 503 })
    line.fail(/GET .*orders/, { status: 429 })
    expect(await paypal.retrieve(sessionId)).toMatchObject({ state: 'approved' })
  })

  it('fetches one token for parallel calls, and again after a failure', async () => {
    const paypal = gateway()
    line.fail(/oauth2/, { status: 503 })
    const before = line.count(/oauth2/)

    const found = await Promise.all(['A', 'B', 'C', 'D'].map(id => paypal.retrieve(id)))

    expect(found).toEqual([undefined, undefined, undefined, undefined])
    expect(line.count(/oauth2/) - before).toBe(2)
  })

  it('fetches a new token when PayPal has revoked the old one', async () => {
    const paypal = gateway()
    await paypal.retrieve('A')
    line.fail(/GET .*orders/, { status: 401, body: { error: 'invalid_token' } })
    const before = line.count(/oauth2/)

    expect(await paypal.retrieve('B')).toBeUndefined()
    expect(line.count(/oauth2/) - before).toBe(1)
  })

  it('names no account where the app may not ask for it, and refuses wrong keys', async () => {
    line.fail(/userinfo/, { status: 403, body: { name: 'NOT_AUTHORIZED' } })
    expect(await gateway().retrieveAccount()).toBeUndefined()
    expect(await errorOf(gateway('wrong').retrieveAccount())).toMatchObject({ issue: 'invalid_client' })
    // A page of another server on the way.
    line.fail(/oauth2/, { status: 403 })
    expect(await errorOf(gateway().retrieveAccount())).toMatchObject({ kind: 'ambiguous' })
  })

  it("never passes on the SDK's errors, which carry the access token", async () => {
    const paypal = gateway()
    line.fail(/GET .*orders/, { status: 403, body: { name: 'NOT_AUTHORIZED', debug_id: 'd3bu9' } })

    const error = await errorOf(paypal.retrieve('A'))

    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ kind: 'config', message: 'Payment provider: config NOT_AUTHORIZED d3bu9' })
    expect(JSON.stringify(error)).not.toContain('Bearer')
    expect(error).not.toHaveProperty('cause')
  })
})

describe('the client for test payments', () => {
  it.each(['http://10.0.0.1', 'https://api-m.paypal.com', 'http://localhost.example.com'])('refuses %s', address => {
    expect(() => rebasedClient({}, new URL(address))).toThrow('Test payments stay on this machine')
  })
})

it('a call is repeated after a lost answer alone, and wrong keys then tell nothing about it', async () => {
  const lost = new GatewayError('ambiguous', 'ECONNRESET')
  const badKeys = new GatewayError('config', 'invalid_client')
  const refusal = new GatewayError('rejected', 'CAPTURE_FULLY_REFUNDED')
  const meeting = (...errors: GatewayError[]) =>
    persistently(async () => {
      const error = errors.shift()
      if (error) throw error
      return 'done'
    })

  expect(await meeting(lost)).toBe('done')
  await expect(meeting(lost, badKeys)).rejects.toBe(lost)
  await expect(meeting(badKeys)).rejects.toBe(badKeys)
  await expect(meeting(lost, refusal)).rejects.toBe(refusal)
})
