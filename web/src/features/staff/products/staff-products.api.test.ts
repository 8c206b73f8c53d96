import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop } from '../../../../test/browser.tsx'
import { createQueryClient } from '../../../lib/page-data.ts'
import { staffProductsQuery } from './staff-products.api.ts'

afterEach(leaveShop)

const page = { body: { success: true, message: '', data: [], meta: { page: 1, size: 8, pageCount: 1, total: 0 } } }

it.each([
  ['active', 'products'],
  ['on-sale', 'products/on-sale'],
  ['inactive', 'products/inactive'],
] as const)('C17 the list of %s products asks for cards', async (list, path) => {
  const name = `GET /${path}?view=card&page=1&size=8`
  const { calls } = stubShop({ [name]: page })

  await createQueryClient().fetchQuery(staffProductsQuery(list, { page: 1, size: 8, keyword: '', sort: undefined }))

  expect(calls.map(({ name }) => name)).toEqual([name])
})
