import type { Product, Review } from '@mela/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, refused, stubShop, visit } from '../../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../../test/samples.ts'
import { rememberUser } from '../../../../lib/current-user.ts'
import { ReviewSection } from './review-section.tsx'

afterEach(leaveShop)

const kabir = { ...asha, _id: 'f'.repeat(24), name: { firstName: 'Kabir', lastName: 'Nair' } }
const review: Review = {
  _id: 'b'.repeat(24),
  title: 'Soft, and true to size',
  comment: 'Worn every week since Diwali.',
  rating: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  verified: true,
  user: { name: asha.name, avatar: { url: null } },
}
const url = `/products/${kurtaInFull._id}/reviews`
const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
const comment = () => screen.getByLabelText<HTMLTextAreaElement>(/^Comment/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const back = '/auth/login?redirect=%2Fproduct%2F1%23your-review'
const ended = refused(401, 'Please login to continue.')

/** Opens the reviews as Asha, whose own review is answered from `own`. */
function open(own: Outcome | Outcome[], answers: Parameters<typeof stubShop>[0] = {}, product: Product = kurtaInFull) {
  rememberUser(asha)
  const shop = stubShop({ [`GET ${url}/current-user`]: own, ...answers })
  const visitor = visit('/product/1', [{ path: '/product/1', element: <ReviewSection product={product} /> }])
  const loggedOut = async () =>
    expect((await screen.findByRole('link', { name: 'login' })).getAttribute('href')).toBe(back)

  async function logIn(user: typeof asha) {
    act(() => rememberUser(user))
    await act(() => visitor.router.navigate('/product/1#your-review'))
  }
  return { ...shop, loggedOut, logIn }
}

describe('a new review', () => {
  async function write() {
    fireEvent.click(await screen.findByRole('radio', { name: /^4 stars/ }))
    fireEvent.change(title(), { target: { value: 'Better than I hoped' } })
    fireEvent.change(comment(), { target: { value: review.comment } })
  }

  it('that is refused shows an error or the server’s message, and keeps the typed text (T317)', async () => {
    const message = 'You have already reviewed this product.'
    open(ok(null), { [`POST ${url}`]: [refused(500), refused(409, message)] })

    await write()
    await press('Submit review')
    await screen.findByText('An error occurred while submitting your review.')
    await press('Submit review')
    await screen.findByText(message)

    expect([title().value, comment().value]).toEqual(['Better than I hoped', review.comment])
  })

  it('offers the login when the session has ended, which leads back to the form with its text', async () => {
    const { loggedOut, logIn } = open(ok(null), { [`POST ${url}`]: ended })
    await write()

    await press('Submit review')
    await loggedOut()
    await logIn(asha)

    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Comment/)).value).toBe(review.comment)
  })

  it('with missing fields reports them once above, and at each field (T316)', async () => {
    const { callsTo } = open(ok(null))

    await userEvent.click(await screen.findByRole('button', { name: 'Submit review' }))

    for (const error of ['This must be a number between 1 and 5.', 'Title is not valid.', 'Comment is not valid.'])
      expect(await screen.findByText(error)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^1 star/))
    expect((await screen.findByRole('alert')).textContent).toContain('Some required fields are missing.')
    expect(callsTo(`POST ${url}`)).toEqual([])
  })
})

describe('one’s own review, edited when the session ends', () => {
  /** Edits the comment and saves it in a session that has ended. */
  async function loseSession(own: Outcome[]) {
    const { loggedOut, logIn } = open(own, { [`PUT ${url}/${review._id}`]: ended })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    fireEvent.change(comment(), { target: { value: 'The colour has faded since then.' } })
    await press('Save review')
    await loggedOut()
    return logIn
  }

  it('opens again with the typed values, for its own user alone', async () => {
    const theirs = { ...review, _id: 'e'.repeat(24), comment: 'Not for me, but well made.' }
    const logIn = await loseSession([ok(review), ok(theirs), ok(review)])

    await logIn(kabir)
    await screen.findByText(theirs.comment)
    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByRole('dialog', { name: 'Edit your review' })).toBeNull()
    await logIn(asha)

    await screen.findByRole('dialog', { name: 'Edit your review' })
    expect([title().value, comment().value]).toEqual([review.title, 'The colour has faded since then.'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^4 stars/ }).checked).toBe(true)
  })
})

describe('another customer’s review', () => {
  const theirs = { ...review, user: { ...review.user, name: kabir.name } }
  const product = { ...kurtaInFull, rating: { ...kurtaInFull.rating, count: 1 }, reviews: [theirs] }
  const remove = `DELETE ${url}/${review._id}`
  const button = { name: 'Delete the review of Kabir Nair' }

  it('B99 is deleted by an admin after a question that names its author', async () => {
    const { callsTo } = open(ok(null), { [remove]: ok(null) }, product)
    act(() => rememberUser({ ...asha, role: 'admin' }))

    await userEvent.click(await screen.findByRole('button', button))
    const dialog = await screen.findByRole('dialog', { name: 'Delete the review of Kabir Nair?' })
    expect(callsTo(remove)).toHaveLength(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete review' }))

    await waitFor(() => expect(callsTo(remove)).toHaveLength(1))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reviews' })))
  })

  it.each(['customer', 'manager'] as const)('B99 offers nothing to a %s', async role => {
    open(ok(null), {}, product)
    act(() => rememberUser({ ...asha, role }))

    await screen.findByText(review.title)
    await screen.findByRole('button', { name: 'Submit review' })
    expect(screen.queryByRole('button', button)).toBeNull()
  })
})
