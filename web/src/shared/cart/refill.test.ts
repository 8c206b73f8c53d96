import { beforeEach, describe, expect, it } from 'vitest'
import { kurta, order } from '../../../test/samples.ts'
import { addToCart, currentCart } from './cart.store.ts'
import { refillCart } from './refill.ts'

beforeEach(() => localStorage.clear())

describe('buying an order again', () => {
  it('puts its lines into the cart at current prices, and says which have changed', () => {
    const dearer = { ...kurta, salePrice: 40 }

    expect(refillCart(order, [dearer], 'USD')).toEqual({ added: 1, notes: [`${kurta.name}: now $40.00, was $36.00.`] })
    expect(currentCart().items).toMatchObject([{ product: { salePrice: 40 }, quantity: 2 }])
  })

  it('takes no more than the stock minus the cart’s quantity', () => {
    addToCart(kurta, 4)

    expect(refillCart(order, [kurta], 'USD')).toEqual({
      added: 1,
      notes: [`${kurta.name}: 1 of 2 added, there are no more.`],
    })
    expect(currentCart().items).toMatchObject([{ quantity: 5 }])
    expect(refillCart(order, [kurta], 'USD')).toEqual({
      added: 0,
      notes: [`${kurta.name}: your cart already holds all 5 in stock.`],
    })
  })

  it('leaves out missing and sold-out products, and says so', () => {
    const products = order.products.flatMap(line => [
      line,
      { ...line, product: { ...line.product, name: 'Brass lamp' } },
    ])

    expect(refillCart({ ...order, products }, [{ ...kurta, stock: 0 }], 'USD')).toEqual({
      added: 0,
      notes: [`${kurta.name}: out of stock.`, 'Brass lamp: no longer available.'],
    })
    expect(currentCart().items).toEqual([])
  })
})
