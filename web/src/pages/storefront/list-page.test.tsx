import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../test/browser.tsx'
import { cardOf, kurtaInFull } from '../../../test/samples.ts'
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

it.each([
  ['names it on no card', undefined, false],
  ['with children names it on its cards', [{ name: 'Short kurtas', slug: 'short-kurtas', count: 1 }], true],
])('a category %s', async (_, children, isNamed) => {
  const kurtas = { ...kurtaInFull.category, description: '', count: 1, picture: null, ...(children && { children }) }
  stubShop({
    'GET /categories/slug/kurtas': ok(kurtas),
    'GET /categories/slug/kurtas/products?page=1&size=20&view=card': okPage([cardOf(kurtaInFull)]),
    'GET /categories': ok([kurtas]),
  })
  visit('/product-category/kurtas', [{ path: '/product-category/:categorySlug', Component: ListPage }])

  const card = within(await screen.findByRole('article'))
  expect(card.queryByText('Kurtas') !== null).toBe(isNamed)
})
