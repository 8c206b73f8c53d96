import { CURRENCY, type PaymentGatewayName } from '@mela/contract'
import { describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { showOrder } from '../fulfilment/staff-orders.ts'
import { cancelOrder } from '../fulfilment/update-order.ts'
import { GatewayError, gatewaysOf, type PaymentGateway } from './gateways/gateway.ts'
import { askForAccount, listRefusals } from './payment-sessions.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refundOrder, refundPayment } from './refund-payment.ts'
import { insertRefund } from './rows.ts'
import { doPaymentJob, runPaymentRound } from './run-payment-round.ts'
import { startPayment } from './start-payment.ts'

const shop = startShop()
const { anOpenOrder, aPaidOrder, orderOf, pay, refundsOf, report, setStatus, start } = buyersOf(shop)

/** A second provider; `asked` holds the calls that reached it. */
function anotherGateway() {
  const asked: string[] = []
  const name: string = 'stripe'
  const ask = (what: string) => async () => {
    asked.push(what)
    return undefined
  }
  const gateway: PaymentGateway = {
    ...shop.gateway,
    name: name as PaymentGatewayName,
    retrieve: ask('retrieve'),
    retrieveRefund: ask('retrieveRefund'),
    refund: (...given) => {
      asked.push('refund')
      return shop.gateway.refund(...given)
    },
  }
  return { asked, gateway }
}

const aQueuedRefund = (payment: string) =>
  shop.db
    .transaction()
    .execute(db => insertRefund(db, { payment: { id: payment, currency: CURRENCY.code }, amountCents: 19_800 }))

const past = new Date('2020-01-01')

async function payerOf({ id: userId }: Person, orderId: string) {
  const { payments } = (await shop.get('/settings', await shop.admin())).data
  const shown = { returnUrl: 'https://shop.example.com', brand: 'Mela', shopCountry: 'IN' }
  return { userId, orderId, ...shown, payments, address: '192.0.2.1' }
}

describe('B39 work of one payment gateway', () => {
  it('is skipped by the reconciler of another', async () => {
    const open = await anOpenOrder()
    await start(open.customer, open.order)
    const pending = await anOpenOrder()
    await pay(pending.customer, pending.order, 'echeck')
    const { payment } = await aPaidOrder()
    await aQueuedRefund(payment)
    await shop.db.updateTable('payment_attempts').set({ next_check_at: past }).execute()
    await shop.db.updateTable('payments').set({ next_check_at: past }).execute()
    await shop.db.updateTable('refunds').set({ next_try_at: past }).execute()
    const { asked, gateway } = anotherGateway()

    await runPaymentRound(shop.db, gatewaysOf(gateway), { warn: () => {} })

    expect(asked).toEqual([])
    const attempts = shop.db.selectFrom('payment_attempts').select('next_check_at').where('order_id', '=', open.order)
    expect((await attempts.executeTakeFirstOrThrow()).next_check_at).toEqual(past)
    const payments = shop.db.selectFrom('payments').select('next_check_at').where('order_id', '=', pending.order)
    expect((await payments.executeTakeFirstOrThrow()).next_check_at).toEqual(past)
    expect(await refundsOf(payment)).toMatchObject([{ state: 'queued', next_try_at: past }])
  })

  it('is ended by the next round when the buyer pays at another provider, so that they cannot pay twice', async () => {
    const { customer, order } = await anOpenOrder()
    const first = await start(customer, order)
    const { data } = await buyersOf(shop, 'stripe').start(customer, order)
    await approve(first.data.approveUrl)
    await report(customer, order, first.data.orderId)

    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    expect(await orderOf(customer, order)).toMatchObject({
      status: 'processing',
      payment: { paymentGateway: 'paypal' },
    })
    expect(await shop.gateways.of('stripe').retrieve(data.orderId)).toMatchObject({ state: 'closed' })
  })

  it('is ended while another provider hangs', async () => {
    const [{ customer, order }, other] = [await anOpenOrder(), await anOpenOrder()]
    const { data } = await buyersOf(shop, 'stripe').start(customer, order)
    await setStatus(order, 'cancelled')
    await start(other.customer, other.order)
    await shop.db.updateTable('payment_attempts').set({ next_check_at: past }).execute()
    const stripe = shop.gateways.of('stripe')
    const isEnded = async () => expect(await stripe.retrieve(data.orderId)).toMatchObject({ state: 'closed' })
    const hanging: PaymentGateway = { ...shop.gateway, retrieve: () => vi.waitFor(isEnded).then(() => undefined) }
    const warn = vi.fn()

    await runPaymentRound(shop.db, gatewaysOf(hanging, stripe), { warn })

    expect(warn).not.toHaveBeenCalled()
  })

  it('of disputes goes on where another provider refuses to list them', async () => {
    const stripe = shop.gateways.of('stripe')
    const refusing = vi.fn().mockRejectedValue(new GatewayError('config', 'NOT_AUTHORIZED'))
    const paypal = { ...shop.gateway, disputes: { ...shop.gateway.disputes, listChanged: refusing } }
    const listed = vi.spyOn(stripe.disputes, 'listChanged')

    await expect(doPaymentJob(shop.db, gatewaysOf(paypal, stripe), { kind: 'disputes' })).rejects.toThrow()

    expect(listed).toHaveBeenCalledOnce()
  })

  it('is opened for no buyer where another account than that of the keys was entered, and the owner reads why', async () => {
    const { customer, order } = await anOpenOrder()
    await askForAccount(shop.db, shop.gateway)
    const mistyped: PaymentGateway = { ...shop.gateway, enteredAccount: 'MISTYPED00001' }

    await expect(startPayment(shop.db, shop.gateways, mistyped, await payerOf(customer, order))).rejects.toMatchObject({
      code: 'provider_unavailable',
    })

    const paymentRefusal = expect.stringMatching(/^These keys are of \w+, and MISTYPED00001 was entered/)
    expect(await listRefusals(shop.db, [shop.gateway])).toMatchObject([{ paymentRefusal }])
    expect(await start(customer, order)).toMatchObject({ status: 201 })
    expect(await listRefusals(shop.db, [shop.gateway])).toMatchObject([{ paymentRefusal: '' }])
  })

  it('that is opened while its buyer chooses another provider is ended at once', async () => {
    const { customer, order } = await anOpenOrder()
    const stripe = shop.gateways.of('stripe')
    const slow: PaymentGateway = {
      ...stripe,
      open: async payment => {
        await start(customer, order)
        return stripe.open(payment)
      },
    }

    const { orderId } = await startPayment(shop.db, shop.gateways, slow, await payerOf(customer, order))

    expect(await stripe.retrieve(orderId)).toMatchObject({ state: 'closed' })
  })

  it('goes on where its buyer left it, so that no two can be agreed to', async () => {
    const { customer, order } = await anOpenOrder()
    const first = await start(customer, order)
    await buyersOf(shop, 'stripe').start(customer, order)
    await approve(first.data.approveUrl)

    expect((await start(customer, order)).data).toEqual(first.data)
    expect(await report(customer, order, first.data.orderId)).toMatchObject({ status: 201 })
  })

  it('stops no other one where the keys may not read the one that was left', async () => {
    const { customer, order } = await anOpenOrder()
    const { data } = await start(customer, order)
    await buyersOf(shop, 'stripe').start(customer, order)
    shop.emulator.addFault({ kind: 'error', status: 403, path: `GET /v2/checkout/orders/${data.orderId}` })

    const again = await start(customer, order)
    shop.emulator.clearFaults()

    expect(again).toMatchObject({ status: 201, data: { orderId: expect.not.stringMatching(data.orderId) } })
  })

  it('is over for the round, too, once its charge has failed', async () => {
    const { customer, order } = await anOpenOrder()
    shop.emulator.addFault({ kind: 'capture', status: 'DECLINED', count: 1 })
    await pay(customer, order)
    const attempts = shop.db.updateTable('payment_attempts').where('order_id', '=', order)
    await attempts.set({ state: 'open', next_check_at: past }).execute()

    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    const { state } = await attempts.set({ declines: 0 }).returning('state').executeTakeFirstOrThrow()
    expect(state).toBe('closed')
  })

  it('that was paid after all is recorded, and no other is opened', async () => {
    const card = buyersOf(shop, 'stripe')
    const { customer, order } = await anOpenOrder()
    const { data } = await card.start(customer, order)
    await shop.db.updateTable('payment_attempts').set({ state: 'closed' }).where('order_id', '=', order).execute()
    await approve(data.approveUrl)

    expect(await card.start(customer, order)).toMatchObject({ status: 409, code: 'order_not_payable' })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
  })

  it('that is opened just before its buyer turns to another provider is ended first', async () => {
    const { customer, order } = await anOpenOrder()
    const { data } = await buyersOf(shop, 'stripe').start(customer, order)
    const attempts = shop.db.updateTable('payment_attempts').where('order_id', '=', order)
    await attempts.set({ provider_order_id: null }).execute()
    const { turning } = await shop.db.transaction().execute(async db => {
      await db.selectFrom('payment_attempts').select('id').where('order_id', '=', order).forUpdate().execute()
      const turning = start(customer, order)
      await untilWaiting(shop.db, 1)
      await db
        .updateTable('payment_attempts')
        .set({ provider_order_id: data.orderId })
        .where('order_id', '=', order)
        .execute()
      return { turning }
    })

    expect(await turning).toMatchObject({ status: 201 })
    expect(await shop.gateways.of('stripe').retrieve(data.orderId)).toMatchObject({ state: 'closed' })
  })

  it('that is opened while staff replace its keys is ended at once, and opened with the new ones', async () => {
    const { customer, order } = await anOpenOrder()
    const stripe = shop.gateways.of('stripe')
    const open = vi.fn(stripe.open)
    const replaced: PaymentGateway = { ...stripe, clientId: 'replaced', open }

    const { orderId } = await startPayment(shop.db, shop.gateways, replaced, await payerOf(customer, order))

    const [first] = await Promise.all(open.mock.results.map(({ value }) => value))
    expect(await stripe.retrieve(first.sessionId)).toMatchObject({ state: 'closed' })
    expect(await stripe.retrieve(orderId)).toMatchObject({ state: 'open' })
  })

  it('does not stop the other work of a round, nor a cancellation', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const other = await aPaidOrder()
    const { id } = await aQueuedRefund(other.payment)
    await shop.db.updateTable('refunds').set({ next_try_at: past }).execute()
    const { asked, gateway } = anotherGateway()

    await runPaymentRound(shop.db, gatewaysOf(gateway, shop.gateway), { warn: () => {} })
    const visitor = { ...(await shop.get('/users/current-user', customer)).data, id: customer.id, role: 'customer' }
    await cancelOrder(shop.db, gatewaysOf(gateway), visitor, order)

    expect(asked).toEqual([])
    expect(await refundsOf(other.payment)).toMatchObject([{ id, state: 'completed' }])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled' })
    expect(await refundsOf(payment)).toMatchObject([{ state: 'queued' }])
  })

  it('is a refund that staff have to see to, once its gateway is not connected any more', async () => {
    const { customer, order } = await aPaidOrder()
    const { gateway } = anotherGateway()
    const staff = { ...(await shop.get('/users/current-user', await shop.admin())).data, role: 'admin' }
    const shown = () => showOrder(shop.db, gatewaysOf(gateway), staff, order)
    const before = (await shown()).actions?.statuses.find(({ status }) => status === 'cancelled')
    const visitor = { ...(await shop.get('/users/current-user', customer)).data, id: customer.id, role: 'customer' }

    await cancelOrder(shop.db, gatewaysOf(gateway), visitor, order)

    const told = expect.stringMatching(/^The shop is not connected to PayPal any more/)
    expect(before).toMatchObject({ effect: told, goesBack: 0 })
    expect((await shown()).refundDue).toMatchObject({ amount: 198, state: 'not-connected', failure: told })
  })

  it('is refused where the gateway takes no refunds', async () => {
    const { order, payment } = await aPaidOrder()
    const { id: actorId } = await shop.admin()
    const gateways = gatewaysOf({ ...shop.gateway, can: { ...shop.gateway.can, refund: false } })
    const no = { kind: 'conflict', code: 'action_not_allowed' }
    const part = { paymentId: payment, amountCents: 100, actorId }

    await expect(refundPayment(shop.db, gateways, part)).rejects.toMatchObject(no)
    await expect(refundOrder(shop.db, gateways, order, actorId)).rejects.toMatchObject(no)
    expect(await refundsOf(payment)).toEqual([])
  })
})
