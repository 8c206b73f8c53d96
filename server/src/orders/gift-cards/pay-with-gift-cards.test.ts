import { UNPAID_COUNTS } from '@mela/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approve } from '../../../test/approve.ts'
import { startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { type FoundGiftCard, shareAmongCards } from './find-gift-cards.ts'
import { hashCode } from './gift-card-codes.ts'
import { giftCardsOf } from './gift-cards-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { aCode, anOrderWithCard, balanceOf, findBroken, place } = giftCardsOf(shop, admin)
const { emailsAbout } = shoppersOf(shop)
const { orderOf, pay, paymentsOf } = buyersOf(shop)

describe('an order that a gift card pays in part', () => {
  it('keeps its total, and asks the provider for the rest alone', async () => {
    const customer = await shop.customer()
    const { card, code } = await aCode(50)

    const { data: placed } = await place(customer, [code.toLowerCase()], { totalAmount: 198, amountToPay: 148 })
    const balance = await balanceOf(card)
    const refusal = async () => (await shop.post('/gift-cards/balance', { code })).data.refusal
    expect(await refusal()).toBe(`Nothing is left on this gift card. ${UNPAID_COUNTS}`)
    await pay(customer, placed._id)
    expect(await refusal()).toBeNull()

    expect(placed).toMatchObject({ totalAmount: 198, giftCardAmount: 50, amountToPay: 148, status: 'pending' })
    const taken = { lastFour: code.slice(-4), amount: 50, amountRefunded: 0, expiresAt: null, refusal: null }
    expect(placed.giftCards).toEqual([{ _id: card, ...taken }])
    expect(balance).toBe(0)
    expect(await paymentsOf(placed._id)).toMatchObject([{ amount_cents: 14_800, status: 'completed' }])
    const order = await orderOf(customer, placed._id)
    expect(order).toMatchObject({ status: 'processing', invoices: [{ kind: 'invoice', amount: 198 }] })
    const { text } = (await emailNow(shop, { kind: 'order-paid', order: placed._id })) ?? {}
    expect(text).toMatch(/We received \$198\.00.*Paid by gift card: −\$50\.00\nAmount paid: \$148\.00/s)
    expect(await findBroken()).toEqual([])
  })

  it('waits for its payment alone, as its email says', async () => {
    const { customer, placed } = await anOrderWithCard(50)

    await pay(customer, placed._id, 'echeck')

    const email = await emailNow(shop, { kind: 'order-payment-pending', order: placed._id })
    expect(email?.text).toContain('Your payment of $148.00 has not reached us yet')
  })

  it('takes a card that is typed in two spellings once, and refuses neither', async () => {
    const { card } = await aCode(50)
    const given = { code_hash: hashCode('0123-4567-89AB-CDEF') }
    await shop.db.updateTable('gift_cards').set(given).where('id', '=', card).execute()

    const answer = await place(await shop.customer(), ['0123-4567-89AB-CDEF', 'OI23 4567 89AB CDEF'])

    expect(answer).toMatchObject({ status: 201, data: { giftCardAmount: 50, amountToPay: 148 } })
    expect(await balanceOf(card)).toBe(0)
  })

  it('is refused with the present amounts when the card has less than the shopper saw', async () => {
    const customer = await shop.customer()
    const { code } = await aCode(50)

    const answer = await place(customer, [code], { amountToPay: 98 })

    expect(answer).toMatchObject({ status: 409, code: 'price_changed' })
    expect(answer.data).toMatchObject({ totalAmount: 198, giftCardAmount: 50, amountToPay: 148 })
  })

  it('whose rest is too small for a provider is refused there with what to do', async () => {
    const { customer, placed } = await anOrderWithCard(197.7)

    expect(await buyersOf(shop, 'stripe').start(customer, placed._id)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/takes no payment as small as \$0\.30\. Please choose another way to pay/),
    })
    await pay(customer, placed._id)
    expect(await orderOf(customer, placed._id)).toMatchObject({ status: 'processing' })
  })

  it('is shown at PayPal with what the card takes off, and its parts add up', async () => {
    const { customer, placed } = await anOrderWithCard(150)

    const { data } = await shop.post('/payments/paypal/orders', { order: placed._id }, customer)
    await approve(data.approveUrl, 'pay')

    const snapshot = await shop.gateway.retrieve(data.orderId)
    expect(snapshot?.amount).toEqual({ cents: 4800, currency: 'USD' })
  })
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
    expect(await findBroken()).toEqual([])
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
    expect(await findBroken()).toEqual([])
  })

  it('that is deactivated, expired or unknown pays nothing, and the quote says why', async () => {
    const [off, old, good] = [await aCode(10), await aCode(10), await aCode(10)]
    await shop.call('PATCH', `/gift-cards/${off.card}`, { body: { isActive: false }, as: admin })
    await shop.db.updateTable('gift_cards').set({ expires_at: new Date() }).where('id', '=', old.card).execute()
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
    const block = fc.constantFrom(null, 'off', 'review', 'payment')
    const card = fc.record({ balanceCents: fc.nat(50_000), block, isExpired: fc.boolean() })
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), fc.nat(100_000), (given, total) => {
        const cards = given.map((one, index) => ({ ...one, id: String(index), currency: 'USD' }) as FoundGiftCard)
        const usable = cards.filter(({ block, isExpired }) => !block && !isExpired)
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
