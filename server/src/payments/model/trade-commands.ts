import { randomUUID } from 'node:crypto'
import { fromCents, nextStatuses } from '@mela/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { approve, type Choice } from '../../../test/approve.ts'
import type { Person, startShop } from '../../../test/shop.ts'
import { agree } from './agree.ts'
import { canCancel, cancel, isPayable, type ModelOrder, paid, place, type TradeModel } from './trade-model.ts'

export interface RealShop {
  shop: ReturnType<typeof startShop>
  customer: Person
  admin: Person
  products: string[]
  /** In the order of the model's. */
  orders: string[]
}

type TradeCommand = fc.AsyncCommand<TradeModel, RealShop>

/** A deed and what must come of it; whatever it is, model and shop agree on everything afterwards. */
function command(
  name: string,
  run: (model: TradeModel, real: RealShop) => Promise<void>,
  check: (model: TradeModel) => boolean = () => true,
): TradeCommand {
  return {
    check,
    async run(model, real) {
      await run(model, real)
      await agree(model, real)
    },
    toString: () => name,
  }
}

/** A deed on one of the orders that there are by then. */
function onOrder(
  name: string,
  run: (order: ModelOrder, id: string, model: TradeModel, real: RealShop) => Promise<void>,
) {
  return fc.nat(9).map(number =>
    command(
      `${name}(${number})`,
      async (model, real) => {
        const index = number % model.orders.length
        const [order, id] = [model.orders[index], real.orders[index]]
        if (order && id) await run(order, id, model, real)
      },
      ({ orders }) => orders.length > 0,
    ),
  )
}

const anOffer = fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 4 }))

function send({ shop, customer, products }: RealShop, product: number, quantity: number, key: string = randomUUID()) {
  const lines = [{ product: products[product], quantity }]
  const body = { products: lines, shippingAddress: shop.anAddress() }
  return shop.post('/orders', body, customer, { 'idempotency-key': key })
}

const placing = anOffer.map(([product, quantity]) =>
  command(`place(${product}, ${quantity})`, async (model, real) => {
    const order = place(model, product, quantity)
    const answer = await send(real, product, quantity)
    expect(answer.status, answer.message).toBe(order ? 201 : 409)
    if (order) real.orders.push(answer.data._id)
  }),
)

const placingTwice = anOffer.map(([product, quantity]) =>
  command(`placeTwice(${product}, ${quantity})`, async (model, real) => {
    const order = place(model, product, quantity)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => send(real, product, quantity, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(order ? 201 : 409))
    if (!order) return
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    real.orders.push(answers[0]?.data._id)
  }),
)

const start = ({ shop, customer }: RealShop, order: string) => shop.post('/payments/paypal/orders', { order }, customer)

const report = ({ shop, customer }: RealShop, order: string, transactionId: string) =>
  shop.post('/payments', { order, transactionId, paymentGateway: 'paypal' }, customer)

const cancelling = ({ shop, customer }: RealShop, id: string) =>
  shop.call('PATCH', `/orders/${id}/cancel`, { as: customer })

/** Approved at the provider, not yet told to the shop; undefined where the shop refuses to start, as it must then. */
async function approved(order: ModelOrder, id: string, real: RealShop, choice: Choice = 'pay') {
  const { status, data } = await start(real, id)
  expect(status).toBe(isPayable(order) ? 201 : 409)
  if (!isPayable(order)) return undefined
  await approve(data.approveUrl, choice)
  return data.orderId as string
}

const paying = onOrder('pay', async (order, id, _, real) => {
  const session = await approved(order, id, real)
  if (!session) return
  const answers = await Promise.all([1, 2, 3].map(() => report(real, id, session)))
  for (const { status, message } of answers) expect([200, 201], message).toContain(status)
  expect(new Set(answers.map(({ data }) => `${data.status} ${data._id}`)).size).toBe(1)
  paid(order)
})

const declining = onOrder('decline', async (order, id, _, real) => {
  const session = await approved(order, id, real, 'refuse')
  if (session) expect((await report(real, id, session)).data.status).toBe('failed')
})

const payingByEcheck = onOrder('eCheck', async (order, id, _, real) => {
  const session = await approved(order, id, real, 'echeck')
  if (!session) return
  expect((await report(real, id, session)).data.status).toBe('pending')
  order.payment = 'pending'
})

const cancellingOrder = onOrder('cancel', async (order, id, model, real) => {
  const canBe = canCancel(order)
  const { status } = await cancelling(real, id)
  expect(status).toBe(canBe || order.status === 'cancelled' ? 200 : 409)
  if (canBe) cancel(model, order)
})

/** PAYMENTS S5. */
const cancellingApproved = onOrder('cancelWhileApproved', async (order, id, model, real) => {
  const session = await approved(order, id, real)
  if (!session) return
  await cancelling(real, id)
  cancel(model, order)
  expect((await report(real, id, session)).status).toBe(409)
})

const expiring = onOrder('expire', async (order, id, model, { shop, customer }) => {
  await sql`update orders set expires_at = now() - interval '1 second' where id = ${id}`.execute(shop.db)
  if (isPayable(order)) cancel(model, order)
  const { data } = await shop.get(`/orders/current-user/${id}`, customer)
  expect(data.status).toBe(order.status)
})

const pricing = fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 900_000 })).map(([product, priceCents]) =>
  command(`price(${product}, ${priceCents})`, async (model, { shop, admin, products }) => {
    const body = { price: fromCents(priceCents) }
    const { status, message } = await shop.call('PUT', `/products/${products[product]}`, { body, as: admin })
    expect(status, message).toBe(200)
    const offer = model.products[product]
    if (offer) offer.priceCents = priceCents
  }),
)

const supplying = fc.tuple(fc.nat(1), fc.integer({ min: 0, max: 9 })).map(([product, stock]) =>
  command(`stock(${product}, ${stock})`, async (model, { shop, admin, products }) => {
    const { status, message } = await shop.call('PUT', `/products/${products[product]}`, { body: { stock }, as: admin })
    expect(status, message).toBe(200)
    const offer = model.products[product]
    if (offer) offer.left = stock
  }),
)

const refunding = onOrder('refund', async (order, id, model, { shop, admin }) => {
  const canBe = order.payment === 'completed' && nextStatuses[order.status].includes('refunded')
  const body = { status: 'refunded' }
  const { status } = await shop.call('PATCH', `/orders/${id}/update`, { body, as: admin })
  expect(status).toBe(canBe || order.status === 'refunded' ? 200 : 409)
  if (!canBe) return
  if (order.status === 'processing') cancel(model, order)
  order.status = 'refunded'
  order.heldCents = 0
})

export const tradeCommands = [
  ...[placing, placing, placingTwice, paying, paying, declining, payingByEcheck],
  ...[cancellingOrder, cancellingApproved, expiring, pricing, supplying, refunding],
]
