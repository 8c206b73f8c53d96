import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

it('a product that cannot be deactivated or deleted stays, with the error (T242, T243, B81)', async () => {
  const { _id, name } = kurtaInFull
  openDashboard('/dashboard/products', {
    'GET /products?view=card&page=1': okPage([kurtaInFull]),
    [`PATCH /products/${_id}`]: refused(500),
    [`DELETE /products/${_id}`]: refused(500),
  })

  await userEvent.click(await screen.findByRole('switch', { name: `${name} is active` }))
  await screen.findByText('An error occurred while updating the product status.')
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')

  await press(`Delete ${name}`)
  await press('Delete product')
  await screen.findByText('An error occurred while deleting the product.')
  await press('Cancel')
  expect(screen.getByRole('row', { name: new RegExp(name) })).toBeTruthy()
})

it('a product whose row a live update takes away before the answer can be restored all the same (T240, B108)', async () => {
  const { _id, name } = kurtaInFull
  const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof ok>>()
  const { queryClient } = openDashboard('/dashboard/products', {
    'GET /products?view=card&page=1': [okPage([kurtaInFull]), okPage([])],
    [`PATCH /products/${_id}`]: answer,
  })

  await userEvent.click(await screen.findByRole('switch', { name: `${name} is active` }))
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
  resolve(ok(null))

  await screen.findByRole('button', { name: 'Undo' })
})

it('B139 lists the products without a picture, keeps the keyword, and exports them', async () => {
  const bare = { ...kurtaInFull, thumbnail: null }
  openDashboard('/dashboard/products?keyword=kurta', {
    'GET /products?view=card&page=1&keyword=kurta': okPage([kurtaInFull]),
    'GET /products?view=card&page=1&keyword=kurta&withoutPicture=true': okPage([]),
    'GET /products?view=card&page=1&withoutPicture=true': okPage([bare]),
  })

  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Pictures' }), 'Without picture')
  await screen.findByText('No products found.')
  await userEvent.click(screen.getByRole('link', { name: 'Clear search' }))

  await screen.findByRole('row', { name: new RegExp(bare.name) })
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toContain('list=active&withoutPicture=true')
})

it('the list of inactive products says that shoppers do not see them', async () => {
  openDashboard('/dashboard/products/inactive', {
    'GET /products/inactive?view=card&page=1': okPage([{ ...kurtaInFull, isActive: false }]),
  })

  expect(await screen.findByText('Shoppers do not see these until you activate them.')).toBeTruthy()
})
