import type { StaffReview } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const reviewOf = (firstName: string, given: Partial<StaffReview> = {}): StaffReview => ({
  _id: firstName === 'Asha' ? 'a'.repeat(24) : 'b'.repeat(24),
  title: `What ${firstName} thinks`,
  ...{ rating: 4, comment: 'It sits well on the shoulders.', createdAt: '2026-11-20T10:00:00.000Z', verified: true },
  user: { name: { firstName, lastName: 'Rao' }, avatar: { url: null } },
  ...{ state: 'waiting', reason: null, version: 3, isReplyHeld: false, author: 'c'.repeat(24) },
  product: { _id: kurtaInFull._id, slug: kurtaInFull.slug, name: kurtaInFull.name },
  ...given,
})

it('reviews are approved together, each in the version that was read', async () => {
  const { calls } = openDashboard('/dashboard/reviews/waiting', {
    'GET /reviews/waiting': ok({ count: 2 }),
    'GET /reviews?page=1&state=waiting': okPage([reviewOf('Asha'), reviewOf('Neha')]),
    'POST /reviews/approve': { body: { success: true, message: '2 reviews approved.', data: {} } },
  })

  await userEvent.click(await screen.findByRole('checkbox', { name: /Asha/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Neha/ }))
  await press('Approve')

  await screen.findByText('2 reviews approved.')
  expect(calls.find(({ name }) => name === 'POST /reviews/approve')?.body).toEqual({
    reviews: ['a', 'b'].map(letter => ({ _id: letter.repeat(24), version: 3 })),
  })
})

it('a review is hidden with a reason, and without one the field says so', async () => {
  const { calls } = openDashboard('/dashboard/reviews', {
    'GET /reviews/waiting': ok({ count: 0 }),
    'GET /reviews?page=1': okPage([reviewOf('Asha', { state: 'shown' })]),
    [`POST /reviews/${'a'.repeat(24)}/hide`]: ok(reviewOf('Asha', { state: 'hidden', reason: 'Spam.' })),
  })

  await press('Hide the review of Asha Rao')
  await press('Hide review')
  await screen.findByText('This is required.')
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Spam.')
  await press('Hide review')

  await screen.findByRole('table')
  expect(calls.find(({ name }) => name.endsWith('/hide'))?.body).toEqual({ reason: 'Spam.' })
})

it('a reply that is being typed outlives Close and a change of its review, and is sent for the version that was read', async () => {
  const saved = `PUT /reviews/${'a'.repeat(24)}/reply`
  const { calls } = openDashboard('/dashboard/reviews', {
    'GET /reviews/waiting': ok({ count: 1 }),
    'GET /reviews?page=1': [3, 4].map(version =>
      okPage([reviewOf('Asha', { state: 'shown', version }), reviewOf('Neha', { title: `Read ${version}` })]),
    ),
    'POST /reviews/approve': ok({}),
    [saved]: ok(reviewOf('Asha', { state: 'shown' })),
  })
  await press('Reply to the review of Asha Rao')
  await userEvent.type(screen.getByRole('textbox', { name: /Reply/ }), 'Thank you.')
  await press('Close')
  await press('Reply to the review of Asha Rao')

  await press('Approve the review of Neha Rao')
  await screen.findAllByText('Read 4')
  await press('Save reply')

  await waitFor(() =>
    expect(calls.find(({ name }) => name === saved)?.body).toEqual({ reply: 'Thank you.', version: 3 }),
  )
})
