import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, refused, stubShop, visit } from '../../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../../test/samples.ts'
import { rememberUser } from '../../../../lib/current-user.ts'
import { NewReview } from './own-review.tsx'

afterEach(leaveShop)

it('a refused review shows an error or the server’s message, and keeps the typed text (T317)', async () => {
  const message = 'You have already reviewed this product.'
  stubShop({ [`POST /products/${kurtaInFull._id}/reviews`]: [refused(500), refused(409, message)] })
  visit('/', [{ path: '/', element: <NewReview productId={kurtaInFull._id} onSubmitted={() => {}} /> }])
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit review' }))

  fireEvent.click(screen.getByRole('radio', { name: /^4 stars/ }))
  fireEvent.change(field(/^Title/), { target: { value: 'Better than I hoped' } })
  fireEvent.change(field(/^Comment/), { target: { value: 'Worn every week since Diwali.' } })
  await submit()
  await screen.findByText('An error occurred while submitting your review.')
  await submit()
  await screen.findByText(message)

  expect(field(/^Title/).value).toBe('Better than I hoped')
  expect(field(/^Comment/).value).toBe('Worn every week since Diwali.')
})

it('a review leads to the login when the session has ended, and back to the form with its text, in view', async () => {
  const comment = () => screen.getByLabelText<HTMLTextAreaElement>(/^Comment/)
  rememberUser(asha)
  stubShop({ [`POST /products/${kurtaInFull._id}/reviews`]: refused(401, 'Please login to continue.') })
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { router, at } = visit('/product/1', [
    { path: '/product/1', element: <NewReview productId={kurtaInFull._id} onSubmitted={() => {}} /> },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
  fireEvent.click(screen.getByRole('radio', { name: /^4 stars/ }))
  await userEvent.type(screen.getByLabelText(/^Title/), 'Better than I hoped')
  await userEvent.type(comment(), 'Worn every week since Diwali.')

  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Fproduct%2F1%23your-review'))
  scrolled.mockClear()
  act(() => rememberUser(asha))
  await act(() => router.navigate('/product/1#your-review'))

  expect(comment().value).toBe('Worn every week since Diwali.')
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Write a review' })])
})

it.each([
  [
    'T316 reports missing fields once above, and at each field',
    {},
    ['This must be a number between 1 and 5.', 'Title is not valid.', 'Comment is not valid.'],
    /^1 star/,
    'Some required fields are missing.',
  ],
  [
    'T313 reports a title that is too short at its field',
    { Title: 'Too short', Comment: 'A comment that is long enough to be one.' },
    ['Title is not valid. This must be 10 character(s) or more.'],
    /^Title/,
    undefined,
  ],
])('%s, and sends nothing', async (_, typed, errors, focused, alert) => {
  const { callsTo } = stubShop({})
  visit('/', [{ path: '/', element: <NewReview productId={kurtaInFull._id} onSubmitted={() => {}} /> }])

  if ('Title' in typed) fireEvent.click(screen.getByRole('radio', { name: /^4 stars/ }))
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  }
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))

  for (const error of errors) expect(await screen.findByText(error)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(focused))
  if (alert) expect((await screen.findByRole('alert')).textContent).toContain(alert)
  else expect(screen.queryByRole('alert')).toBeNull()
  expect(callsTo(`POST /products/${kurtaInFull._id}/reviews`)).toEqual([])
})
