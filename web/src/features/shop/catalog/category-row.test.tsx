import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { CategoryRow } from './category-row.tsx'

afterEach(leaveShop)

it.each([
  ['with a picture has the light ground that the picture fades into', { _id: 'a', url: '/media/a.webp' }, true],
  ['without a picture has the ground of the page and fades nothing', null, false],
])('a tile %s', async (_, picture, isLight) => {
  stubShop({})
  const categories = [{ name: 'Tea', slug: 'tea', count: 1, children: [], picture }]
  visit('/', [{ path: '/', element: <CategoryRow categories={categories as never} /> }])

  const tile = await screen.findByRole('link', { name: /^Tea/ })

  expect(/on-tile|backdrop|mask-image/.test(tile.outerHTML)).toBe(isLight)
})
