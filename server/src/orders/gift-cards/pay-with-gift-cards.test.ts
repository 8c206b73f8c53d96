import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approve } from '../../../test/approve.ts'
import { type Person, startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { invariants } from '../../operate/invariants.ts'
import { reconcileLatePayment } from '../../payments/capture-payment.ts'
import { GatewayError, gatewaysOf } from '../../payments/gateways/gateway.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { refundOrder } from '../../payments/refund-payment.ts'
import { submitRefundsOf } from '../../payments/submit-refunds.ts'
import { newId } from '../../platform/database/ids.ts'
import { expireOrders } from '../expire-orders.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { expireGiftCards } from './expire-gift-cards.ts'
import { type FoundGiftCard, shareAmongCards } from './find-gift-cards.ts'
import { giftCardsOf } from './gift-cards-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { aCode, balanceOf, codeOf, ledgerOf } = giftCardsOf(shop, admin)
const { cancel, update, emailsAbout } = shoppersOf(shop)
const { pay, paymentsOf, refundsOf } = buyersOf(shop)
const { start: startAtStripe } = buyersOf(shop, 'stripe')

/** An order over $198: $100 for goods, $80 shipping, $18 tax. */
async function place(customer: Person, codes: string[], given: object = {}) {
  const { id } = await shop.product()
  const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress(), codes, ...given }
  return shop.post('/orders', body, customer)
}

const orderOf = async (customer: Person, id: string) => (await shop.get(`/orders/current-user/${id}`, customer)).data

const doctor = async () =>
  (await Promise.all(invariants.map(({ broken }) => broken.execute(shop.db)))).flatMap(({ rows }) => rows)

