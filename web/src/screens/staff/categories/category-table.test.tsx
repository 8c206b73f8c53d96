import type { StaffCategory } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { CategoryTable } from './categories-page.tsx'

afterEach(leaveShop)

const category = (name: string, given: Partial<StaffCategory>): StaffCategory => ({
  ...{ _id: name, name, slug: name, description: '', count: 0, countInShop: 0, ownCount: 0, version: 1 },
  ...{ picture: null, hasOwnPicture: false, parent: null, seoTitle: '', seoDescription: '' },
  ...{ isHidden: false, hidesWhileEmpty: true },
  ...given,
})

it('a category is called hidden when shoppers do not see it, and not for what would hide it', async () => {
  stubShop({})
  const categories = [
    category('full', { count: 61, countInShop: 61 }),
    category('of inactive products', { count: 2 }),
    category('empty', {}),
    category('put away', { isHidden: true, countInShop: 3, count: 3 }),
  ]
  const table = <CategoryTable categories={categories} onEdit={() => {}} onDelete={() => {}} />
  visit('/', [{ path: '/', element: table }])

  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map(row => /Hidden( while empty)?/.exec(row.textContent ?? '')?.[0])).toEqual([
    undefined,
    'Hidden while empty',
    'Hidden while empty',
    'Hidden',
  ])
})
