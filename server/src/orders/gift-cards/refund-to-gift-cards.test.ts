import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { reconcileLatePayment } from '../../payments/capture-payment.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { submitRefundsOf } from '../../payments/submit-refunds.ts'
import type { Email as EmailKind } from '../../platform/mail/outbox.ts'
import { expireOrders } from '../expire-orders.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { expireGiftCards } from './expire-gift-cards.ts'
import { giftCardsOf } from './gift-cards-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { aCode, anOrderWithCard, balanceOf, findBroken, ledgerOf, place } = giftCardsOf(shop, admin)
const { cancel, update } = shoppersOf(shop)
const { orderOf, pay, paymentsOf, refundsOf } = buyersOf(shop)

const creditsOf = async (...given: Parameters<typeof orderOf>): Promise<number[]> =>
  (await orderOf(...given)).invoices
    .filter(({ kind }: { kind: string }) => kind === 'credit-note')
    .map(({ amount }: { amount: number }) => amount)

/** The queued emails about money that went back, as they are sent. */
async function moneyEmailsOf(order: string) {
  const { rows } = await sql<{ data: EmailKind }>`
    select data from pgboss.job where data->>'order' = ${order}
      and data->>'kind' in ('order-returned-to-cards', 'order-refunded', 'order-cancelled') order by created_on`.execute(
    shop.db,
  )
  return rows.map(({ data }) => data)
}

async function cardEmailOf(order: string): Promise<EmailKind> {
  const [email] = await moneyEmailsOf(order)
  if (!email) throw new Error(`No email about ${order} waits.`)
  return email
}

async function sumsOnCardsIn(order: string) {
  const emails = await Promise.all((await moneyEmailsOf(order)).map(email => emailNow(shop, email)))
  return emails.map(email => /\S+ is back on your gift card/.exec(email?.text ?? '')?.[0].split(' ')[0] ?? null)
}