describe('an order that a gift card pays in part', () => {
  it('keeps its total, and asks the provider for the rest alone', async () => {
    const customer = await shop.customer()
    const { card, code } = await aCode(50)

    const { data: placed } = await place(customer, [code.toLowerCase()], { totalAmount: 198, amountToPay: 148 })
    const balance = await balanceOf(card)
    await pay(customer, placed._id)

    expect(placed).toMatchObject({ totalAmount: 198, giftCardAmount: 50, amountToPay: 148, status: 'pending' })
    const taken = { lastFour: code.slice(-4), amount: 50, amountRefunded: 0, expiresAt: null, refusal: null }
    expect(placed.giftCards).toEqual([{ _id: card, ...taken }])
    expect(balance).toBe(0)
    expect(await paymentsOf(placed._id)).toMatchObject([{ amount_cents: 14_800, status: 'completed' }])
    const order = await orderOf(customer, placed._id)
    expect(order).toMatchObject({ status: 'processing', invoices: [{ kind: 'invoice', amount: 198 }] })
    const { text } = (await emailNow(shop, { kind: 'order-paid', order: placed._id })) ?? {}
    expect(text).toMatch(/We received \$198\.00.*Paid by gift card: −\$50\.00\nAmount paid: \$148\.00/s)
    expect(await doctor()).toEqual([])
  })

  it('is refused with the present amounts when the card has less than the shopper saw', async () => {
    const customer = await shop.customer()
    const { code } = await aCode(50)

    const answer = await place(customer, [code], { amountToPay: 98 })

    expect(answer).toMatchObject({ status: 409, code: 'price_changed' })
    expect(answer.data).toMatchObject({ totalAmount: 198, giftCardAmount: 50, amountToPay: 148 })
  })

  it('gives the card back what it took, once, when it expires or is cancelled', async () => {
    const customer = await shop.customer()
    const { card, code } = await aCode(50)
    const { data: cancelled } = await place(customer, [code])
    await cancel(cancelled._id, customer)
    await cancel(cancelled._id, customer)
    const between = await balanceOf(card)
    const { data: expired } = await place(customer, [code])
    await shop.db
      .updateTable('orders')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired._id)
      .execute()

    await expireOrders(shop.db)

    expect([between, await balanceOf(card)]).toEqual([5000, 5000])
    expect((await ledgerOf(card)).map(({ reason }) => reason)).toEqual([
      'issue',
      'order',
      'release',
      'order',
      'release',
    ])
    expect(await doctor()).toEqual([])
  })

  it('whose rest is too small for a provider is refused there with what to do', async () => {
    const customer = await shop.customer()
    const { code } = await aCode(197.7)
    const { data: placed } = await place(customer, [code])

    expect(await startAtStripe(customer, placed._id)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/takes no payment as small as \$0\.30\. Please choose another way to pay/),
    })
    await pay(customer, placed._id)
    expect(await orderOf(customer, placed._id)).toMatchObject({ status: 'processing' })
  })

  it('is refunded to the card first, then by the provider, and the email says how much went where', async () => {
    const customer = await shop.customer()
    const { card, code } = await aCode(50)
    const { data: placed } = await place(customer, [code])
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
    const order = await orderOf(customer, placed._id)
    const credits = order.invoices.filter(({ kind }: { kind: string }) => kind === 'credit-note')
    expect(credits.map(({ amount }: { amount: number }) => amount)).toEqual([30, 20, 20])
    const [byProvider] = await refundsOf(payment)
    const id = byProvider?.provider_refund_id ?? ''
    const { text } = (await emailNow(shop, { kind: 'order-refunded', order: placed._id, refund: id })) ?? {}
    expect(text).toContain('We sent $20.00 back the way it came.')
    expect(text).toContain(`$50.00 is back on your gift card ending in ${code.slice(-4)}.`)
    shop.emulator.addFault({ kind: 'refund', status: 'PENDING', count: 1 })
    expect((await refund(128, 'd')).message).toBe('Refund pending.')
    expect(await doctor()).toEqual([])
  })

  it('goes back to card and provider when it is cancelled, before or after its payment arrives, or refunded by staff', async () => {
    for (const end of ['cancel', 'cancel early', 'refund'] as const) {
      const customer = await shop.customer()
      const { card, code } = await aCode(50)
      const { data: placed } = await place(customer, [code])
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
      const order = await orderOf(customer, placed._id)
      expect(order.status).toBe(end === 'refund' ? 'refunded' : 'cancelled')
      const credited = order.invoices.filter(({ kind }: { kind: string }) => kind === 'credit-note')
      expect(credited.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(198)
    }
    expect(await doctor()).toEqual([])
  })

  it.each(['status', 'part'] as const)(
    'keeps what its card paid when provider or bank return the payment, until staff refund the rest by %s',
    async how => {
      const customer = await shop.customer()
      const { card, code } = await aCode(100)
      const { data: placed } = await place(customer, [code])
      await pay(customer, placed._id)
      const [payment] = await paymentsOf(placed._id)

      shop.emulator.trigger({ what: 'capture-refunded', id: payment?.transaction_id ?? '' })
      await reconcileLatePayment(shop.db, shop.gateway, payment?.provider_order_id ?? '')

      expect([await balanceOf(card), await paymentsOf(placed._id)]).toMatchObject([0, [{ refunded_cents: 9800 }]])
      expect((await orderOf(customer, placed._id)).status).toBe('processing')
      expect(await doctor()).toEqual([])
      if (how === 'status') await update(placed._id, admin, { status: 'refunded' })
      else await shop.post(`/orders/${placed._id}/refunds`, {}, admin)
      expect([await balanceOf(card), (await orderOf(customer, placed._id)).status]).toEqual([10_000, 'refunded'])
      expect(await doctor()).toEqual([])
    },
  )
})

