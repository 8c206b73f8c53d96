import { describe, expect, it } from 'vitest'
import { sentenceOf } from './use-live-updates.ts'

const id = 'a'.repeat(24)
const order = { kind: 'order', order: id, customer: 'Priya Nair', total: 214.02, currency: 'USD' } as const

describe('the sentences of live updates', () => {
  it('names a new order once it is paid, with its value and its customer', () => {
    expect(sentenceOf({ ...order, from: null, status: 'pending' })).toBeUndefined()
    expect(sentenceOf({ ...order, from: 'processing', status: 'shipped' })).toBeUndefined()
    expect(sentenceOf({ ...order, from: 'pending', status: 'processing' })).toEqual({
      text: 'New order: $214.02 from Priya Nair',
      to: `/dashboard/orders/order/${id}`,
    })
  })

  it('mentions payments and disputes only when staff have to act', () => {
    const payment = { kind: 'payment', payment: id, order: id } as const
    expect(sentenceOf({ ...payment, problem: null })).toBeUndefined()
    expect(sentenceOf({ ...payment, problem: 'The order has another payment.' })?.text).toBe(
      'A payment needs attention: The order has another payment.',
    )
    expect(sentenceOf({ kind: 'dispute', dispute: id, isNew: false })).toBeUndefined()
    expect(sentenceOf({ kind: 'dispute', dispute: id, isNew: true })?.text).toBe('A customer opened a dispute')
  })

  it('says how many units are left', () => {
    const stock = { kind: 'low-stock', product: id, name: 'Neel kurta' } as const
    expect(sentenceOf({ ...stock, stock: 5 })?.text).toBe('Low stock: Neel kurta, 5 left')
    expect(sentenceOf({ ...stock, stock: 0 })?.text).toBe('Out of stock: Neel kurta')
  })
})
