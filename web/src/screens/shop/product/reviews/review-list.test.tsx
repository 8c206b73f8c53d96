import type { Product } from '@mela/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../../test/browser.tsx'
import { rememberUser } from '../../../../lib/current-user.ts'
import { ReviewList } from './review-list.tsx'

const review = {
  _id: 'b'.repeat(24),
  title: 'Not what a review is for',
  comment: 'Words that should not stand on a page of the shop.',
  rating: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  verified: false,
  user: { name: { firstName: 'Kabir', lastName: 'Nair' }, avatar: { url: null } },
}
const product = { _id: 'a'.repeat(24), rating: { count: 1 }, reviews: [review] } as unknown as Product
const call = `DELETE /products/${product._id}/reviews/${review._id}`
const button = { name: 'Delete the review of Kabir Nair' }

afterEach(leaveShop)

function open(role: 'admin' | 'manager' | 'customer') {
  const name = { firstName: 'Asha', lastName: 'Rao' }
  rememberUser({ _id: 'c'.repeat(24), name, avatar: null, role, status: true, email: 'asha@example.com' })
  const handleRemoved = vi.fn()
  visit('/', [{ path: '/', element: <ReviewList product={product} onRemoved={handleRemoved} /> }])
  return handleRemoved
}

describe('another customer’s review', () => {
  it('B99 is deleted by an admin after a question that names its author', async () => {
    const { callsTo } = stubShop({ [call]: ok(null) })
    const handleRemoved = open('admin')

    await userEvent.click(await screen.findByRole('button', button))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the review of Kabir Nair?' })
    expect(callsTo(call)).toHaveLength(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete review' }))

    await waitFor(() => expect(handleRemoved).toHaveBeenCalledOnce())
    expect(callsTo(call)).toHaveLength(1)
  })

  it('B99 offers nothing to customers and managers', async () => {
    stubShop({})
    for (const role of ['customer', 'manager'] as const) {
      open(role)
      await screen.findByText(review.title)
      expect(screen.queryByRole('button', button)).toBeNull()
      leaveShop()
    }
  })
})
