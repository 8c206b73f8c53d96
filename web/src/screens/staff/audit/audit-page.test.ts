import { describe, expect, it } from 'vitest'
import { differences } from './audit-changes.tsx'
import { auditText, subjectOf } from './audit-page.tsx'

const entry = { id: 1, at: '', actor: null, before: null, after: null, subjectName: null, orderNumber: null }

describe('an audit event', () => {
  it('has a readable text', () => {
    expect(auditText('product.updated')).toBe('Product updated')
    expect(auditText('two-factor.recovery-codes-renewed')).toBe('Two factor recovery codes renewed')
  })

  it('links to its subject, unless that is deleted or has no page', () => {
    const subject = (action: string, subject: string | null, subjectName: string | null = null) =>
      subjectOf({ ...entry, action, subject, subjectName })

    expect(subject('product.updated', 'product:a1', 'Kurta')).toEqual({
      text: 'Kurta',
      to: '/dashboard/products/edit/a1',
    })
    expect(subject('order.updated', 'order:01a2022d59a800006513ce6f')).toEqual({
      text: 'Order 6513CE6F',
      to: '/dashboard/orders/order/01a2022d59a800006513ce6f',
    })
    expect(subject('product.deleted', 'product:a1', 'Kurta')?.to).toBeUndefined()
    expect(subject('note.deleted', 'order:b2')?.to).toBe('/dashboard/orders/order/b2')
    expect(subject('review.deleted', 'review:c3')?.to).toBeUndefined()
    expect(subject('shop.started', null)).toBeUndefined()
    expect(subject('settings.keys_removed', 'settings:keys-stripe-sandbox')?.text).toBe('Settings keys stripe sandbox')
  })

  it('shows what changed under the labels of the forms, and leaves out what did not', () => {
    const before = { price: 1, salePrice: 0, onSale: false, name: 'Kurta', thumbnail: 'a'.repeat(24), gallery: [1] }
    const after = { price: 1200, salePrice: 0, onSale: true, name: 'Kurta', thumbnail: null, gallery: [1] }

    expect(differences({ ...entry, before, after }, 'USD')).toEqual([
      { field: 'Price', before: '$1.00', after: '$1,200.00' },
      { field: 'On sale', before: 'No', after: 'Yes' },
      { field: 'Thumbnail', before: 'AAAAAAAA', after: 'None' },
    ])
    expect(differences({ ...entry, after: { endedSessions: 2 } }, 'USD')).toEqual([
      { field: 'Ended sessions', before: null, after: '2' },
    ])
    expect(differences({ ...entry, after: { order: 'b'.repeat(24) }, orderNumber: 'M-7' }, 'USD')).toEqual([
      { field: 'Order', before: null, after: 'M-7' },
    ])
  })
})
