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

  it('T320 needs numbers in its lines', () => {
    const line = { product, price: 'x', savedAmount: null, quantity: 'two' }

    expect(complaints(orderInput, anOrder({ products: [line, 'shoes'] }))).toEqual({
      'products.0.price': 'This must be a number.',
      'products.0.savedAmount': 'This must be a number.',
      'products.0.quantity': 'This must be a number.',
      'products.1': 'This must be an object.',
    })
  })
})
