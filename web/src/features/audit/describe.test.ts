import { describe, expect, it } from 'vitest'
import { deedText, differences, subjectOf } from './describe.ts'

const entry = { id: 1, at: '', actor: null, before: null, after: null, subjectName: null }

describe('a deed', () => {
  it('is told in words', () => {
    expect(deedText('product.updated')).toBe('Product updated')
    expect(deedText('two-factor.recovery-codes-renewed')).toBe('Two factor recovery codes renewed')
  })

  it('leads to what it was done to, unless that is gone or has no page', () => {
    const subject = (action: string, subject: string | null, subjectName: string | null = null) =>
      subjectOf({ ...entry, action, subject, subjectName })

    expect(subject('product.updated', 'product:a1', 'Kurta')).toEqual({
      text: 'Kurta',
      to: '/dashboard/products/edit/a1',
    })
    expect(subject('order.updated', 'order:b2')).toEqual({ text: 'b2', to: '/dashboard/orders/order/b2' })
    expect(subject('product.deleted', 'product:a1', 'Kurta')?.to).toBeUndefined()
    expect(subject('note.deleted', 'order:b2')?.to).toBe('/dashboard/orders/order/b2')
    expect(subject('review.deleted', 'review:c3')?.to).toBeUndefined()
    expect(subject('shop.started', null)).toBeUndefined()
  })

  it('shows what changed and leaves out what did not', () => {
    const before = { price: 1, name: 'Kurta', thumbnail: 'x', tags: [1] }
    const after = { price: 2, name: 'Kurta', thumbnail: null, tags: [1] }

    expect(differences({ before, after })).toEqual([
      { field: 'price', before: '1', after: '2' },
      { field: 'thumbnail', before: 'x', after: 'nothing' },
    ])
    expect(differences({ before: null, after: { sessions: 2 } })).toEqual([
      { field: 'sessions', before: undefined, after: '2' },
    ])
  })
})
