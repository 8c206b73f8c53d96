import { randomUUID } from 'node:crypto'
import { fromCents, nextStatuses, SPEC_GATEWAY } from '@mela/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { expireOrders } from '../../src/orders/expire-orders.ts'
import type { bellOf } from '../../src/payments/webhooks-fixtures.ts'
import { approve, type Choice } from '../approve.ts'
import type { Person, startShop } from '../shop.ts'
import { agree } from './agree.ts'
import {
  type Choices,
  canCancel,
  cancel,
  isPayable,
  listen,
  type ModelOrder,
  pay,
  place,
  refund,
  refundPart,
  type TradeModel,
} from './trade-model.ts'

export interface RealShop {
  shop: ReturnType<typeof startShop>
  customer: Person
  admin: Person
  bell: ReturnType<typeof bellOf>
  products: { product: string; variant?: string }[]
  orders: string[]
  discount: { id: string; code: string }
  giftCard: { id: string; code: string }
}

type TradeCommand = fc.AsyncCommand<TradeModel, RealShop>

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

/** Mostly an order that permits the command is taken, now and then any. */
function onOrder(
  name: string,
  canBe: (order: ModelOrder) => boolean,
  run: (order: ModelOrder, id: string, model: TradeModel, real: RealShop) => Promise<void>,
) {
  return fc.nat(19).map(number =>
    command(
      `${name}(${number})`,
      async (model, real) => {
        const fitting = number % 4 === 0 ? [] : model.orders.filter(canBe)
        const from = fitting.length > 0 ? fitting : model.orders
        const order = from[number % from.length]
        const id = order && real.orders[model.orders.indexOf(order)]
        if (order && id) await run(order, id, model, real)
      },
      ({ orders }) => orders.length > 0,
    ),
  )
}

const isClosed = ({ payment, payableCents }: ModelOrder) => payment === 'completed' || payableCents === 0
const isPaid = (order: ModelOrder) => isClosed(order) && order.status !== 'refunded'
const isPending = ({ payment }: ModelOrder) => payment === 'pending'

const choices = fc.record<Choices>({ withCode: fc.boolean(), withCard: fc.boolean() })
const aPricedCart = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 4 }), choices)
const nothing: Choices = { withCode: false, withCard: false }

interface Named {
  product?: string | undefined
  variant?: string
}

function send(
  { shop, customer, discount, giftCard }: RealShop,
  named: Named = {},
  quantity: number,
  { withCode, withCard }: Choices,
  key: string = randomUUID(),
) {
  const codes = [...(withCode ? [discount.code] : []), ...(withCard ? [giftCard.code] : [])]
  const body = { products: [{ ...named, quantity }], shippingAddress: shop.anAddress(), codes }
  return shop.post('/orders', body, customer, { 'idempotency-key': key })
}

function save({ shop, admin, products }: RealShop, index: number, change: { price?: number; stock?: number }) {
  const { product = '', variant } = products[index] ?? {}
  const all = products.filter(one => one.product === product)
  const variants = all.map(({ variant: _id }) => ({ _id, ...(_id === variant && change) }))
  return shop.call('PUT', `/products/${product}`, { body: variant ? { variants } : change, as: admin })
}

const placing = aPricedCart.map(([product, quantity, choices]) =>
  command(`place(${product}, ${quantity}, ${JSON.stringify(choices)})`, async (model, real) => {
    const order = place(model, product, quantity, choices)
    const answer = await send(real, real.products[product], quantity, choices)
    expect(answer.status, answer.message).toBe(order ? 201 : 409)
    if (order) real.orders.push(answer.data._id)
  }),
)

/** No variant stands for the first size that has enough. */
const placingAny = fc.integer({ min: 1, max: 4 }).map(quantity =>
  command(`placeAny(${quantity})`, async (model, real) => {
    const sizes = real.products.flatMap(({ variant }, index) => (variant ? [{ variant, index }] : []))
    const chosen = sizes.find(({ index }) => (model.products[index]?.left ?? 0) >= quantity) ?? sizes[0]
    const order = place(model, chosen?.index ?? 0, quantity, nothing)
    const answer = await send(real, { product: real.products[chosen?.index ?? 0]?.product }, quantity, nothing)
    expect(answer.status, answer.message).toBe(order ? 201 : 409)
    if (!order) return
    expect(answer.data.products[0].variant).toBe(chosen?.variant)
    real.orders.push(answer.data._id)
  }),
)

