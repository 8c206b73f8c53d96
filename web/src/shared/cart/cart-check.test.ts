import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, stubShop } from '../../../test/browser.tsx'
import { cardOf, cardsCall, ids, inSize, kurta, order } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/page-data.ts'
import { refillCart } from '../orders/refill-cart.ts'
import { cartCheckQuery } from './cart.api.ts'
import { addToCart, currentCart } from './cart.store.ts'

const many = { ...kurta, stock: 200 }
const cards = cardsCall(kurta._id)
const check = () => createQueryClient().fetchQuery(cartCheckQuery())
const terms = (orderUnits: number | null) => ok({ orderSeconds: 1800, orderUnits })

afterEach(leaveShop)

describe('the check of the cart', () => {
  it('limits a line to the maximum of units in an order, and says so', async () => {
    addToCart(many, 80)
    stubShop({ [cards]: ok([cardOf({ ...many, salePrice: 40 })]), 'GET /shop/terms': terms(50) })

    expect(await check()).toEqual({
      [kurta._id]: 'now $40.00, was $36.00; an order holds 50 units at the most, the quantity is now 50',
    })
    expect(currentCart().items).toMatchObject([{ quantity: 50 }])
  })

  it('brings the lines of an order that is bought again up to date, beside what the cart held, and says so', async () => {
    const lamp = { _id: 'e'.repeat(24), name: 'Brass lamp', thumbnail: null }
    const [line] = order.products
    addToCart({ ...kurta, stock: 2 }, 1)
    refillCart({ ...order, products: [...order.products, { ...line, product: lamp, variant: lamp._id }] as never })
    const call = `GET /products/cards?ids=${kurta._id}%2C${lamp._id}&variants=${kurta._id}%2C${lamp._id}`
    stubShop({ [call]: ok([cardOf({ ...kurta, salePrice: 40, stock: 2 })]), 'GET /shop/terms': terms(null) })

    expect(await check()).toEqual({
      [kurta._id]: 'now $40.00, was $36.00; only 2 left, the quantity is now 2',
      [lamp._id]: 'no longer available',
    })
    expect(currentCart().items).toMatchObject([{ quantity: 2 }, { product: { isActive: false } }])
  })

  it('B109 asks for a hundred lines at a time', async () => {
    for (let line = 0; line < 101; line++) {
      const _id = String(line).padStart(24, '0')
      addToCart({ ...kurta, ...ids(_id) }, 1)
    }
    const { calls } = stubShop({ 'GET /shop/terms': terms(null) })

    await check()

    const asked = calls.map(({ name }) => name.match(/ids=([^&]*)/)?.[1]?.split('%2C').length)
    expect(asked.filter(Boolean)).toEqual([100, 1])
  })

  it('outdates the known pages of products once one has changed', async () => {
    const client = createQueryClient()
    client.setQueryData(['products', kurta._id], kurta)
    addToCart(kurta, 1)
    stubShop({ [cards]: ok([cardOf({ ...kurta, salePrice: 40 })]), 'GET /shop/terms': terms(null) })

    await client.fetchQuery(cartCheckQuery())

    expect(client.getQueryState(['products', kurta._id])?.isInvalidated).toBe(true)
  })

  it('changes nothing after its page was left, so that the next page tells of it', async () => {
    const answer = Promise.withResolvers<Outcome>()
    addToCart(kurta, 1)
    stubShop({ [cards]: answer.promise, 'GET /shop/terms': terms(null) })
    const client = createQueryClient()
    const leave = new QueryObserver(client, cartCheckQuery()).subscribe(() => {})

    leave()
    answer.resolve(ok([cardOf({ ...kurta, salePrice: 40 })]))
    await new Promise(resolve => setTimeout(resolve))

    expect(currentCart().items[0]?.product.salePrice).toBe(kurta.salePrice)
  })

  it.each([
    ['the shop has no limit', terms(null)],
    ['the shop does not say', { status: 503 }],
  ])('leaves the quantity alone while %s', async (_, answer) => {
    addToCart(many, 80)
    stubShop({ [cards]: ok([cardOf(many)]), 'GET /shop/terms': answer })

    expect(await check()).toEqual({})
    expect(currentCart().items).toMatchObject([{ quantity: 80 }])
  })

  it('limits all variants of a product together', async () => {
    const [small, large] = [
      { ...inSize('S', '1'), stock: 200 },
      { ...inSize('L', '2'), stock: 200 },
    ]
    addToCart(small, 30)
    addToCart(large, 40)
    const card = cardOf(many)
    const variants = [small, large].map(({ variant }) => ({ ...card.variants[0], ...variant }))
    const call = `GET /products/cards?ids=${many._id}&variants=${small.variant._id}%2C${large.variant._id}`
    stubShop({
      [call]: ok([{ ...card, options: [{ name: 'Size', values: [] }], variants }]),
      'GET /shop/terms': terms(50),
    })

    await check()

    expect(currentCart().items.map(({ quantity }) => quantity)).toEqual([10, 40])
  })
})
