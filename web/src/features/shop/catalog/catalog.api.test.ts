import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, stubShop } from '../../../../test/browser.tsx'
import { createQueryClient } from '../../../lib/page-data.ts'
import { categoryProductsQuery, productsOnSaleQuery, productsQuery } from './catalog.api.ts'

afterEach(leaveShop)

const page = { body: { success: true, message: '', data: [], meta: { page: 1, size: 8, pageCount: 1, total: 0 } } }
const address = { page: 1, size: 8 } as Parameters<typeof productsQuery>[0]

describe('C17 the lists of the storefront', () => {
  it.each([
    ['GET /products?page=1&size=8&view=card', productsQuery(address)],
    ['GET /products/on-sale?page=1&size=8&view=card', productsOnSaleQuery(address)],
    ['GET /categories/slug/kurtas/products?page=1&size=8&view=card', categoryProductsQuery('kurtas', address)],
  ] as const)('ask for cards: %s', async (name, query) => {
    const { calls } = stubShop({ [name]: page })

    await createQueryClient().fetchQuery(query as ReturnType<typeof productsQuery>)

    expect(calls.map(({ name }) => name)).toEqual([name])
  })
})