describe('an order that gift cards pay whole', () => {
  it('is processing at once with invoice and email, without a payment', async () => {
    const customer = await shop.customer()
    const [one, two] = [await aCode(150), await aCode(100)]

    const { data: placed } = await place(customer, [one.code, two.code], { amountToPay: 0 })

    expect(placed).toMatchObject({ status: 'processing', payment: null, amountToPay: 0, giftCardAmount: 198 })
    expect(placed.invoices).toMatchObject([{ kind: 'invoice', amount: 198 }])
    expect([await balanceOf(one.card), await balanceOf(two.card)]).toEqual([0, 5200])
    expect(await emailsAbout(placed._id)).toContain('order-paid')
    // Cancelled, it would cost nothing: the address must be no advertisement.
    expect((await emailNow(shop, { kind: 'order-paid', order: placed._id }))?.text).not.toContain('Delivery to')
    const invoice = await shop.get(`/invoices/${placed.invoices[0]._id}`, customer)
    expect(invoice.status).toBe(200)
    expect((await shop.post('/payments/paypal/orders', { order: placed._id }, customer)).code).toBe('order_not_payable')
    const { actions } = (await shop.get(`/orders/${placed._id}`, admin)).data
    expect(actions.sendWarning).toBeNull()
    expect(await doctor()).toEqual([])
  })

  it('goes back to its cards: a part, the rest by a refund, or all of it by a cancellation', async () => {
    const customer = await shop.customer()
    const { card, code } = await aCode(200)
    const { data: refunded } = await place(customer, [code])
    expect((await shop.post(`/orders/${refunded._id}/refunds`, { amount: 8 }, admin)).data.giftCardAmount).toBe(8)
    const part = await balanceOf(card)

    const answer = await update(refunded._id, admin, { status: 'refunded', from: 'processing' })
    const { data: cancelled } = await place(customer, [code])
    await cancel(cancelled._id, customer)

    expect(part).toBe(1000)
    expect(answer.data.status).toBe('refunded')
    expect(await balanceOf(card)).toBe(20_000)
    const { text } = (await emailNow(shop, { kind: 'order-returned-to-cards', order: refunded._id })) ?? {}
    expect(text).toContain(`$198.00 is back on your gift card ending in ${code.slice(-4)}.`)
    const invoices = (await orderOf(customer, refunded._id)).invoices
    expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([198, 8, 190])
    expect(await doctor()).toEqual([])
  })
})

describe('money that goes back to a gift card', () => {
  const returnedTo = async (state: object, currency = 'USD') => {
    const { card, code } = await aCode(200)
    const { data: placed } = await place(await shop.customer(), [code])
    await shop.db.updateTable('gift_cards').set(state).where('id', '=', card).execute()
    await shop.changeSettings({ money: { currency } }, admin)
    await expireGiftCards(shop.db)
    const { actions } = (await shop.get(`/orders/${placed._id}`, admin)).data
    await shop.post(`/orders/${placed._id}/refunds`, {}, admin)
    await expireGiftCards(shop.db)
    const { text } = (await emailNow(shop, { kind: 'order-returned-to-cards', order: placed._id })) ?? {}
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

describe('a gift card', () => {
  it('has its last cent taken once by parallel orders', async () => {
    const { card, code } = await aCode(200)
    const customers = await Promise.all(Array.from({ length: 6 }, () => shop.customer()))

    const answers = await Promise.all(customers.map(customer => place(customer, [code])))

    const taken = answers.map(({ data }) => data.giftCardAmount)
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 2, 198])
    expect(await balanceOf(card)).toBe(0)
    expect(await doctor()).toEqual([])
  })

  it('that is deactivated, expired or unknown pays nothing, and the quote says why', async () => {
    const [off, old, good] = [await aCode(10), await aCode(10), await aCode(10)]
    await shop.call('PATCH', `/gift-cards/${off.card}`, { body: { isActive: false }, as: admin })
    await shop.db
      .updateTable('gift_cards')
      .set({ expires_at: new Date(0) })
      .where('id', '=', old.card)
      .execute()
    const { id } = await shop.product()

    const codes = [off.code, old.code, good.code, 'SUMMER']
    const { data } = await shop.post('/quotes', { products: [{ product: id, quantity: 1 }], codes })

    expect(data).toMatchObject({ totalAmount: 198, giftCardAmount: 10, amountToPay: 188 })
    expect(data.giftCards.map(({ amount, refusal }: { amount: number; refusal: string }) => [amount, refusal])).toEqual(
      [
        [0, 'This gift card was deactivated.'],
        [0, 'This gift card has expired.'],
        [10, null],
      ],
    )
  })

  it('pays no more than it has, and all together no more than there is to pay', () => {
    const card = fc.record({ balanceCents: fc.nat(50_000), isActive: fc.boolean(), isExpired: fc.boolean() })
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), fc.nat(100_000), (given, total) => {
        const cards = given.map((one, index) => ({ ...one, id: String(index), currency: 'USD' }) as FoundGiftCard)
        const usable = cards.filter(({ isActive, isExpired }) => isActive && !isExpired)
        const all = usable.reduce((sum, { balanceCents }) => sum + balanceCents, 0)

        const shares = shareAmongCards(cards, 'USD', total)

        expect(shares.reduce((sum, { cents }) => sum + cents, 0)).toBe(Math.min(all, total))
        for (const { card, cents } of shares) {
          const { balanceCents = 0 } = usable.find(({ id }) => id === card) ?? {}
          expect(cents > 0 && cents <= balanceCents).toBe(true)
        }
      }),
    )
  })
})