const placingTwice = aPricedCart.map(([product, quantity, choices]) =>
  command(`placeTwice(${product}, ${quantity}, ${JSON.stringify(choices)})`, async (model, real) => {
    const order = place(model, product, quantity, choices)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => send(real, real.products[product], quantity, choices, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(order ? 201 : 409))
    if (!order) return
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    real.orders.push(answers[0]?.data._id)
  }),
)

const start = ({ shop, customer }: RealShop, order: string) =>
  shop.post(`/payments/${SPEC_GATEWAY}/orders`, { order }, customer)

const report = ({ shop, customer }: RealShop, order: string, transactionId: string) =>
  shop.post('/payments', { order, transactionId, paymentGateway: SPEC_GATEWAY }, customer)

const cancelling = ({ shop, customer }: RealShop, id: string) =>
  shop.call('PATCH', `/orders/${id}/cancel`, { as: customer })

/** Undefined where the shop refuses to start, as it must then. */
async function approved(order: ModelOrder, id: string, real: RealShop, choice: Choice = 'pay') {
  const { status, data } = await start(real, id)
  expect(status).toBe(isPayable(order) ? 201 : 409)
  if (!isPayable(order)) return undefined
  order.isStarted = true
  // A buyer who has approved before finds no more buttons.
  if (order.unreported !== 'approved') await approve(data.approveUrl, choice)
  return data.orderId as string
}

const paying = onOrder('pay', isPayable, async (order, id, _, real) => {
  const session = await approved(order, id, real)
  if (!session) return
  const answers = await Promise.all([1, 2, 3].map(() => report(real, id, session)))
  for (const { status, message } of answers) expect([200, 201], message).toContain(status)
  expect(new Set(answers.map(({ data }) => `${data.status} ${data._id}`)).size).toBe(1)
  pay(order)
})

const leaving = onOrder('approveAndLeave', isPayable, async (order, id, _, real) => {
  // Only a buyer who reports it is captured again after a decline.
  if (!order.isDeclined && (await approved(order, id, real))) order.unreported = 'approved'
})

const declining = onOrder('decline', isPayable, async (order, id, _, real) => {
  if (order.unreported === 'approved') return
  const session = await approved(order, id, real, 'refuse')
  if (!session) return
  expect((await report(real, id, session)).data.status).toBe('failed')
  order.isDeclined = true
})

const payingByEcheck = onOrder('eCheck', isPayable, async (order, id, _, real) => {
  if (order.unreported === 'approved') return
  const session = await approved(order, id, real, 'echeck')
  if (!session) return
  expect((await report(real, id, session)).data.status).toBe('pending')
  order.payment = 'pending'
  order.unreported = 'waiting'
})

const deciding = fc.boolean().chain(isGood =>
  onOrder(isGood ? 'clearEcheck' : 'bounceEcheck', isPending, async (order, id, _, { shop }) => {
    if (order.payment !== 'pending' || order.unreported === 'cleared' || order.unreported === 'bounced') return
    const { transaction_id } = await shop.db
      .selectFrom('payments')
      .select('transaction_id')
      .where('order_id', '=', id)
      .where('status', '=', 'pending')
      .where('problem', 'is', null)
      .executeTakeFirstOrThrow()
    shop.emulator.trigger({ what: isGood ? 'capture-completed' : 'capture-denied', id: transaction_id })
    order.unreported = isGood ? 'cleared' : 'bounced'
  }),
)

