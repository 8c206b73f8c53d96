import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../test/browser.tsx'
import { NotFoundPage } from './not-found-page.tsx'

afterEach(leaveShop)

it('a page that does not exist offers all categories, and the way home (T013)', async () => {
  const names = ['Clothing', 'Shirts', ...Array.from({ length: 30 }, (_, index) => `Things ${index}`)]
  const above = { _id: 'Clothing', name: 'Clothing', slug: 'Clothing' }
  const categories = names.map(name => ({
    ...{ _id: name, name, slug: name, description: '', count: 1, picture: null },
    parent: name === 'Shirts' ? above : null,
  }))
  stubShop({ 'GET /categories': ok(categories) })
  visit('/no-such-page', [{ path: '*', Component: NotFoundPage }])

  await screen.findByRole('link', { name: 'Clothing' })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Back to home', ...names])
})
