import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, stubShop } from '../../../../test/browser.tsx'
import { kurta } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/page-data.ts'
import { cartCheckQuery } from './cart.api.ts'
import { addToCart, currentCart } from './cart.store.ts'

const many = { ...kurta, stock: 200 }
const cards = `GET /products/cards?ids=${kurta._id}`
const check = () => createQueryClient().fetchQuery(cartCheckQuery())
const terms = (orderUnits: number | null) => ok({ orderSeconds: 1800, orderUnits })

afterEach(leaveShop)

describe('the check of the cart', () => {
  it('limits a line to the maximum of units in an order, and says so', async () => {
    addToCart(many, 80)
    stubShop({ [cards]: ok([{ ...many, salePrice: 40 }]), 'GET /shop/terms': terms(50) })

    expect(await check()).toEqual({
      [kurta._id]: 'now $40.00, was $36.00; an order holds 50 units at the most, the quantity is now 50',
    })
    expect(currentCart().items).toMatchObject([{ quantity: 50 }])
  })

  it.each([
    ['the shop has no limit', terms(null)],
    ['the shop does not say', { status: 503 }],
  ])('leaves the quantity alone while %s', async (_, answer) => {
    addToCart(many, 80)
    stubShop({ [cards]: ok([many]), 'GET /shop/terms': answer })

    expect(await check()).toEqual({})
    expect(currentCart().items).toMatchObject([{ quantity: 80 }])
  })
})
