import { describe, expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { orderInput } from './orders.ts'

const product = 'a'.repeat(24)
const shippingAddress = {
  name: { firstName: 'Asha', lastName: 'Rao' },
  phoneNumber: '9820012345',
  building: '12 Sea View Apartments',
  street: 'Carter Road, Bandra West',
  city: 'Mumbai',
  state: 'Maharashtra',
  pinCode: '400050',
}
const anOrder = (given: Record<string, unknown> = {}) => ({
  products: [{ product, price: 80, savedAmount: 20, quantity: 3 }],
  shippingAddress,
  ...given,
})

describe('an order as checkout sends it', () => {
  it('is accepted, with the defaults of its address', () => {
    const order = anOrder({ totalAmount: '363.20', status: 'delivered', user: 'x', payment: 'y' })

    expect(orderInput.parse(order)).toEqual({
      products: [{ product, price: 80, savedAmount: 20, quantity: 3 }],
      totalAmount: 363.2,
      status: 'delivered',
      shippingAddress: { ...shippingAddress, countryCode: '91', country: 'India' },
    })
  })

  it.each([undefined, null, [], 'shoes', {}])('T319 needs products, not %j', products => {
    const sentence = 'At least one product is required to place an order.'
    expect(complaints(orderInput, anOrder({ products }))).toEqual({ products: sentence })
  })

  it.each(['subTotal', 'savedAmount', 'shippingAmount', 'taxAmount', 'totalAmount'])(
    'T320 needs a number as %s',
    field => {
      for (const value of ['abc', null, true, '']) {
        expect(complaints(orderInput, anOrder({ [field]: value }))).toEqual({ [field]: 'This must be a number.' })
      }
    },
  )

  it('T320 needs numbers in its lines', () => {
    const line = { product, price: 'x', savedAmount: null, quantity: 'two' }

    expect(complaints(orderInput, anOrder({ products: [line, 'shoes'] }))).toEqual({
      'products.0.price': 'This must be a number.',
      'products.0.savedAmount': 'This must be a number.',
      'products.0.quantity': 'This must be a number.',
      'products.1': 'This must be an object.',
    })
  })

  it('T321 knows no status outside the list', () => {
    const sentence = 'This must be one of the following: pending, processing, shipped, delivered, cancelled, refunded'

    expect(complaints(orderInput, anOrder({ status: 'xyz' }))).toEqual({ status: sentence })
  })

  it('T322 has a valid address', () => {
    const { shippingAddress: _none, ...without } = anOrder()
    const short = { ...shippingAddress, building: 'Hut', name: {} }

    expect(complaints(orderInput, without)).toEqual({ shippingAddress: 'Address is not valid' })
    expect(complaints(orderInput, anOrder({ shippingAddress: short }))).toEqual({
      'shippingAddress.name.firstName': 'First name is not acceptable.',
      'shippingAddress.name.lastName': 'Last name is not acceptable.',
      'shippingAddress.building': 'Building is not valid. This must be 10 character(s) or more.',
    })
  })

  it.each([
    [0, 'This cannot be less than 1.'],
    [-1, 'This cannot be less than 1.'],
    [1.5, 'This must be a whole number.'],
    [1e9, 'This cannot be more than 1000000.'],
    [undefined, 'This must be a number.'],
  ])('T323 takes no quantity of %j', (quantity, sentence) => {
    const products = [{ product, quantity }]

    expect(complaints(orderInput, anOrder({ products }))).toEqual({ 'products.0.quantity': sentence })
  })

  it('is an object', () => {
    expect(complaints(orderInput, undefined)).toEqual({ '': 'This must be an object.' })
  })
})
