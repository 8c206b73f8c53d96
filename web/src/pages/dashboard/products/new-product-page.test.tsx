import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { NewProductPage } from './new-product-page.tsx'

afterEach(leaveShop)

it('sends one key with each try to save a new product, so that a lost answer does not make it twice', async () => {
  const thumbnail = { _id: 'f'.repeat(24), name: 'front.jpg', url: '/media/front.webp', width: 800, height: 1000 }
  const original = { ...kurtaInFull, thumbnail, gallery: [] }
  const { callsTo } = stubShop({
    [`GET /products/${original._id}`]: ok(original),
    'GET /categories/staff': okPage([{ ...original.category, products: 1 }]),
    'POST /products': ['unreachable', ok({ ...original, _id: 'c'.repeat(24) }, 201)],
  })
  rememberUser(asha)
  const { at } = visit(`/dashboard/products/new?from=${original._id}`, [
    { path: '/dashboard/products/new', Component: NewProductPage },
    { path: '*', element: null },
  ])

  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('An error occurred while creating the product.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(at()).toContain('/dashboard/products/inactive'))
  const [first, second] = callsTo('POST /products').map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).toBe(first)
})