describe('a gift card as a product', () => {
  const aGiftCard = (cents = 5000) => shop.product({ is_gift_card: true, price_cents: cents, name: 'Gift card' })
  const cardsOf = (order: string) =>
    shop.db.selectFrom('gift_cards').selectAll().where('order_id', '=', order).orderBy('id').execute()
  const buy = async (customer: Person, gift?: object) => {
    const { id } = await aGiftCard()
    const products = [{ product: id, quantity: 2, ...(gift && { gift }) }]
    return shop.post('/orders', { products, shippingAddress: shop.anAddress() }, customer)
  }

  const cardOf = (order: string) =>
    shop.db.selectFrom('gift_cards').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()

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
    expect(await doctor()).toEqual([])
  })

  it('is taken back when its order is refunded, and a spent one keeps its buyer from cancelling', async () => {
    const customer = await shop.customer()
    const { data: order } = await buy(customer)
    await pay(customer, order._id)
    const [spent, other] = await cardsOf(order._id)
    await place(await shop.customer(), [await codeOf(spent?.id ?? '')])

    const refusal = await cancel(order._id, customer)
    const { actions } = (await shop.get(`/orders/${order._id}`, admin)).data
    await update(order._id, admin, { status: 'refunded' })

    expect(refusal).toMatchObject({ status: 409, code: 'order_not_cancellable' })
    const refund = actions.statuses.find(({ status }: { status: string }) => status === 'refunded')
    expect(refund.effect).toBe('$50.00 of the gift cards that were bought with it is spent already.')
    expect(await balanceOf(other?.id ?? '')).toBe(0)
    expect((await cardsOf(order._id)).every(({ is_active }) => !is_active)).toBe(true)
    expect(await doctor()).toEqual([])
  })

  it('sends no code while its order is to be reviewed, and pays nothing once its payment is disputed, until the shop wins', async () => {
    const customer = await shop.customer()
    const products = [{ product: (await aGiftCard()).id, quantity: 1 }]
    const { data: order } = await shop.post('/orders', { products, shippingAddress: shop.anAddress() }, customer)
    await pay(customer, order._id)
    const { id } = await cardOf(order._id)
    const ofOrder = shop.db.updateTable('orders').where('id', '=', order._id)
    await ofOrder.set({ review_reason: '3 payments were declined before this one.' }).execute()

    expect(await emailNow(shop, { kind: 'gift-card', giftCard: id })).toBeUndefined()
    await shop.post(`/orders/${order._id}/reviewed`, {}, admin)
    const code = await codeOf(id)
    const ofPayment = shop.db.updateTable('payments').where('order_id', '=', order._id)
    const { id: payment_id } = await ofPayment.set({ disputed: true }).returning('id').executeTakeFirstOrThrow()
    const during = await place(customer, [code])
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

it('PayPal shows what a gift card takes off, and its parts add up', async () => {
  const customer = await shop.customer()
  const { code } = await aCode(150)
  const { data: placed } = await place(customer, [code])

  const { data } = await shop.post('/payments/paypal/orders', { order: placed._id }, customer)
  await approve(data.approveUrl, 'pay')

  const snapshot = await shop.gateway.retrieve(data.orderId)
  expect(snapshot?.amount).toEqual({ cents: 4800, currency: 'USD' })
})
