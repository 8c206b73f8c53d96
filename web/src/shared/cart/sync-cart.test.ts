import type { CartLine } from '@mela/contract'
import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop } from '../../../test/browser.tsx'
import { cardOf, cardsCall, ids, kurta } from '../../../test/samples.ts'
import { leaveAccountCart } from './account-cart.store.ts'
import { addToCart, currentCart } from './cart.store.ts'
import { setGift, setQuantity } from './change-cart.ts'
import { chooseForOrder, currentChoices } from './choices.store.ts'
import { forgetMerged, useMergedCart } from './merged-cart.store.ts'
import { keepCartInStep } from './sync-cart.ts'

afterEach(() => {
  vi.useRealTimers()
  leaveShop()
})

const asha = 'a'.repeat(24)
const line = (quantity: number): CartLine => ({ product: kurta._id, variant: kurta.variant._id, quantity })
const saved = (version: number, ...lines: CartLine[]) => ({ lines, note: '', giftText: '', version })
const held = () => currentCart().items.map(({ quantity }) => quantity)

function keep(user = asha) {
  const stop = keepCartInStep(user)
  onTestFinished(stop)
  return stop
}

describe('the cart of an account', () => {
  it('appears on another device with what is sold today', async () => {
    const { callsTo } = stubShop({
      'GET /cart': ok(saved(4, line(2))),
      [cardsCall(kurta._id)]: ok([cardOf({ ...kurta, salePrice: 40 })]),
    })

    keep()

    await vi.waitFor(() => expect(currentCart().items).toMatchObject([{ product: { salePrice: 40 }, quantity: 2 }]))
    expect(callsTo('PUT /cart')).toEqual([])
  })

  it('has for whom a gift card is, on another device and saved from there', async () => {
    const gift = { email: 'friend@example.com', message: 'Happy birthday!' }
    const { callsTo } = stubShop({
      'GET /cart': ok(saved(4, { ...line(1), gift })),
      [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
      'PUT /cart': refused(500),
    })
    keep()
    await vi.waitFor(() => expect(currentCart().items).toMatchObject([{ gift }]))

    setGift(kurta._id, { ...gift, email: 'other@' })

    const lines = [{ ...line(1), gift: { ...gift, email: 'other@' } }]
    await vi.waitFor(() => expect(callsTo('PUT /cart')[0]?.body).toMatchObject({ lines }), 3000)
    leaveAccountCart()
    expect(held()).toEqual([1])
  })

  it('is saved by one of two pages that open at once', async () => {
    let last: Promise<unknown> = Promise.resolve()
    const request = (_: string, work: () => Promise<void>) => {
      last = last.then(work)
      return last
    }
    vi.stubGlobal('navigator', { locks: { request } })
    addToCart(kurta, 1)
    const lists = [ok(saved(0)), ok(saved(1, line(1)))]
    const { callsTo } = stubShop({ 'GET /cart': lists, 'PUT /cart': ok(saved(1, line(1))) })

    keep()
    keep()

    await vi.waitFor(() => expect(callsTo('GET /cart')).toHaveLength(2))
    await last
    expect(callsTo('PUT /cart')).toHaveLength(1)
  })

  it.each([
    ['a smaller stock that this browser has seen once, and keeps the price that it has seen', 50],
    ['what is sold out for a while', 0],
  ])('is not cut by %s', async (_, stock) => {
    addToCart({ ...kurta, stock: 3 }, 1)
    const { callsTo } = stubShop({
      'GET /cart': [ok(saved(1, line(1))), ok(saved(2, line(10)))],
      [cardsCall(kurta._id)]: ok([cardOf({ ...kurta, stock, salePrice: 40 })]),
    })
    keep()
    await vi.waitFor(() => expect(localStorage.getItem('mela.account-cart')).toContain('"version":1'))

    dispatchEvent(new Event('online'))

    await vi.waitFor(() => expect(held()).toEqual([10]))
    expect(currentCart().items).toMatchObject([{ product: { stock, salePrice: kurta.salePrice } }])
    expect(callsTo('PUT /cart')).toEqual([])
  })

  it('takes over at sign-in what this browser holds: of one variant the higher quantity', async () => {
    addToCart(kurta, 3)
    const cards = { [cardsCall(kurta._id)]: ok([cardOf(kurta)]) }
    const { callsTo } = stubShop({ ...cards, 'GET /cart': ok(saved(4, line(2))), 'PUT /cart': ok(saved(5, line(3))) })

    keep()

    await vi.waitFor(() => expect(callsTo('PUT /cart')).toHaveLength(1))
    expect(callsTo('PUT /cart')[0]?.body).toMatchObject({ lines: [line(3)], version: 4 })
    expect(held()).toEqual([3])
  })

  it('says for the checkout what another device has changed, until the cart page was seen', async () => {
    const lamp = { ...kurta, ...ids('f'.repeat(24)), name: 'Brass lamp' }
    addToCart(kurta, 1)
    addToCart(lamp, 1)
    const both = [line(1), { product: lamp._id, variant: lamp._id, quantity: 1 }]
    stubShop({
      'GET /cart': [ok(saved(1, ...both)), ok(saved(2, line(2)))],
      [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
    })
    const { result, rerender } = renderHook(useMergedCart)
    keep()
    await vi.waitFor(() => expect(localStorage.getItem('mela.account-cart')).toContain('"version":1'))
    expect(result.current).toBeUndefined()

    dispatchEvent(new Event('online'))

    await vi.waitFor(() => expect(held()).toEqual([2]))
    rerender()
    expect(result.current).toEqual({
      message: 'The cart of your account has changed this order. No longer in it: Brass lamp.',
      changes: { [kurta._id]: 'the quantity is now 2, was 1' },
    })
    forgetMerged()
    rerender()
    expect(result.current).toBeUndefined()
  })

  it('is saved once after several quick changes, and again after what another device has saved meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    addToCart(kurta, 1)
    const { callsTo } = stubShop({
      'GET /cart': ok(saved(1, line(1))),
      [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
      'PUT /cart': [refused(409, '', { code: 'version_conflict', data: saved(2, line(5)) }), ok(saved(3, line(3)))],
    })
    keep()
    await vi.waitFor(() => expect(localStorage.getItem('mela.account-cart')).toContain('"version":1'))

    setQuantity(kurta._id, 2)
    setQuantity(kurta._id, 3)
    await vi.advanceTimersByTimeAsync(900)

    await vi.waitFor(() => expect(held()).toEqual([5]))
    expect(callsTo('PUT /cart').map(({ body }) => body)).toMatchObject([{ lines: [line(3)], version: 1 }])
  })

  it('stays in the browser while the server is away, and is saved once it is back', async () => {
    addToCart(kurta, 2)
    const { callsTo } = stubShop({ 'GET /cart': ['unreachable', ok(saved(0))], 'PUT /cart': ok(saved(1, line(2))) })
    keep()
    await vi.waitFor(() => expect(callsTo('GET /cart')).toHaveLength(1))
    expect(held()).toEqual([2])

    dispatchEvent(new Event('online'))

    await vi.waitFor(() => expect(callsTo('PUT /cart')).toHaveLength(1))
  })

  it('leaves with its account, but for what it does not keep; and does not go over to another one', async () => {
    stubShop({ 'GET /cart': ok(saved(4, line(2))), [cardsCall(kurta._id)]: ok([cardOf(kurta)]) })
    const stop = keep()
    await vi.waitFor(() => expect(held()).toEqual([2]))
    stop()
    chooseForOrder({ codes: ['EYY0-M4AG'], company: 'Rao Ltd' })

    const { callsTo } = stubShop({ 'GET /cart': ok(saved(0)) })
    keep('b'.repeat(24))

    await vi.waitFor(() => expect(callsTo('GET /cart')).toHaveLength(1))
    expect(held()).toEqual([])
    expect(currentChoices()).toEqual({})
    expect(callsTo('PUT /cart')).toEqual([])
  })

  it('B113 leaves to the browser at sign-out what was never saved, but for codes and who is billed', () => {
    addToCart(kurta, 2)
    chooseForOrder({ codes: ['EYY0-M4AG'], company: 'Rao Ltd' })

    leaveAccountCart()

    expect(held()).toEqual([2])
    expect(currentChoices()).toEqual({})
  })
})
