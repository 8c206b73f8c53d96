import { type PaymentGatewayName, SPEC_GATEWAY } from '@mela/contract'
import { approve, type Choice } from '../../test/approve.ts'
import type { Person, startShop } from '../../test/shop.ts'
import { lockOrder, updateRefundDue } from '../orders/move-order.ts'
import type { Snapshot } from './gateways/gateway.ts'
import { findShopAccount, insertAdoptedAttempt } from './payment-sessions.ts'

/** Buyer actions for tests of payments. */
export function buyersOf(shop: ReturnType<typeof startShop>, provider: PaymentGatewayName = SPEC_GATEWAY) {
  /** A pending order over $198. */
  async function anOrder(customer: Person): Promise<string> {
    const { id } = await shop.product()
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
    return (await shop.post('/orders', body, customer)).data._id
  }

  const start = (customer: Person | undefined, order: string) =>
    shop.post(`/payments/${provider}/orders`, { order }, customer)

  const report = (customer: Person, order: string, transactionId: string, given: object = {}) =>
    shop.post('/payments', { order, transactionId, paymentGateway: provider, ...given }, customer)

  /** Through the provider's page and back, as a buyer goes. */
  async function pay(customer: Person, order: string, choice: Choice = 'pay') {
    const { data } = await start(customer, order)
    await approve(data.approveUrl, choice)
    return { ...(await report(customer, order, data.orderId)), orderId: data.orderId as string }
  }

  return {
    anOrder,
    start,
    report,

    /** What the provider would answer of a session that the shop has opened for this order over $198. */
    async aSession(order: string, sessionId: string, given: Partial<Snapshot> = {}): Promise<Snapshot> {
      await shop.db.transaction().execute(async db => {
        const locked = await lockOrder(db, order)
        if (locked) await insertAdoptedAttempt(db, 'paypal', locked, sessionId)
      })
      const account = await findShopAccount(shop.db, shop.gateway)
      const amount = { cents: 19_800, currency: 'USD' }
      const asOpened = { state: 'approved', account, units: 1, isShared: false, amount, orderRef: order } as const
      return { sessionId, ...asOpened, refunds: [], ...given }
    },

    /** At the provider's page. */
    async aStartedOrder() {
      const customer = await shop.customer()
      const order = await anOrder(customer)
      const { data } = await start(customer, order)
      return { customer, order, session: data.orderId as string, approveUrl: data.approveUrl as string }
    },

    async anOpenOrder() {
      const customer = await shop.customer()
      return { customer, order: await anOrder(customer) }
    },

    pay,

    /** Returned from the provider's page, not reported to the shop yet. */
    async anApprovedOrder(choice: Choice = 'pay') {
      const customer = await shop.customer()
      const order = await anOrder(customer)
      const { data } = await start(customer, order)
      await approve(data.approveUrl, choice)
      return { customer, order, session: data.orderId as string }
    },

    /** A paid order with its payment and its product, one of twenty units. */
    async aPaidOrder() {
      const customer = await shop.customer()
      const order = await anOrder(customer)
      const { data } = await pay(customer, order)
      const { products } = (await shop.get(`/orders/current-user/${order}`, customer)).data
      return { customer, order, payment: data._id as string, product: products[0].product._id as string }
    },

    async stockOf(product: string) {
      const stock = shop.db.selectFrom('stock').select('quantity').where('product_id', '=', product)
      return (await stock.executeTakeFirstOrThrow()).quantity
    },

    refundsOf: (payment = '') =>
      shop.db.selectFrom('refunds').selectAll().where('payment_id', '=', payment).orderBy('id').execute(),

    async orderOf(customer: Person, order: string) {
      return (await shop.get(`/orders/current-user/${order}`, customer)).data
    },

    paymentsOf: (order: string) =>
      shop.db
        .selectFrom('payments')
        .select(['id', 'status', 'problem', 'transaction_id', 'provider_order_id', 'amount_cents', 'gateway_mode'])
        .select(['refunded_cents', 'refunded_at', 'disputed'])
        .where('order_id', '=', order)
        .orderBy('id')
        .execute(),

    async historyOf(order: string) {
      const rows = await shop.db
        .selectFrom('order_history')
        .select('to_status')
        .where('order_id', '=', order)
        .orderBy('id')
        .execute()
      return rows.map(({ to_status }) => to_status)
    },

    /** Sets the status directly. */
    async setStatus(order: string, status: 'cancelled' | 'processing') {
      await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()
      await updateRefundDue(shop.db, order)
    },
  }
}
