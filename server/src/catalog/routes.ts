import {
  countFacets,
  deleteOwnReview,
  deleteReview,
  editReview,
  getCategory,
  getCategoryBySlug,
  getCollection,
  getOwnReview,
  getProduct,
  getProductBySlug,
  getProductCards,
  getReviewTerms,
  getSaleFigures,
  listBestSellers,
  listCategories,
  listCategoryProducts,
  listCategoryProductsBySlug,
  listCollectionProducts,
  listProducts,
  listProductsOnSale,
  listReviews,
  type ProductListQuery,
  submitReview,
  suggestProducts,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { listTags, tagged } from '../platform/http/answer-cache.ts'
import { ok } from '../platform/http/errors.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { type CategoryKey, showCategories, showCategory } from './categories.ts'
import { requireShown, showCollection, tagsOf } from './collections.ts'
import { findHighestPercent, findProductCards, listCards, type ProductKey } from './product-rows.ts'
import { listReviews as newestReviews } from './review-rows.ts'
import { findBestSellers } from './search/index-products.ts'
import type { ProductScope } from './search/product-index.ts'
import { showFacets } from './search/show-facets.ts'
import {
  okProductPage,
  showCategoryProducts,
  showProduct,
  showProducts,
  suggest,
  visibleProduct,
} from './show-products.ts'
import { addReview, changeReview, removeReview, reviewTerms, showOwnReview, withdrawReview } from './write-review.ts'

/** What shoppers call. */
export const catalogRoutes: FastifyPluginAsyncZod = async app => {
  for (const routes of [productRoutes, categoryRoutes, collectionRoutes, reviewRoutes]) await app.register(routes)
}

const productRoutes: FastifyPluginAsyncZod = async app => {
  const list =
    (scope: ProductScope) =>
    async (db: Database, { query }: { query: Parameters<typeof showProducts>[2] }) => {
      const page = await showProducts(db, scope, query)
      // What is read may be answered by a page of the shop, too.
      const tags: Tag[] = [...(query.read ? (['shop'] as const) : []), ...listTags(page.rows, query)]
      return { body: okProductPage(page, query), tags }
    }
  sharedRoute(app, listProducts, list({}))
  sharedRoute(app, listProductsOnSale, list({ onSale: true }))

  sharedRoute(app, getSaleFigures, async db => ({
    body: ok({ highestPercent: await findHighestPercent(db) }),
    tags: ['catalog'],
  }))

  sharedRoute(app, listBestSellers, async db => {
    const products = await listCards(db, await findBestSellers(db))
    return { body: ok(products), tags: ['day', ...listTags(products)] }
  })

  sharedRoute(app, countFacets, async (db, { query }) => ({
    body: ok(await showFacets(db, query)),
    tags: ['catalog', 'ratings'],
  }))

  sharedRoute(app, suggestProducts, async (db, { query }) => {
    const suggestions = await suggest(db, query.keyword)
    return { body: ok(suggestions), tags: listTags(suggestions.products) }
  })

  app.route({
    ...getProductCards,
    handler: async ({ query }, reply) => {
      tagged(reply, ['catalog', 'ratings'])
      return ok(await findProductCards(app.db, query.ids, query.variants))
    },
  })

  async function one(db: Database, { params }: { params: ProductKey }, visitor: SessionUser | undefined) {
    const product = await showProduct(db, params, visitor)
    const { _id: id, category, trail } = product
    const slugs = new Set([category.slug, ...trail.map(({ slug }) => slug)])
    const ofCategories = [...slugs].map(slug => `category:${slug}` as const)
    const tags: Tag[] = [`product:${id}`, `reviews:${id}`, `reviewers:${id}`, ...ofCategories]
    return { body: ok(product), tags }
  }
  sharedRoute(app, getProduct, one)
  sharedRoute(app, getProductBySlug, one)
}

const categoryRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listCategories, async (db, _input, visitor) => ({
    body: ok(await showCategories(db, visitor)),
    tags: ['catalog'],
  }))

  async function one(db: Database, { params }: { params: CategoryKey }, visitor: SessionUser | undefined) {
    const category = await showCategory(db, params, visitor)
    const tags: Tag[] = ['catalog', `category:${category.slug}`]
    return { body: ok(category), tags }
  }
  sharedRoute(app, getCategory, one)
  sharedRoute(app, getCategoryBySlug, one)

  async function products(db: Database, { params, query }: { params: CategoryKey; query: ProductListQuery }) {
    const { category, ...page } = await showCategoryProducts(db, params, query)
    const tags: Tag[] = [`category:${category.slug}`, ...listTags(page.rows, query)]
    return { body: okProductPage(page, query), tags }
  }

  sharedRoute(app, listCategoryProducts, products)
  sharedRoute(app, listCategoryProductsBySlug, products)
}

const collectionRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, getCollection, async (db, { params }) => {
    const found = await requireShown(db, params.slug)
    return { body: ok(await showCollection(db, found)), tags: tagsOf(found) }
  })

  sharedRoute(app, listCollectionProducts, async (db, { params, query }) => {
    const found = await requireShown(db, params.slug)
    const page = await showProducts(db, { rule: found }, query)
    return { body: okProductPage(page, query), tags: [...tagsOf(found), ...listTags(page.rows, query)] }
  })
}

const reviewRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listReviews, async (db, { params }, visitor) => {
    const { _id: id } = await visibleProduct(db, params.id, visitor)
    const body = ok(await newestReviews(db, id))
    return { body, tags: [`product:${id}`, `reviews:${id}`, `reviewers:${id}`] }
  })

  app.route({
    ...getOwnReview,
    handler: async ({ params, user }) => ok(await showOwnReview(app.db, params.productId, user)),
  })

  app.route({
    ...getReviewTerms,
    handler: async ({ params, user }) =>
      ok(await reviewTerms(app.db, (await app.settings.current()).orders, params.productId, user)),
  })

  app.route({
    ...submitReview,
    handler: async ({ params, body, user }, reply) => {
      const review = await addReview(app.db, (await app.settings.current()).orders, params.productId, user, body)
      return reply.code(201).send(ok(review, 'Review submitted successfully!'))
    },
  })

  app.route({
    ...editReview,
    handler: async ({ params, body, user }) =>
      ok(
        await changeReview(app.db, (await app.settings.current()).orders, params, user, body),
        'Review updated successfully.',
      ),
  })

  app.route({
    ...deleteOwnReview,
    handler: async ({ params, user }) => {
      await withdrawReview(app.db, params.productId, user)
      return ok(null, 'Review deleted successfully.')
    },
  })

  app.route({
    ...deleteReview,
    handler: async ({ params, user }) => {
      await removeReview(app.db, params, user)
      return ok(null, 'Review deleted successfully.')
    },
  })
}
