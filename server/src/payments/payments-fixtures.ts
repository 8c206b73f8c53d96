import { approve, type Choice } from '../../test/approve.ts'
import type { Person, startShop } from '../../test/shop.ts'

/** What buyers do in the tests of payments. */
export function buyersOf(shop: ReturnType<typeof startShop>) {
  /** A pending order over $198. */
  async function anOrder(customer: Person): Promise<string> {
    const { id } = await shop.product()
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
    return (await shop.post('/orders', body, customer)).data._id
  }

  const start = (customer: Person | undefined, order: string) =>
    shop.post('/payments/paypal/orders', { order }, customer)

  const report = (customer: Person, order: string, transactionId: string, given: object = {}) =>
    shop.post('/payments', { order, transactionId, paymentGateway: 'paypal', ...given }, customer)

  return {
    anOrder,
    start,
    report,

    async anOpenOrder() {
      const customer = await shop.customer()
      return { customer, order: await anOrder(customer) }
    },

    /** Through the provider's page and back, as a buyer goes. */
    async pay(customer: Person, order: string, choice: Choice = 'pay') {
      const { data } = await start(customer, order)
      await approve(data.approveUrl, choice)
      return { ...(await report(customer, order, data.orderId)), orderId: data.orderId as string }
    },

    async orderOf(customer: Person, order: string) {
      return (await shop.get(`/orders/current-user/${order}`, customer)).data
    },

    paymentsOf: (order: string) =>
      shop.db
        .selectFrom('payments')
        .select(['id', 'status', 'problem', 'transaction_id', 'provider_order_id', 'amount_cents', 'gateway_mode'])
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

    /** Until orders can be moved through the API. */
    setStatus: (order: string, status: 'cancelled' | 'processing') =>
      shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute(),
  }
}
