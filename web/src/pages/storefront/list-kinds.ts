import { type Category, type CategoryInFull, type Collection, paths } from '@mela/contract'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { Params } from 'react-router'
import type { CardPage } from '../../features/shop/catalog/card-page.ts'
import { categoryProductsQuery, categoryQuery, facetsQuery } from '../../features/shop/catalog/catalog.api.ts'
import { collectionProductsQuery, collectionQuery } from '../../features/shop/catalog/collections.api.ts'
import { listAddress } from '../../features/shop/catalog/list-address.ts'
import type { Missing } from '../../lib/api.ts'

const PAGE_SIZE = 20

/** The fields that the head of the page shows; a collection has neither a parent nor a picture. */
type Listed = Collection & Partial<Pick<CategoryInFull, 'picture' | 'parent'>> & Pick<Category, 'children'>

interface List {
  slug: string
  subject: 'category' | 'collection'
  noun: 'Category' | 'Collection'
  pathOf: (slug: string) => string
  list: UseQueryOptions<Listed | Missing>
  products: UseQueryOptions<CardPage>
  facets: ReturnType<typeof facetsQuery>
}

/** The category or collection of an address, with its queries. */
export function listAt({ categorySlug: slug = '', collectionSlug }: Params, params: URLSearchParams): List {
  const address = listAddress(params, PAGE_SIZE)
  if (collectionSlug === undefined)
    return {
      ...{ slug, subject: 'category', noun: 'Category', pathOf: paths.category },
      list: categoryQuery(slug) as UseQueryOptions<Listed | Missing>,
      products: categoryProductsQuery(slug, address) as UseQueryOptions<CardPage>,
      facets: facetsQuery({ ...address, within: slug }),
    }
  return {
    ...{ slug: collectionSlug, subject: 'collection', noun: 'Collection', pathOf: paths.collection },
    list: collectionQuery(collectionSlug) as UseQueryOptions<Listed | Missing>,
    products: collectionProductsQuery(collectionSlug, address) as UseQueryOptions<CardPage>,
    facets: facetsQuery({ ...address, collection: collectionSlug }),
  }
}