describe('an order that a gift card pays in part', () => {
  it('gives the card back what it took, once, when it expires or is cancelled', async () => {
    const { customer, card, code, placed: cancelled } = await anOrderWithCard(50)
    await cancel(cancelled._id, customer)
    await cancel(cancelled._id, customer)
    const between = await balanceOf(card)
    const { data: expired } = await place(customer, [code])
    await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', expired._id).execute()

    await expireOrders(shop.db)

    expect([between, await balanceOf(card)]).toEqual([5000, 5000])
    const reasons = (await ledgerOf(card)).map(({ reason }) => reason)
    expect(reasons.join(' ')).toBe('issue order release order release')
    expect(await findBroken()).toEqual([])
  })

  it('is refunded to the card first, then by the provider, and an email of each says how much', async () => {
    const { customer, card, placed } = await anOrderWithCard(50)
    const payment = (await pay(customer, placed._id)).data._id
    const refund = (amount: number, key: string) =>
      shop.post(`/orders/${placed._id}/refunds`, { amount }, admin, { 'idempotency-key': key })

    expect(await shop.post(`/payments/${payment}/refunds`, { amount: 10 }, admin)).toMatchObject({ status: 409 })
    const first = await refund(30, 'a')
    const again = await refund(30, 'a')
    const balance = await balanceOf(card)
    const second = await refund(40, 'b')

    expect([first.data, again.data]).toEqual(Array(2).fill({ giftCardAmount: 30, paymentAmount: 0 }))
    expect(balance).toBe(3000)
    expect(second.data).toEqual({ giftCardAmount: 20, paymentAmount: 20 })
    expect(await refundsOf(payment)).toMatchObject([{ amount_cents: 2000, state: 'completed' }])
    expect((await refund(128.01, 'c')).message).toBe('Only $128.00 of this order can be refunded.')
    expect(await creditsOf(customer, placed._id)).toEqual([30, 20, 20])
    const [byProvider] = await refundsOf(payment)
    const id = byProvider?.provider_refund_id ?? ''
    const { text } = (await emailNow(shop, { kind: 'order-refunded', order: placed._id, refund: id })) ?? {}
    expect(text).toContain('We sent $20.00 back the way it came.')
    expect(await sumsOnCardsIn(placed._id)).toEqual(['$30.00', '$20.00', null])
    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    expect((await refund(128, 'd')).message).toBe('Refund pending.')
    expect(await findBroken()).toEqual([])
  })

  it('is refunded in parts, of which each email names what its own refund put back on the card', async () => {
    const { customer, placed } = await anOrderWithCard(50)
    await pay(customer, placed._id)
    for (const amount of [20, 20, 15, 5]) await shop.post(`/orders/${placed._id}/refunds`, { amount }, admin)
    const { customer: other, placed: rest } = await anOrderWithCard(50)
    await pay(other, rest._id)
    await shop.post(`/orders/${rest._id}/refunds`, { amount: 20 }, admin)
    await update(rest._id, admin, { status: 'refunded' })
    const { customer: third, placed: cancelled } = await anOrderWithCard(50)
    await pay(third, cancelled._id)
    await shop.post(`/orders/${cancelled._id}/refunds`, { amount: 20 }, admin)
    await cancel(cancelled._id, third)

    expect(await sumsOnCardsIn(placed._id)).toEqual(['$20.00', '$20.00', '$10.00', null, null])
    expect(await sumsOnCardsIn(rest._id)).toEqual(['$20.00', '$30.00', null])
    expect(await sumsOnCardsIn(cancelled._id)).toEqual(['$20.00', '$30.00', null])
  })

  it('is a refusal when the provider refuses its part, which says what is back on the card and is not repeated', async () => {
    const { customer, card, placed } = await anOrderWithCard(50)
    const payment = (await pay(customer, placed._id)).data._id
    shop.emulator.addFault({ kind: 'refund', status: 'FAILED', count: 1 })
    const refund = () => shop.post(`/orders/${placed._id}/refunds`, { amount: 100 }, admin, { 'idempotency-key': 'r' })

    const answers = [await refund(), await refund()]

    const message = 'PayPal could not complete this refund. $50.00 is back on gift cards.'
    expect(answers).toMatchObject(Array(2).fill({ status: 409, message }))
    expect(await balanceOf(card)).toBe(5000)
    expect(await sumsOnCardsIn(placed._id)).toEqual(['$50.00'])
    expect((await shop.get(`/payments/${payment}`, admin)).data).toMatchObject({ backOnCards: 50, leftToRefund: 148 })
  })

  it('goes back to card and provider when it is cancelled, before or after its payment arrives, or refunded by staff', async () => {
    for (const end of ['cancel', 'cancel early', 'refund'] as const) {
      const { customer, card, placed } = await anOrderWithCard(50)
      const { data } = await pay(customer, placed._id, end === 'cancel early' ? 'echeck' : 'pay')

      if (end === 'refund') await update(placed._id, admin, { status: 'refunded' })
      else await cancel(placed._id, customer)
      if (end === 'cancel early') {
        shop.emulator.trigger({ what: 'capture-completed', id: data.transactionId })
        await reconcileLatePayment(shop.db, shop.gateway, (await paymentsOf(placed._id))[0]?.provider_order_id ?? '')
        await submitRefundsOf(shop.db, shop.gateways, placed._id)
      }

      expect(await balanceOf(card)).toBe(5000)
      expect(await refundsOf(data._id)).toMatchObject([{ amount_cents: 14_800, state: 'completed' }])
      expect((await orderOf(customer, placed._id)).status).toBe(end === 'refund' ? 'refunded' : 'cancelled')
      const credits = await creditsOf(customer, placed._id)
      expect(credits.reduce((sum, amount) => sum + amount)).toBe(198)
    }
    expect(await findBroken()).toEqual([])
  })

  it('has a credit note of what staff gave back to the card before its payment arrived', async () => {
    const { customer, placed } = await anOrderWithCard(50)
    const { data, orderId } = await pay(customer, placed._id, 'echeck')
    await update(placed._id, admin, { status: 'processing' })
    await shop.post(`/orders/${placed._id}/refunds`, { amount: 30 }, admin)

    shop.emulator.trigger({ what: 'capture-completed', id: data.transactionId })
    await reconcileLatePayment(shop.db, shop.gateway, orderId)

    expect(await creditsOf(customer, placed._id)).toEqual([30])
  })

  it.each(['status', 'part'] as const)(
    'keeps what its card paid when provider or bank return the payment, until staff refund the rest by %s',
    async how => {
      const { customer, card, placed } = await anOrderWithCard(100)
      await pay(customer, placed._id)
      const [payment] = await paymentsOf(placed._id)

      shop.emulator.trigger({ what: 'capture-refunded', id: payment?.transaction_id ?? '' })
      await reconcileLatePayment(shop.db, shop.gateway, payment?.provider_order_id ?? '')

      expect([await balanceOf(card), await paymentsOf(placed._id)]).toMatchObject([0, [{ refunded_cents: 9800 }]])
      expect((await orderOf(customer, placed._id)).status).toBe('processing')
      expect(await findBroken()).toEqual([])
      if (how === 'status') await update(placed._id, admin, { status: 'refunded' })
      else await shop.post(`/orders/${placed._id}/refunds`, {}, admin)
      expect([await balanceOf(card), (await orderOf(customer, placed._id)).status]).toEqual([10_000, 'refunded'])
      expect(await findBroken()).toEqual([])
    },
  )
})

