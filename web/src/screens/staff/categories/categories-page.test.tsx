import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused } from '../../../../test/browser.tsx'
import { aCategory } from '../../../../test/samples.ts'
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

it('the slug is filled from a name that is being typed as the form is submitted', async () => {
  const { callsTo } = openDashboard('/dashboard/categories', {
    'GET /categories/staff': okPage([]),
    'POST /categories': refused(500),
  })
  await press('New Category')
  await userEvent.type(screen.getByLabelText('Name'), 'Running shoes')

  await press('Add category')

  await waitFor(() => expect(callsTo('POST /categories')[0]?.body).toMatchObject({ slug: 'running-shoes' }))
})

it('a category is called hidden when shoppers do not see it, and not for what would hide it', async () => {
  const hidesWhileEmpty = true
  openDashboard('/dashboard/categories', {
    'GET /categories/staff': ok([
      aCategory('full', { hidesWhileEmpty, count: 61, countInShop: 61 }),
      aCategory('of inactive products', { hidesWhileEmpty, count: 2 }),
      aCategory('put away', { isHidden: true, countInShop: 3, count: 3 }),
    ]),
  })

  const rows = (await screen.findAllByRole('row')).slice(1)
  const states = rows.map(row => /Hidden( while empty)?/.exec(row.textContent ?? '')?.[0])
  expect(states).toEqual([undefined, 'Hidden while empty', 'Hidden'])
})

it('children are ordered among themselves, and follow their category when it is moved', async () => {
  const [a, b] = [aCategory('a'), aCategory('b')]
  const all = [a, aCategory('a1', { parent: a }), aCategory('a2', { parent: a }), b]
  const { callsTo } = openDashboard('/dashboard/categories', {
    'GET /categories/staff': ok(all),
    'PUT /categories/order': ok([]),
  })
  await press('Order')
  const moveDown = (name: string) => {
    const handle = screen.getByRole('button', { name: `${name}, place 1`, hidden: true })
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
  }

  moveDown('a1')
  moveDown('a')
  await press('Save order')

  await waitFor(() => expect(callsTo('PUT /categories/order')).toHaveLength(1))
  const ids = ['b', 'a', 'a2', 'a1'].map(name => aCategory(name)._id)
  expect(callsTo('PUT /categories/order')[0]?.body).toEqual({ ids, seen: all.map(({ _id }) => _id) })
})
