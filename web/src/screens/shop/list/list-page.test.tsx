import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { ListPage } from './list-page.tsx'

afterEach(leaveShop)

it('a category without products says so (T052)', async () => {
  const watches = { _id: 'e'.repeat(24), name: 'Watches', slug: 'watches', description: '', count: 0, picture: null }
  stubShop({
    'GET /categories/slug/watches': ok(watches),
    'GET /categories/slug/watches/products?page=1&size=20&view=card': okPage([]),
    'GET /categories': ok([watches]),
  })
  visit('/product-category/watches', [{ path: '/product-category/:categorySlug', Component: ListPage }])

  expect(await screen.findByText('No products found.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Watches' })).toBeTruthy()
})
