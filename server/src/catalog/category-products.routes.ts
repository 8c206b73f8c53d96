import { listCategoryProducts, listCategoryProductsBySlug, type ProductListQuery } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { listTags } from '../platform/http/cache-tags.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import type { CategoryKey } from './categories.service.ts'
import { okProductPage } from './product-page.ts'
import { showCategoryProducts } from './products.service.ts'

export const categoryProductRoutes: FastifyPluginAsyncZod = async app => {
  async function answer(db: Database, { params, query }: { params: CategoryKey; query: ProductListQuery }) {
    const { category, ...page } = await showCategoryProducts(db, params, query)
    const tags: Tag[] = [`category:${category.slug}`, ...listTags(page.rows, query)]
    return { body: okProductPage(page, query), tags }
  }

  sharedRoute(app, listCategoryProducts, answer, { limit: 'searches' })
  sharedRoute(app, listCategoryProductsBySlug, answer, { limit: 'searches' })
}
