import { orderName } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { reconcileLatePayment } from '../../payments/capture-payment.ts'
import { GatewayError, gatewaysOf } from '../../payments/gateways/gateway.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { refreshDisputes } from '../../payments/refresh-disputes.ts'
import { refundOrder } from '../../payments/refund-payment.ts'
import { receiveEvent } from '../../payments/run-payment-round.ts'
import { newId } from '../../platform/database/ids.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { giftCardsOf } from './gift-cards-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { aCode, balanceOf, codeOf, findBroken, place } = giftCardsOf(shop, admin)
const { cancel, emailsAbout, update } = shoppersOf(shop)
const { orderOf, pay, paymentsOf, refundsOf } = buyersOf(shop)

describe('a gift card as a product', () => {
  const aGiftCard = (cents = 5000) => shop.product({ is_gift_card: true, price_cents: cents, name: 'Gift card' })
  const cardsOf = (order: string) =>
    shop.db.selectFrom('gift_cards').selectAll().where('order_id', '=', order).orderBy('id').execute()
  const buy = async (customer: Person, gift?: object, goods: object[] = []) => {
    const { id } = await aGiftCard()
    const products = [{ product: id, quantity: 2, ...(gift && { gift }) }, ...goods]
    return shop.post('/orders', { products, shippingAddress: shop.anAddress() }, customer)
  }
  const cardOf = (order: string) =>
    shop.db.selectFrom('gift_cards').select('id').where('order_id', '=', order).orderBy('id').executeTakeFirstOrThrow()

  it('is neither taxed nor delivered, also beside goods', async () => {
    const customer = await shop.customer()
    const alone = (await buy(customer)).data
    const [{ id: card }, { id: goods }] = [await aGiftCard(), await shop.product()]
    const products = [card, goods].map(product => ({ product, quantity: 1 }))

    const { data: mixed } = await shop.post('/quotes', { products })

    expect(alone).toMatchObject({ totalAmount: 100, shippingAmount: 0, taxAmount: 0 })
    expect(alone.adjustments).toMatchObject([{ kind: 'shipping', label: 'By email', amount: 0 }])
    expect(mixed).toMatchObject({ subTotal: 150, shippingAmount: 80, taxAmount: 18, totalAmount: 248 })
  })

  it('is issued with the payment, one card for each unit, once, to recipient or buyer', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer, { email: 'ravi@example.com', message: 'Enjoy' })
    expect(await cardsOf(order._id)).toEqual([])
    const { orderId } = await pay(customer, order._id)
    await shop.post('/payments', { order: order._id, transactionId: orderId, paymentGateway: 'paypal' }, customer)

    const cards = await cardsOf(order._id)
    const [email] = await Promise.all(cards.map(({ id }) => emailNow(shop, { kind: 'gift-card', giftCard: id })))

    expect(cards).toMatchObject(Array(2).fill({ balance_cents: 5000, message: 'Enjoy', line: 0 }))
    expect(email?.to.address).toBe('ravi@example.com')
    expect((await emailNow(shop, { kind: 'order-paid', order: order._id }))?.text).not.toContain('pack')
    expect((await orderOf(customer, order._id)).products[0].gifts).toEqual([
      { quantity: 2, email: 'ravi@example.com', message: 'Enjoy' },
    ])
    expect(await findBroken()).toEqual([])
  })

  it('is for the recipient whom staff have corrected, on the order of its buyer too', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer, { email: 'frend@example.com', message: 'Enjoy' })
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    await shop.post(`/gift-cards/${id}/emails`, { recipient: 'friend@example.com' }, admin)

    expect((await orderOf(customer, order._id)).products[0].gifts).toEqual([
      { quantity: 1, email: 'friend@example.com', message: 'Enjoy' },
      { quantity: 1, email: 'frend@example.com', message: 'Enjoy' },
    ])
  })

  it('is sent again to an address that staff type once its buyer’s account is gone', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    await shop.db
      .updateTable('users')
      .set({ deleted_at: new Date(), is_active: false })
      .where('id', '=', customer.id)
      .execute()
    const send = (body: object) => shop.post(`/gift-cards/${id}/emails`, body, admin)

    expect(await send({})).toMatchObject({ status: 400, errors: { recipient: expect.stringContaining('closed') } })
    expect(await send({ recipient: 'friend@example.com' })).toMatchObject({ status: 200 })
  })

  it('is issued, and its buyer told, when a pending payment arrives after staff have moved the order on', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    const { orderId } = await pay(customer, order._id, 'echeck')
    await update(order._id, admin, { status: 'shipped' })

    shop.emulator.trigger({ what: 'capture-completed', id: (await paymentsOf(order._id))[0]?.transaction_id ?? '' })
    await reconcileLatePayment(shop.db, shop.gateway, orderId)

    expect(await cardsOf(order._id)).toMatchObject(Array(2).fill({ balance_cents: 5000 }))
    expect(await emailsAbout(order._id)).toContain('order-paid')
    expect(await findBroken()).toEqual([])
  })

  it('ends an order of nothing else with its payment, which the buyer can confirm as before', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    const { data: payment } = await pay(customer, order._id)
    const paid = { status: 'processing', payment: payment._id }
    const { history } = await orderOf(customer, order._id)

    expect(history.map(({ status }: { status: string }) => status)).toEqual(['pending', 'processing', 'delivered'])
    expect(await update(order._id, customer, paid)).toMatchObject({ status: 200, data: { status: 'delivered' } })
    expect((await emailNow(shop, { kind: 'order-paid', order: order._id }))?.text).not.toMatch(/pack|Delivery to/)
    expect((await update(order._id, admin, { status: 'refunded' })).data).toMatchObject({ status: 'refunded' })
    expect(await findBroken()).toEqual([])
  })

  it('that costs nothing is no card, and its order is paid all the same', async () => {
    const customer = await shop.customer()
    const products = [await aGiftCard(0), await shop.product()].map(({ id }) => ({ product: id, quantity: 1 }))
    const { data: order } = await shop.post('/orders', { products, shippingAddress: shop.anAddress() }, customer)

    expect(await pay(customer, order._id)).toMatchObject({ data: { status: 'completed' } })
    expect(await cardsOf(order._id)).toEqual([])
    expect(await findBroken()).toEqual([])
  })

  it('is taken back when its order is refunded, and a spent one keeps its buyer from cancelling', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer, undefined, [{ product: (await shop.product()).id, quantity: 1 }])
    await pay(customer, order._id)
    const [spent, other] = await cardsOf(order._id)
    await place(await shop.customer(), [await codeOf(spent?.id ?? '')])

    const refusal = await cancel(order._id, customer)
    const { actions, payments } = (await shop.get(`/orders/${order._id}`, admin)).data
    await update(order._id, admin, { status: 'refunded' })

    const message = 'A gift card of this order was used, so you cannot cancel it any more. Please contact us.'
    expect(refusal).toMatchObject({ status: 409, message })
    const refund = actions.statuses.find(({ status }: { status: string }) => status === 'refunded')
    expect(refund.effect).toBe(
      '$298.00 goes back to its customer by itself. $50.00 of the gift cards that were bought with it is spent already.',
    )
    expect(payments).toMatchObject([{ spentOnCards: 50 }])
    expect(await balanceOf(other?.id ?? '')).toBe(0)
    expect((await cardsOf(order._id)).every(({ is_active }) => !is_active)).toBe(true)
    expect(await findBroken()).toEqual([])
  })

  it('keeps its buyer from cancelling once staff took off what was spent elsewhere, until they give it back', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer, undefined, [{ product: (await shop.product()).id, quantity: 1 }])
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    const adjust = (amount: number) =>
      shop.post(`/gift-cards/${id}/adjustments`, { amount, note: 'At the till' }, admin)
    const spent = async () => (await shop.get(`/orders/${order._id}`, admin)).data.payments[0].spentOnCards

    await adjust(-20)
    const [during, refusal] = [await spent(), await cancel(order._id, customer)]
    await adjust(20)

    expect([during, refusal.status]).toEqual([20, 409])
    expect([await spent(), (await cancel(order._id, customer)).status]).toEqual([0, 200])
    const email = await emailNow(shop, { kind: 'order-cancelled', order: order._id })
    expect(email?.text).toContain(' Gift cards that were sent by email already can no longer be used.')
  })

  it('sends no code while its order is to be reviewed, and pays nothing once its payment is disputed, until the shop wins', async () => {
    const customer = await shop.customer()
    const products = [{ product: (await aGiftCard()).id, quantity: 1 }]
    const { data: order } = await shop.post('/orders', { products, shippingAddress: shop.anAddress() }, customer)
    for (const choice of ['refuse', 'refuse', 'refuse'] as const) await pay(customer, order._id, choice)
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)

    expect(await orderOf(customer, order._id)).toMatchObject({ status: 'processing' })
    expect(await emailNow(shop, { kind: 'gift-card', giftCard: id })).toBeUndefined()
    const message = 'This gift card cannot be used, so it is not sent. Its order is to be reviewed first.'
    expect(await shop.post(`/gift-cards/${id}/emails`, undefined, admin)).toMatchObject({ status: 409, message })
    const { data: reviewed } = await shop.post(`/orders/${order._id}/reviewed`, {}, admin)
    expect(reviewed).toMatchObject({ status: 'delivered' })
    const code = await codeOf(id)
    const ofPayment = shop.db.updateTable('payments').where('order_id', '=', order._id)
    const { id: payment_id } = await ofPayment.set({ disputed: true }).returning('id').executeTakeFirstOrThrow()
    const during = await place(customer, [code])
    const refusal = 'This gift card cannot be used while its purchase is being checked.'
    expect((await shop.post('/gift-cards/balance', { code })).data).toMatchObject({ isActive: false, refusal })
    const { data: shown } = await shop.get(`/gift-cards/${id}`, admin)
    expect(shown).toMatchObject({
      isActive: true,
      hold: expect.stringMatching(/^The payment of its order is disputed/),
    })
    // Its buyer got a part of the money.
    await ofPayment.set({ disputed: false }).execute()
    const words = { provider_reason: '', provider_status: '', provider_stage: '', state: 'lost' } as const
    const at = { opened_at: new Date(), updated_at: new Date() }
    const about = { payment_id, provider_dispute_id: 'PP-1', amount_cents: 4_999, currency: 'USD' }
    const dispute = { id: newId(), gateway: 'paypal', ...about, ...words, ...at } as const
    await shop.db.insertInto('disputes').values(dispute).execute()

    for (const { data } of [during, await place(customer, [code])])
      expect(data).toMatchObject({ giftCardAmount: 0, amountToPay: 198 })
  })

  it('is sent, and its order ends, once the shop wins a dispute that was open when staff reviewed it', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    for (const choice of ['refuse', 'refuse', 'refuse'] as const) await pay(customer, order._id, choice)
    await pay(customer, order._id)
    const id = (await paymentsOf(order._id)).find(({ status }) => status === 'completed')?.transaction_id ?? ''
    const { id: card } = await cardOf(order._id)
    shop.emulator.trigger({ what: 'dispute-opened', id })
    await refreshDisputes(shop.db, shop.gateway)
    const { data: reviewed } = await shop.post(`/orders/${order._id}/reviewed`, {}, admin)
    const before = await emailsAbout(card)
    const [{ disputeId }] = (await shop.get(`/disputes?keyword=${order._id}`, admin)).data
    shop.emulator.trigger({ what: 'dispute-resolved', id: disputeId, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await refreshDisputes(shop.db, shop.gateway)

    expect([reviewed.status, (await orderOf(customer, order._id)).status]).toEqual(['processing', 'delivered'])
    expect(await emailsAbout(card)).toEqual([...before, 'gift-card'])
    expect(await emailNow(shop, { kind: 'gift-card', giftCard: card })).toBeDefined()
    expect(await findBroken()).toEqual([])
  })

  it('can be used while a part of its payment is refunded, not while all of it is, and again once that failed', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    const code = await codeOf(id)
    const refund = (kind: 'ambiguous' | 'rejected') => {
      const fail = () => Promise.reject(new GatewayError(kind))
      return refundOrder(shop.db, gatewaysOf({ ...shop.gateway, refund: fail }), order._id, admin.id)
    }
    const uses = async () => [
      (await shop.post('/quotes', { products: [{ product: (await shop.product()).id, quantity: 1 }], codes: [code] }))
        .data.giftCardAmount,
      (await shop.post('/gift-cards/balance', { code })).data.isActive,
      (await shop.post(`/gift-cards/${id}/emails`, undefined, admin)).status,
      (await shop.get(`/gift-cards?only=open&keyword=${order._id}`, admin)).data.length,
    ]

    await shop.post(`/orders/${order._id}/refunds`, { amount: 10 }, admin)
    expect(await uses()).toEqual([50, true, 200, 2])
    expect(await refund('ambiguous')).toBe('pending')
    expect(await uses()).toEqual([0, false, 409, 0])
    expect(await emailNow(shop, { kind: 'gift-card', giftCard: id })).toBeUndefined()
    await expect(refund('rejected')).rejects.toMatchObject({ code: 'provider_refused' })
    expect(await uses()).toEqual([50, true, 200, 2])
  })

  it('pays nothing once a bank took a part of its payment, though no dispute was lost', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    const code = await codeOf(id)
    await shop.post(`/orders/${order._id}/refunds`, { amount: 10 }, admin)
    const [taken] = await refundsOf((await paymentsOf(order._id))[0]?.id)

    const objectId = taken?.provider_refund_id ?? ''
    await receiveEvent(shop.db, shop.gateway, { id: 'WH-part', kind: 'refund', type: 'reversed', objectId })

    expect((await shop.post('/gift-cards/balance', { code })).data.isActive).toBe(false)
  })

  /** Goods over $198, of which a bought card has paid $50. */
  async function goodsOfBoughtCard() {
    const customer = await shop.customer()
    const { data: bought } = await buy(customer)
    await pay(customer, bought._id)
    const code = await codeOf((await cardOf(bought._id)).id)
    const { data: goods } = await place(customer, [code])
    await pay(customer, goods._id)
    const capture = (await paymentsOf(bought._id))[0]?.transaction_id ?? ''
    return { customer, bought: bought._id as string, goods: goods._id as string, capture }
  }
  const holdsOf = async (order: string) => {
    const { data } = await shop.get(`/orders/${order}`, admin)
    const [{ flags }] = (await shop.get(`/orders?keyword=${order}`, admin)).data
    return [data.actions.sendWarning, data.cardHold?.order._id, flags.includes('held')]
  }
  const send = (order: string) => update(order, admin, { status: 'shipped' })
  const nameOf = async (order: string) => orderName((await shop.get(`/orders/${order}`, admin)).data)

  it('keeps the goods that it pays from being sent while its payment is disputed, until the shop wins', async () => {
    const { bought, goods, capture } = await goodsOfBoughtCard()
    shop.emulator.trigger({ what: 'dispute-opened', id: capture })
    await refreshDisputes(shop.db, shop.gateway)
    const [during, refusal] = [await holdsOf(goods), await send(goods)]
    const [{ disputeId }] = (await shop.get(`/disputes?keyword=${bought}`, admin)).data
    shop.emulator.trigger({ what: 'dispute-resolved', id: disputeId, outcome: 'RESOLVED_SELLER_FAVOUR' })
    await refreshDisputes(shop.db, shop.gateway)

    const of = `was bought with order ${await nameOf(bought)}, whose payment is disputed or on its way back`
    expect(during).toEqual([expect.stringContaining(`${of}: do not send this order now.`), bought, true])
    expect(refusal).toMatchObject({ status: 409, code: 'payment_disputed', message: expect.stringContaining(of) })
    expect(await holdsOf(goods)).toEqual([null, undefined, false])
    expect((await send(goods)).status).toBe(200)
  })

  it('warns of them once its payment is refunded, but neither of those that were sent nor of those that it pays no more', async () => {
    const [kept, sent, returned] = await Promise.all([goodsOfBoughtCard(), goodsOfBoughtCard(), goodsOfBoughtCard()])
    await send(sent.goods)
    await shop.post(`/orders/${returned.goods}/refunds`, { amount: 50 }, admin)
    for (const { bought } of [kept, sent, returned]) await update(bought, admin, { status: 'refunded' })

    const warning = expect.stringMatching(/whose payment went back: nobody has paid that part of this order\.$/)
    expect(await holdsOf(kept.goods)).toEqual([warning, kept.bought, true])
    expect((await send(kept.goods)).status).toBe(200)
    for (const { goods } of [sent, returned]) expect(await holdsOf(goods)).toEqual([null, undefined, false])
    expect((await update(sent.goods, admin, { status: 'delivered' })).status).toBe(200)
    expect((await send(returned.goods)).status).toBe(200)
  })

  it('warns of them once the shop has lost the dispute about its payment', async () => {
    const { bought, goods, capture } = await goodsOfBoughtCard()
    shop.emulator.trigger({ what: 'dispute-opened', id: capture })
    await refreshDisputes(shop.db, shop.gateway)
    expect((await send(goods)).status).toBe(409)
    const [{ disputeId }] = (await shop.get(`/disputes?keyword=${bought}`, admin)).data
    shop.emulator.trigger({ what: 'dispute-resolved', id: disputeId, outcome: 'RESOLVED_BUYER_FAVOUR' })
    await refreshDisputes(shop.db, shop.gateway)

    expect(await holdsOf(goods)).toEqual([expect.stringContaining('whose payment went back'), bought, true])
    expect((await send(goods)).status).toBe(200)
  })

  it('keeps them while its order is marked for review, until staff have reviewed that', async () => {
    const { customer, bought, goods } = await goodsOfBoughtCard()
    const mark = { review_reason: 'Stripe warns of fraud.' }
    await shop.db.updateTable('orders').set(mark).where('id', '=', bought).execute()
    const [during, refusal] = [await holdsOf(goods), await send(goods)]

    const of = `was bought with order ${await nameOf(bought)}, which is marked for review`
    expect(during).toEqual([expect.stringContaining(`${of}: do not send this order yet.`), bought, true])
    expect(refusal).toMatchObject({ status: 409, code: 'order_to_review', message: expect.stringContaining(of) })
    expect(await orderOf(customer, goods)).not.toHaveProperty('cardHold')
    await shop.post(`/orders/${bought}/reviewed`, {}, admin)
    expect(await holdsOf(goods)).toEqual([null, undefined, false])
    expect((await send(goods)).status).toBe(200)
  })

  it('is not paid by a gift card, which a sale would make worth more than it was', async () => {
    const { card, code } = await aCode(100)
    const products = [{ product: (await aGiftCard()).id, quantity: 2 }]

    const { data: quote } = await shop.post('/quotes', { products, codes: [code] })
    const body = { products, shippingAddress: shop.anAddress(), codes: [code] }
    const { data: order } = await shop.post('/orders', body, await shop.customer())

    const refusal = 'A gift card cannot pay for another one: please order that on its own.'
    expect(quote).toMatchObject({ amountToPay: 100, giftCards: [{ amount: 0, refusal }] })
    expect(order).toMatchObject({ status: 'pending', giftCardAmount: 0, amountToPay: 100 })
    expect(await balanceOf(card)).toBe(10_000)
  })
})
