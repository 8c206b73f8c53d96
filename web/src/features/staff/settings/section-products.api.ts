import { type ProductCard, textPath } from '@mela/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const categoryOptionsQuery = () =>
  queryOptions({
    queryKey: ['categories', 'staff', 'all'],
    queryFn: async () => (await call('GET /categories/staff')).data,
  })

/** Pages as options, with the names that menus show; drafts cannot be chosen, and say so. */
export const pageOptionsQuery = (nameOf: (title: string) => string) =>
  queryOptions({
    queryKey: ['pages', 'staff', 'list', { size: 100 }],
    queryFn: async () => (await call('GET /pages/staff', { query: { size: 100 } })).data,
    select: pages =>
      pages.map(({ _id, slug, title, isPublished }) => ({
        ...{ value: _id, path: textPath(slug), isDisabled: !isPublished },
        label: isPublished ? nameOf(title) : `${nameOf(title)} (draft: publish it first)`,
      })),
  })

export const collectionOptionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'staff', 'all'],
    queryFn: async () => (await call('GET /collections')).data,
  })

/** The active products among these ids. */
export const pickedQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['products', 'picked', ids],
    queryFn: async (): Promise<ProductCard[]> =>
      ids.length === 0 ? [] : (await call('GET /products/cards', { query: { ids: ids.join(',') } })).data,
    placeholderData: keepPreviousData,
  })

const MOST_FOUND = 8

export const pickerQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['products', 'picker', keyword],
    queryFn: async () =>
      (await call('GET /products', { query: { keyword, page: 1, size: MOST_FOUND, view: 'card' } })).data,
    placeholderData: keepPreviousData,
  })
