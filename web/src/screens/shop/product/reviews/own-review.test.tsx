import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../../test/samples.ts'
import { rememberUser } from '../../../../lib/current-user.ts'
import { ReviewSection } from './review-section.tsx'

const kabir = { ...asha, _id: 'f'.repeat(24), email: 'kabir@example.com' }
const review = {
  _id: 'b'.repeat(24),
  title: 'Soft, and true to size',
  comment: 'Worn every week since Diwali.',
  rating: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  verified: true,
  user: { name: asha.name, avatar: { url: null } },
}
const ownReview = `GET /products/${kurtaInFull._id}/reviews/current-user`
const edit = { name: 'Edit your review' }
const comment = () => screen.getByLabelText<HTMLTextAreaElement>(/^Comment/)

afterEach(leaveShop)

/** Edits the comment and saves it in a session that has ended: the server refuses it. */
async function loseSession(own = [ok(review)]) {
  rememberUser(asha)
  stubShop({
    [ownReview]: own,
    [`PUT /products/${kurtaInFull._id}/reviews/${review._id}`]: refused(401, 'Please login to continue.'),
  })
  const { router, at } = visit('/product/1', [
    { path: '/product/1', element: <ReviewSection product={kurtaInFull} /> },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await userEvent.clear(comment())
  await userEvent.type(comment(), 'The colour has faded since then.')
  await userEvent.click(screen.getByRole('button', { name: 'Save review' }))
  await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Fproduct%2F1%23your-review'))

  return async function logIn(user: typeof asha) {
    act(() => rememberUser(user))
    await act(() => router.navigate('/product/1#your-review'))
  }
}

describe('one’s own review, edited when the session ends', () => {
  it('opens again with the typed values once the same user has signed in', async () => {
    const logIn = await loseSession()

    await logIn(asha)

    await screen.findByRole('dialog', edit)
    expect(comment().value).toBe('The colour has faded since then.')
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(review.title)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^4 stars/ }).checked).toBe(true)
  })

  it('stays closed for another user, and opens for its own user afterwards', async () => {
    const theirs = { ...review, _id: 'e'.repeat(24), comment: 'Not for me, but well made.' }
    const logIn = await loseSession([ok(review), ok(theirs), ok(review)])

    await logIn(kabir)
    await screen.findByText(theirs.comment)
    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByRole('dialog', edit)).toBeNull()
    await logIn(asha)

    await screen.findByRole('dialog', edit)
    expect(comment().value).toBe('The colour has faded since then.')
  })
})

it('one’s own review that waits for approval says so', async () => {
  rememberUser(asha)
  stubShop({ [ownReview]: ok({ ...review, state: 'waiting' }) })
  visit('/product/1', [{ path: '/product/1', element: <ReviewSection product={kurtaInFull} /> }])

  expect(await screen.findByText('Waiting for approval')).toBeTruthy()
})
