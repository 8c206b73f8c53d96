import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { paypalDriver, stripeDriver } from '../../test/providers.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { type Connection, connect } from '../platform/database/database.ts'
import { openJobs, worker } from '../platform/jobs/jobs.ts'
import { applyRefund } from './apply-refund.ts'
import { buyersOf } from './payments-fixtures.ts'
import { paymentQueue } from './rows.ts'
import { doPaymentJob, runPaymentRound } from './run-payment-round.ts'
import { submitRefund } from './submit-refunds.ts'

const TOTAL = 19_800
const silent = { warn: () => {}, error: () => {} }

const shop = startShop()

let connection: Connection
let jobs: Awaited<ReturnType<typeof openJobs>>

/** Everything is real: the provider sends webhooks to the shop's port, and a worker runs the queue. */
beforeAll(async () => {
  shop.sendEventsTo(`${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/api`)
  connection = connect(shop.databaseUrl, { poolSize: 3 })
  const pace = { batchSize: 10, pollingIntervalSeconds: 0.5 }
  const payments = worker(paymentQueue, job => doPaymentJob(shop.db, shop.gateways, job), pace)
  jobs = await openJobs({ pool: connection.pool, log: silent }, [payments])
})
afterAll(async () => {
  await jobs.close()
  await connection.close()
})

const soon = (check: () => Promise<void>) =>
  vi.waitFor(
    () => {
      jobs.pollNow()
      return check()
    },
    { timeout: 15_000, interval: 50 },
  )
const cancel = (customer: Person, order: string) => shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })
const doRound = () => runPaymentRound(shop.db, shop.gateways, silent)

