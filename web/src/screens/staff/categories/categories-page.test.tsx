import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, okPage, refused } from '../../../../test/browser.tsx'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

it('a category that cannot be added shows the reason, or says what failed, and keeps typed values and key (T179)', async () => {
  const [message, why] = ['Category slug already in use.', 'Another category has this slug.']
  const { callsTo } = openDashboard('/dashboard/categories', {
    'GET /categories/staff': okPage([]),
    'POST /categories': [refused(409, message, { errors: { slug: why } }), refused(500)],
  })
  await press('New Category')
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Name', 'Running shoes')
  type('Slug', 'shoes')

  await press('Add category')
  await screen.findByText(message)
  expect(screen.getByText(why)).toBeTruthy()
  await press('Add category')
  await screen.findByText('An error occurred while creating the category.')

  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Running shoes')
  const [first, second] = callsTo('POST /categories').map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).toBe(first)
})
