import { CATEGORY_STALE_MS } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Missing, orMissing } from '../../lib/api.ts'
import type { ListAddress } from './list-address.ts'

export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: async () => (await call('GET /categories')).data,
    staleTime: CATEGORY_STALE_MS,
  })

export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ['categories', slug],
    queryFn: () => orMissing(call('GET /categories/slug/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })

/** One page of a category; a category that is not there has none. */
export const categoryProductsQuery = (slug: string, { page, size }: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'category', slug, { page, size }],
    queryFn: () => call('GET /categories/slug/:slug/products', { params: { slug }, query: { page, size } }),
  })

/** Active products, newest first, or those that a keyword finds. */
export const productsQuery = ({ page, size, keyword = '' }: ListAddress & { keyword?: string }) =>
  queryOptions({
    queryKey: ['products', 'list', { page, size, keyword }],
    queryFn: () => call('GET /products', { query: { page, size, keyword } }),
  })

export const productsOnSaleQuery = ({ page, size }: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'on-sale', { page, size }],
    queryFn: () => call('GET /products/on-sale', { query: { page, size } }),
  })

const objectId = /^[0-9a-f]{24}$/i
const noSuchProduct: Missing = { missing: 'Product not found.' }

/** An address that cannot be a product's reads the same as one that is none (DECISIONS B97, B124). */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', id.toLowerCase()],
    queryFn: () => (objectId.test(id) ? orMissing(call('GET /products/:id', { params: { id } })) : noSuchProduct),
  })