describe.each([paypalDriver(shop), stripeDriver(shop)])('at $name', provider => {
  const {
    anApprovedOrder,
    anOpenOrder,
    aPaidOrder,
    aStartedOrder,
    historyOf,
    orderOf,
    pay,
    paymentsOf,
    refundsOf,
    report,
    start,
  } = buyersOf(shop, provider.name)
  const gateway = () => shop.gateways.of(provider.name)
  const charge = async (session: string) => (await gateway().retrieve(session))?.charge

  beforeEach(() => {
    provider.clearFaults()
    provider.setClockAhead(0)
  })
  afterAll(async () => {
    provider.clearFaults()
    await provider.webhooksDelivered()
  })

  /** Checks for one charge, one payment and one status change. */
  async function isPaidOnce(customer: Person, order: string) {
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
    expect(await paymentsOf(order)).toMatchObject([{ status: 'completed', problem: null, amount_cents: TOTAL }])
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  }

  async function transactionOf(order: string) {
    const [payment] = await paymentsOf(order)
    return payment?.transaction_id ?? ''
  }

  /** The money is taken, and the buyer's browser reports nothing. */
  async function anUnreportedOrder() {
    const approved = await anApprovedOrder()
    await gateway().capture(approved.session, 1)
    return approved
  }

  describe('a payment ends correctly', () => {
    it('S1 when the buyer approves, returns, and the order is paid', async () => {
      const { customer, order } = await anOpenOrder()
      await pay(customer, order)
      await isPaidOnce(customer, order)
    })

    it('S2 with six clients, an event in eight copies and two reconcilers at the same moment', async () => {
      provider.addFault({ kind: 'webhook-duplicate', copies: 8, path: provider.events.paid })
      const { customer, order, session } = await anApprovedOrder()
      await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()

      const clients = Array.from({ length: 6 }, () => report(customer, order, session))
      const rounds = [1, 2].map(doRound)
      const answers = await Promise.all(clients)
      await Promise.all(rounds)
      await provider.webhooksDelivered()

      expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
      await isPaidOnce(customer, order)
    })

    it('S3 when the answer about the money is lost', async () => {
      const { customer, order, session } = await anApprovedOrder()
      provider.addFault({ kind: 'drop', path: provider.calls.take, count: 1 })

      // 200 when the provider's webhook was faster.
      expect(await report(customer, order, session)).toMatchObject({ success: true, data: { status: 'completed' } })

      await isPaidOnce(customer, order)
    })

    it('S4 when the shop crashes after the capture, and the webhook arrives', async () => {
      const { customer, order } = await anUnreportedOrder()
      await soon(() => isPaidOnce(customer, order))
    })

    it('S4b when the shop crashes after the capture, and no webhook arrives', async () => {
      provider.addFault({ kind: 'webhook-off' })
      const { customer, order } = await anUnreportedOrder()

      await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()
      await doRound()

      await isPaidOnce(customer, order)
    })

    it('S4 when the shop crashes with an open payment, and opens no second one', async () => {
      const { customer, order } = await anOpenOrder()
      const opened = await start(customer, order)
      const forgotten = { provider_order_id: null, approve_url: null }
      await shop.db.updateTable('payment_attempts').set(forgotten).where('order_id', '=', order).execute()

      expect((await start(customer, order)).data.orderId).toBe(opened.data.orderId)
    })

    it('S5 when the order is cancelled before the money is taken', async () => {
      const { customer, order, session, approveUrl } = await aStartedOrder()
      if (!provider.takesAtOnce) await approve(approveUrl)
      await cancel(customer, order)
      await doRound()

      if (provider.takesAtOnce) await expect(approve(approveUrl)).rejects.toThrow('nothing to approve')
      expect(await report(customer, order, session)).toMatchObject({ status: 409 })

      expect(await charge(session)).toBeUndefined()
      expect(await paymentsOf(order)).toEqual([])
    })

    it('S5b when the order is cancelled while the money is taken', async () => {
      provider.addFault({ kind: 'webhook-off' })
      const { customer, order, session } = await anApprovedOrder()
      provider.addFault({ kind: 'slow-answer', ms: 1000, path: provider.calls.take, count: 1 })

      const reported = report(customer, order, session)
      if (!provider.takesAtOnce) await soon(async () => expect(await charge(session)).toBeDefined())
      await cancel(customer, order)

      expect(await reported).toMatchObject({ status: 409 })
      expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', payment: null })
      const [payment] = await paymentsOf(order)
      await soon(async () => {
        expect(await refundsOf(payment?.id)).toMatchObject([{ state: 'completed', amount_cents: TOTAL }])
      })
    })

    it('S6 when the provider takes another amount', async () => {
      provider.takeOtherAmount()
      provider.addFault({ kind: 'webhook-off' })
      const { customer, order, session } = await anApprovedOrder()

      const { status, errors } = await report(customer, order, session)

      expect({ status, errors }).toEqual({
        status: 400,
        errors: { amount: 'Payment amount does not match the order total.' },
      })
      const [payment] = await paymentsOf(order)
      await soon(async () =>
        expect(await refundsOf(payment?.id)).toMatchObject([{ state: 'completed', amount_cents: 100 }]),
      )
      expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
      expect(await pay(customer, order)).toMatchObject({ status: 201, data: { status: 'completed' } })
    })

    it('S7 B37 when the bank declines, and the buyer chooses another way to pay', async () => {
      const { customer, order, session } = await anApprovedOrder('refuse')
      expect(await report(customer, order, session)).toMatchObject({ data: { status: 'failed' } })
      expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })

      await pay(customer, order)

      const completed = (await paymentsOf(order)).filter(({ status }) => status === 'completed')
      expect(completed).toHaveLength(1)
      expect(await historyOf(order)).toEqual(['pending', 'processing'])
    })

    it('S8 B38 when a payment by the bank is pending for days, and arrives', async () => {
      const { customer, order, session } = await anApprovedOrder(provider.later)
      expect(await report(customer, order, session)).toMatchObject({ data: { status: 'pending' } })
      expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: { status: 'pending' } })
      expect(await start(customer, order)).toMatchObject({ status: 409 })

      provider.arrive(await transactionOf(order))

      await soon(() => isPaidOnce(customer, order))
    })

    it('S8b when a payment by the bank never arrives', async () => {
      const { customer, order, session } = await anApprovedOrder(provider.later)
      await report(customer, order, session)

      provider.bounce(await transactionOf(order))

      await soon(async () => expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null }))
      expect(await start(customer, order)).toMatchObject({ status: 201 })
    })

    it('S8b when it never arrives and the time of its order is over, which page and email say', async () => {
      const { customer, order, session } = await anApprovedOrder(provider.later)
      await report(customer, order, session)
      await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order).execute()

      provider.bounce(await transactionOf(order))

      const refused = { status: 'cancelled', payment: null, isExpired: true, isPaymentRefused: true }
      await soon(async () => expect(await orderOf(customer, order)).toMatchObject(refused))
      const email = await emailNow(shop, { kind: 'order-cancelled', order })
      expect(email?.text).toContain('Your payment was refused, so the order below was cancelled')
    })

    it('S9 when the provider fails twice at every call', async () => {
      const { customer, order } = await anOpenOrder()
      const { open, read, take } = provider.calls
      for (const path of new Set([open, read, take])) provider.addFault({ kind: 'error', status: 503, path, count: 2 })

      await pay(customer, order)

      await isPaidOnce(customer, order)
    })

    it.each(provider.forgeries)('S10 when a webhook is forged or modified: %s', async kind => {
      const { customer, order, session, approveUrl } = await aStartedOrder()
      provider.forge(kind)
      const answers: number[] = []
      const note = (_: unknown, response: ServerResponse) =>
        void response.once('finish', () => answers.push(response.statusCode))
      shop.app.server.on('request', note)

      await approve(approveUrl)
      await gateway().capture(session, 1)
      await soon(async () => expect(answers).toContain(400))
      expect(await paymentsOf(order)).toEqual([])
      provider.clearFaults()

      await soon(() => isPaidOnce(customer, order))
      shop.app.server.off('request', note)
    })
  })

  describe('a refund ends correctly', () => {
    it('S11 when staff click three times, and two workers run it', async () => {
      const admin = await shop.admin()
      const { order, payment } = await aPaidOrder()

      const body = { status: 'refunded' }
      const clicks = [1, 2, 3].map(() => shop.call('PATCH', `/orders/${order}/update`, { body, as: admin }))
      expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([200, 200, 200])

      expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: TOTAL }])
      expect(await historyOf(order)).toEqual(['pending', 'processing', 'refunded'])
    })

    it('S12 S12b when a part is refunded, reported three times before the answer, and then the rest', async () => {
      const admin = await shop.admin()
      const { order, payment } = await aPaidOrder()
      const refund = (body: object) => shop.post(`/payments/${payment}/refunds`, body, admin)
      provider.addFault({ kind: 'webhook-duplicate', copies: 3, path: provider.events.refunded })
      provider.addFault({ kind: 'slow-answer', ms: 1000, path: provider.calls.refund, count: 1 })

      const asked = refund({ amount: 50 })
      await soon(async () => expect(await refundsOf(payment)).toMatchObject([{ state: 'completed' }]))
      await asked
      expect(await refundsOf(payment)).toMatchObject([{ amount_cents: 5_000 }])
      expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 5_000, refunded_at: null }])

      await refund({})
      expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: TOTAL, refunded_at: expect.any(Date) }])
      expect(await historyOf(order)).toEqual(['pending', 'processing', 'refunded'])
    })

    it('S12 when the answer about a part is lost, and the provider has forgotten the request since', async () => {
      provider.addFault({ kind: 'webhook-off' })
      const { order, payment } = await aPaidOrder()
      const charge = await transactionOf(order)
      provider.addFault({ kind: 'drop', path: provider.calls.refund })
      const { data } = await shop.post(`/payments/${payment}/refunds`, { amount: 50 }, await shop.admin())
      provider.clearFaults()
      provider.setClockAhead(46 * 24)

      await submitRefund(shop.db, shop.gateways, data._id)

      expect(data).toMatchObject({ state: 'queued' })
      expect(await refundsOf(payment)).toMatchObject([{ state: 'completed', amount_cents: 5_000 }])
      expect((await gateway().retrieve(charge))?.refunds).toHaveLength(1)

      // Had it gone out twice, both would count.
      await gateway().refund(charge, { cents: 5_000, currency: 'USD' }, data._id)
      for (const refund of (await gateway().retrieve(charge))?.refunds ?? [])
        await applyRefund(shop.db, gateway(), refund)
      expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 10_000 }])
      const notes = shop.db.selectFrom('invoices').select('amount_cents').where('kind', '=', 'credit-note')
      const credited = await notes.where('payment_id', '=', payment).execute()
      expect(credited).toEqual([{ amount_cents: 5_000 }, { amount_cents: 5_000 }])
    })

    it("S13 when staff refund in the provider's dashboard, reported four times", async () => {
      const { order, payment } = await aPaidOrder()
      await provider.webhooksDelivered()
      provider.addFault({ kind: 'webhook-duplicate', copies: 4 })

      provider.refund(await transactionOf(order), '20.00')

      await soon(async () => expect(await paymentsOf(order)).toMatchObject([{ refunded_cents: 2_000 }]))
      await provider.webhooksDelivered()
      expect(await refundsOf(payment)).toMatchObject([{ origin: 'provider', state: 'completed', amount_cents: 2_000 }])
    })

    it('S14 when the refund is reported before the payment', async () => {
      const { customer, order, session, approveUrl } = await aStartedOrder()
      if (!provider.takesAtOnce) await approve(approveUrl)
      await provider.webhooksDelivered()
      provider.addFault({ kind: 'webhook-reverse', count: provider.eventsOfBoth })

      if (provider.takesAtOnce) await approve(approveUrl)
      const { charge } = await gateway().capture(session, 1)
      provider.refund(charge?.id ?? '')

      await soon(async () => expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded' }))
      const [payment] = await paymentsOf(order)
      expect(await refundsOf(payment?.id)).toMatchObject([{ state: 'completed', amount_cents: TOTAL }])
      expect(await historyOf(order)).toEqual(['pending', 'processing', 'refunded'])
    })
  })
})