export async function ring({ orders }: TradeModel, { bell }: RealShop, copies = 1, isReversed = false): Promise<void> {
  const events = await bell.caught()
  for (const event of isReversed ? events.reverse() : events) {
    const answers = await Promise.all(Array.from({ length: copies }, () => bell.ring(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array(copies).fill(200))
  }
  while ((await bell.work()) > 0);
  for (const order of orders) listen(order)
}

const ringing = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([copies, isReversed]) =>
    command(`ring(${copies}, ${isReversed ? 'last first' : 'in order'})`, (model, real) =>
      ring(model, real, copies, isReversed),
    ),
  )

/** The provider executes the next call, and its answer is lost. */
const losing = fc
  .constantFrom('^POST /v2/checkout/orders$', '/capture$', '/refund$')
  .map(path =>
    command(`loseAnswer(${path})`, async (_, { shop }) => shop.emulator.addFault({ kind: 'drop', path, count: 1 })),
  )

const cancellingOrder = onOrder('cancel', canCancel, async (order, id, model, real) => {
  const canBe = canCancel(order)
  const { status } = await cancelling(real, id)
  expect(status).toBe(canBe || order.status === 'cancelled' ? 200 : 409)
  if (canBe) cancel(model, order)
})

const cancellingApproved = onOrder('cancelWhileApproved', isPayable, async (order, id, model, real) => {
  const session = await approved(order, id, real)
  if (!session) return
  await cancelling(real, id)
  cancel(model, order)
  order.unreported = 'nothing'
  expect((await report(real, id, session)).status).toBe(409)
})

const expiring = onOrder('expire', isPayable, async (order, id, model, { shop, customer }) => {
  if (!isPayable(order)) return
  await sql`update orders set expires_at = now() - interval '1 second' where id = ${id}`.execute(shop.db)
  // A buyer who was redirected may have approved, so the provider is queried first.
  if (!order.isStarted) cancel(model, order)
  const status = async () => (await shop.get(`/orders/current-user/${id}`, customer)).data.status
  expect(await status()).toBe(order.status)
  await expireOrders(shop.db)
  expect(await status()).toBe(order.status)
  await sql`update orders set expires_at = now() + interval '1 hour' where id = ${id}`.execute(shop.db)
})

const pricing = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 900_000 })).map(([product, priceCents]) =>
  command(`price(${product}, ${priceCents})`, async (model, real) => {
    const { status, message } = await save(real, product, { price: fromCents(priceCents) })
    expect(status, message).toBe(200)
    const goods = model.products[product]
    if (goods) goods.priceCents = priceCents
  }),
)

const supplying = fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 9 })).map(([product, stock]) =>
  command(`stock(${product}, ${stock})`, async (model, real) => {
    const { status, message } = await save(real, product, { stock })
    expect(status, message).toBe(200)
    const goods = model.products[product]
    if (goods) goods.left = stock
  }),
)

const refunding = onOrder('refund', isPaid, async (order, id, model, { shop, admin }) => {
  const canBe = isClosed(order) && nextStatuses[order.status].includes('refunded')
  const body = { status: 'refunded' }
  const { status } = await shop.call('PATCH', `/orders/${id}/update`, { body, as: admin })
  expect(status).toBe(canBe || order.status === 'refunded' ? 200 : 409)
  if (canBe) refund(model, order, order.heldCents)
  if (canBe) order.status = 'refunded'
})

const refundingPart = fc.integer({ min: 1, max: 100 }).chain(percent =>
  onOrder(`refund ${percent} %`, isPaid, async (order, id, model, { shop, admin }) => {
    if (order.payment !== 'completed') return
    const { data } = await shop.get(`/orders/${id}`, admin)
    const cents = Math.ceil((order.totalCents * percent) / 100)
    const isLeft = cents <= order.heldCents && order.onCardCents === 0
    const answer = await shop.post(`/payments/${data.payment._id}/refunds`, { amount: fromCents(cents) }, admin)
    expect(answer.status, answer.message).toBe(isLeft ? 201 : 409)
    if (isLeft) refund(model, order, cents)
  }),
)

const refundingPartOfOrder = fc.integer({ min: 1, max: 100 }).chain(percent =>
  onOrder(`refund ${percent} % of the order`, isPaid, async (order, id, model, { shop, admin }) => {
    const cents = Math.ceil((order.totalCents * percent) / 100)
    const isLeft = isPaid(order) && cents <= order.onCardCents + order.heldCents
    const answer = await shop.post(`/orders/${id}/refunds`, { amount: fromCents(cents) }, admin)
    expect(answer.status, answer.message).toBe(isLeft ? 201 : 409)
    if (isLeft) refundPart(model, order, cents)
  }),
)

export const tradeCommands = [
  ...[
    placing,
    placing,
    placingAny,
    placingTwice,
    paying,
    paying,
    leaving,
    declining,
    payingByEcheck,
    deciding,
    ringing,
  ],
  ...[
    losing,
    cancellingOrder,
    cancellingApproved,
    expiring,
    pricing,
    supplying,
    refunding,
    refundingPart,
    refundingPartOfOrder,
  ],
]