describe('an order that gift cards pay whole', () => {
  it('goes back to its cards: a part, the rest by a refund, or all of it by a cancellation', async () => {
    const { customer, card, code, placed: refunded } = await anOrderWithCard(200)
    expect((await shop.post(`/orders/${refunded._id}/refunds`, { amount: 8 }, admin)).data.giftCardAmount).toBe(8)
    const part = await balanceOf(card)

    const answer = await update(refunded._id, admin, { status: 'refunded', from: 'processing' })
    const { data: cancelled } = await place(customer, [code])
    await cancel(cancelled._id, customer)

    expect(part).toBe(1000)
    expect(answer.data.status).toBe('refunded')
    expect(await balanceOf(card)).toBe(20_000)
    const { text } = (await emailNow(shop, { kind: 'order-returned-to-cards', order: refunded._id })) ?? {}
    expect(text).toContain(`$190.00 is back on your gift card ending in ${code.slice(-4)}.`)
    expect(await creditsOf(customer, refunded._id)).toEqual([8, 190])
    expect(await findBroken()).toEqual([])
  })
})

it('two cards that get money back are named in one email', async () => {
  const codes = [(await aCode(100)).code, (await aCode(100)).code]
  const { _id: order } = (await place(await shop.customer(), codes)).data
  await shop.post(`/orders/${order}/refunds`, {}, admin)

  const email = await emailNow(shop, await cardEmailOf(order))

  expect(email?.subject).toMatch(/is back on your gift cards$/)
  for (const code of codes) expect(email?.text).toContain(code.slice(-4))
})

describe('money that goes back to a gift card', () => {
  const returnedTo = async (state: object, currency = 'USD') => {
    const { card, code, placed } = await anOrderWithCard(200)
    await shop.db.updateTable('gift_cards').set(state).where('id', '=', card).execute()
    await shop.changeSettings({ money: { currency } }, admin)
    await expireGiftCards(shop.db)
    const { actions } = (await shop.get(`/orders/${placed._id}`, admin)).data
    await shop.post(`/orders/${placed._id}/refunds`, {}, admin)
    await expireGiftCards(shop.db)
    const { text } = (await emailNow(shop, await cardEmailOf(placed._id))) ?? {}
    await shop.changeSettings({ money: { currency: 'USD' } }, admin)
    const { effect } = actions.statuses.find(({ status }: { status: string }) => status === 'refunded')
    return { card, code, text, effect, ending: `is back on your gift card ending in ${code.slice(-4)}` }
  }

  it.each([-1, 1])('can be used for 90 days when its last day is %s days away, and the email says so', async days => {
    const { card, text, ending } = await returnedTo({ expires_at: new Date(Date.now() + days * 86_400_000) })

    const lastDay = new Date(Date.now() + 90 * 86_400_000)
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(lastDay)
    expect(text).toContain(`$198.00 ${ending}, which can be used until ${until}.`)
    expect(await balanceOf(card)).toBe(days < 0 ? 19_800 : 20_000)
  })

  it.each([
    ['This gift card was deactivated.', false, 'USD'],
    ['This gift card is in USD, and this shop sells in EUR.', true, 'EUR'],
  ])('cannot be spent there when staff were told “%s”, and the email says so', async (refusal, is_active, currency) => {
    const { code, text, effect, ending } = await returnedTo({ is_active }, currency)

    expect(effect).toBe(`$198.00 goes back to its gift cards. •••• ${code.slice(-4)}: ${refusal}`)
    expect(text).toContain(`${ending}. ${refusal} Please write to us at`)
    expect(text).not.toMatch(/spend|used until/)
  })
})
