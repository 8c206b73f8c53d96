import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Outcome, ok, refused, stubShop } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, order, quote, seaView } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress, setQuantity } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder } from '../../../shared/cart/choices.store.ts'
import { notEvenJson, open, pay, payButton, signedIn, startFilledCheckout } from './checkout-fixtures.tsx'

const { replace } = startFilledCheckout()
afterEach(() => vi.restoreAllMocks())

describe('checkout', () => {
  it('keeps cart and key when the answer is lost, so that a retry gets the same order (T119, B21, B22)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ['unreachable', notEvenJson, ok(order, 201)] })
    const { at } = open('/account/checkout')

    await pay()
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong, please try again later...')
    await pay()
    await waitFor(() => expect(callsTo('POST /orders')).toHaveLength(2))
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong, please try again later...')
    expect(currentCart().items).toHaveLength(1)
    expect(at()).toBe('/account/checkout')
    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const keys = callsTo('POST /orders').map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('orders once when the answer was lost and the page is loaded again (B2)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': [notEvenJson, ok(order, 201), ok(order, 201)] })
    const orders = () => callsTo('POST /orders')
    for (const count of [1, 2, 3]) {
      if (count === 3) addToCart(kurta, 2)
      if (count === 3) chooseAddress(seaView)
      open('/account/checkout')
      await pay()
      await waitFor(() => expect(orders()).toHaveLength(count))
      cleanup()
    }

    const [first, again, other] = orders().map(({ headers }) => headers['idempotency-key'])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('sends another key once the server has forgotten that of a lost answer, also in a page left open', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ['unreachable', notEvenJson, ok(order, 201)] })
    open('/account/checkout')
    const now = Date.now()
    for (const hours of [0, 23, 23 + 25]) {
      vi.spyOn(Date, 'now').mockReturnValue(now + hours * 3_600_000)
      await pay()
    }

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const [first, again, later] = callsTo('POST /orders').map(({ headers }) => headers['idempotency-key'])
    expect(again).toBe(first)
    expect(later).not.toBe(first)
  })

  describe('when the answer is lost of an order that took the gift card', () => {
    const card = { code: 'GIFT-CARD', lastFour: '1234', balance: 164.96, amount: 164.96, refusal: null }
    const covered = { ...quote, giftCardAmount: 164.96, amountToPay: 0, giftCards: [card] }
    const none = { ...card, balance: 0, amount: 0, refusal: 'Nothing is left on this gift card.' }
    const spent = { ...quote, giftCardAmount: 0, amountToPay: 164.96, giftCards: [none] }
    const reused = refused(409, 'This checkout has already placed another order.', { code: 'idempotency_key_reused' })
    const placed = ok({ ...order, status: 'processing' }, 201)

    async function loseAnswer(...next: Outcome[]) {
      chooseForOrder({ codes: ['GIFT-CARD'] })
      const cards = { [cardsCall(kurta._id)]: [ok([cardOf(kurta)]), ok([cardOf({ ...kurta, salePrice: 30 })])] }
      const quotes = { 'POST /quotes': [ok(covered), ok(spent)] }
      const { callsTo } = stubShop({ ...signedIn, ...cards, ...quotes, 'POST /orders': ['unreachable', ...next] })
      open('/account/checkout')
      const place = await screen.findByRole<HTMLButtonElement>('button', { name: 'Place order' })
      await waitFor(() => expect(place.disabled).toBe(false))
      await userEvent.click(place)
      await waitFor(() => expect(callsTo('POST /orders')).toHaveLength(1))
      cleanup()
      open('/account/checkout')
      return () => callsTo('POST /orders').map(({ headers, body }) => ({ key: headers['idempotency-key'], body }))
    }

    it('leads to it at the next press, also in another tab or at another price, and orders nothing else (B2, B21)', async () => {
      const sent = await loseAnswer(reused, placed)

      await pay()

      await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
      const [first, changed, repeated] = sent()
      expect(changed?.body).not.toEqual(first?.body)
      expect(repeated).toEqual(first)
      expect(changed?.key).toBe(first?.key)
      expect(messageAfterLoad.take()).toBe('Your order DDDDDDDD was placed by an earlier try.')
      expect(currentCart().items).toEqual([])
    })

    it('leads to it where it waits for its payment, and keeps a cart that was changed since', async () => {
      await loseAnswer(reused, ok(order, 201))
      act(() => setQuantity(kurta._id, 3))

      await pay()

      await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
      expect(messageAfterLoad.take()).toBe('Your order DDDDDDDD was placed by an earlier try. Your cart is kept.')
      expect(currentCart()).toMatchObject({ items: [{ quantity: 3 }], address: seaView })
    })

    it('says so where nothing is left to pay of it, and the next press orders a cart that was changed since', async () => {
      const sent = await loseAnswer(reused, placed, ok(order, 201))
      act(() => setQuantity(kurta._id, 3))

      await pay()
      await screen.findByText("Your order DDDDDDDD was placed by an earlier try. Press 'Pay' to order again.")
      expect(replace).not.toHaveBeenCalled()
      await pay()

      await waitFor(() => expect(replace).toHaveBeenCalledOnce())
      const [first, , repeated, other] = sent()
      expect(repeated).toEqual(first)
      expect(other?.body).toMatchObject({ products: [{ quantity: 3 }] })
      expect(other?.key).not.toBe(first?.key)
    })

    it('keeps the key through refusals, which do not tell what the lost try has placed', async () => {
      const sent = await loseAnswer(refused(429, 'Too many requests.'), reused, placed)

      await pay()
      await screen.findByText('Too many requests.')
      await pay()

      await waitFor(() => expect(replace).toHaveBeenCalledOnce())
      expect(sent().at(-1)).toEqual(sent()[0])
    })

    it('sends nothing of it for another person', async () => {
      const sent = await loseAnswer()
      cleanup()
      const kabir = { ...asha, _id: 'f'.repeat(24) }
      rememberUser(kabir)
      const answers = { ...signedIn, 'GET /users/current-user': ok(kabir), 'POST /orders': reused }
      const { callsTo } = stubShop(answers)
      open('/account/checkout')

      await pay()

      await screen.findByText('This checkout has already placed another order.')
      const [theirs, ...others] = callsTo('POST /orders')
      expect(theirs?.headers['idempotency-key']).not.toBe(sent()[0]?.key)
      expect(others).toEqual([])
    })
  })

  async function loseLastUnit(...next: Outcome[]) {
    const cards = { [cardsCall(kurta._id)]: [ok([cardOf(kurta)]), ok([cardOf({ ...kurta, stock: 0 })])] }
    const { callsTo } = stubShop({ ...signedIn, ...cards, 'POST /orders': ['unreachable', ...next] })
    open('/account/checkout')
    await pay()
    await waitFor(() => expect(callsTo('POST /orders')).toHaveLength(1))
    cleanup()
    open('/account/checkout')
    await screen.findAllByText(/out of stock/)
  }

  it('leads to the order whose lost answer took the last unit', async () => {
    await loseLastUnit(ok(order, 201))

    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
  })

  it('can no longer be paid once a refusal says that the last unit went to another order', async () => {
    const line = { ...{ product: kurta._id, variant: kurta._id, options: {}, name: kurta.name }, price: 36 }
    const products = [{ ...line, savedAmount: 12, quantity: 2, isActive: true, available: 0 }]
    await loseLastUnit(refused(409, 'It is sold.', { data: { products, currency: 'USD' } }))

    await pay()

    await screen.findByText('It is sold.')
    await waitFor(async () => expect((await payButton()).disabled).toBe(true))
  })

  it('places another order after the one of its key has expired, and says so first (B20, B21)', async () => {
    const earlier = { ...order, status: 'cancelled', isExpired: true }
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ['unreachable', ok(earlier, 201), ok(order, 201)] })
    open('/account/checkout')

    await pay()
    await waitFor(() => expect(callsTo('POST /orders')).toHaveLength(1))
    await pay()
    await screen.findByText(
      "Your order DDDDDDDD was placed by an earlier try, and was not paid in time, so it was cancelled. Press 'Pay' to order again.",
    )
    expect(replace).not.toHaveBeenCalled()
    expect(currentCart().items).toHaveLength(1)

    await pay()
    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const [first, again, other] = callsTo('POST /orders').map(({ headers }) => headers['idempotency-key'])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
