import {
  type CollectionRule,
  categoryCalls,
  collectionCalls,
  type ProductFilters,
  productCalls,
  reviewCalls,
} from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok } from '../platform/http/errors.ts'
import { shareCalls } from '../platform/http/shared-calls.ts'
import { requireCategoryBranch, showCategories, showCategory } from './categories.ts'
import { requireShown, showCollection } from './collections.ts'
import { findCompanions } from './find-companions.ts'
import { findProductCards, listCards, type ProductKey, requireVisibleProduct } from './product-rows.ts'
import { listReviews as newestReviews } from './review-rows.ts'
import { findBestSellers, findHighestPercent } from './search/index-products.ts'
import type { ProductScope } from './search/product-index.ts'
import { showFacets } from './search/show-facets.ts'
import { okProductPage, showProduct, showProducts, suggest } from './show-products.ts'
import { addReview, changeReview, removeReview, reviewTerms, showOwnReview, withdrawReview } from './write-review.ts'

type Listing = Parameters<typeof showProducts>[2]
type CategoryKey = Parameters<typeof showCategory>[1]

export const catalogRoutes: FastifyPluginAsync = async app => {
  for (const routes of [productRoutes, categoryRoutes, collectionRoutes, reviewRoutes]) await app.register(routes)
}

const productRoutes: FastifyPluginAsync = async app => {
  const list =
    (scope: ProductScope) =>
    async (db: Database, { query }: { query: Listing }) => {
      const page = await showProducts(db, scope, query)
      // What is read may be answered by a page of the shop, too.
      const tags: Tag[] = [...(query.read ? (['shop'] as const) : []), ...listTags(page.rows, query)]
      return { body: okProductPage(page, query), tags }
    }

  async function one(db: Database, { params }: { params: ProductKey }, visitor: SessionUser | undefined) {
    const product = await showProduct(db, params, visitor, (await app.settings.current()).money)
    const { _id: id, category, trail } = product
    const slugs = new Set([category.slug, ...trail.map(({ slug }) => slug)])
    const ofCategories = [...slugs].map(slug => `category:${slug}` as const)
    const tags: Tag[] = [`product:${id}`, `reviews:${id}`, `reviewers:${id}`, ...ofCategories]
    return { body: ok(product), tags }
  }
  shareCalls(app, productCalls, {
    'GET /products': list({}),
    'GET /products/on-sale': list({ onSale: true }),
    'GET /products/sale-figures': async db => ({
      body: ok({ highestPercent: await findHighestPercent(db) }),
      tags: ['catalog'],
    }),
    'GET /products/best-sellers': async db => {
      const products = await listCards(db, await findBestSellers(db))
      return { body: ok(products), tags: ['day', ...listTags(products)] }
    },
    // The cart asks for present prices and stock, so a replica does not answer.
    'GET /products/cards': async (_db, { query }) => ({
      body: ok(await findProductCards(app.db, query.ids, query.variants)),
      tags: ['catalog', 'ratings'],
    }),
    'GET /products/facets': async (db, { query }) => ({
      body: ok(await showFacets(db, query)),
      tags: ['catalog', 'ratings'],
    }),
    'GET /products/suggestions': async (db, { query }) => {
      const suggestions = await suggest(db, query.keyword)
      return { body: ok(suggestions), tags: listTags(suggestions.products) }
    },
    'GET /products/:id/companions': async (db, { params }) => {
      const products = await listCards(db, await findCompanions(db, params.id))
      return { body: ok(products), tags: ['day', ...listTags(products)] }
    },
    'GET /products/:id': one,
    'GET /products/slug/:slug': one,
  })
}

const categoryRoutes: FastifyPluginAsync = async app => {
  async function one(db: Database, { params }: { params: CategoryKey }, visitor: SessionUser | undefined) {
    const category = await showCategory(db, params, visitor)
    const tags: Tag[] = ['catalog', `category:${category.slug}`]
    return { body: ok(category), tags }
  }

  async function products(db: Database, { params, query }: { params: CategoryKey; query: Listing }) {
    const category = await requireCategoryBranch(db, params)
    const page = await showProducts(db, { categories: category.numbers }, query)
    const tags: Tag[] = [`category:${category.slug}`, ...listTags(page.rows, query)]
    return { body: okProductPage(page, query), tags }
  }

  shareCalls(app, categoryCalls, {
    'GET /categories': async (db, _input, visitor) => ({
      body: ok(await showCategories(db, visitor)),
      tags: ['catalog'],
    }),
    'GET /categories/:id': one,
    'GET /categories/slug/:slug': one,
    'GET /categories/id/:id/products': products,
    'GET /categories/slug/:slug/products': products,
  })
}

/** Any product changes a collection's list, and midnight when its rule counts days. */
const tagsOf = ({ newDays }: CollectionRule): Tag[] => (newDays === null ? ['catalog'] : ['catalog', 'day'])

const collectionRoutes: FastifyPluginAsync = async app => {
  shareCalls(app, collectionCalls, {
    'GET /collections/slug/:slug': async (db, { params }) => {
      const found = await requireShown(db, params.slug)
      return { body: ok(await showCollection(db, found)), tags: tagsOf(found) }
    },
    'GET /collections/slug/:slug/products': async (db, { params, query }) => {
      const found = await requireShown(db, params.slug)
      const page = await showProducts(db, { rule: found }, query)
      return { body: okProductPage(page, query), tags: [...tagsOf(found), ...listTags(page.rows, query)] }
    },
  })
}

const reviewRoutes: FastifyPluginAsync = async app => {
  shareCalls(app, reviewCalls, {
    'GET /products/:id/reviews': async (db, { params }, visitor) => {
      const { _id: id } = await requireVisibleProduct(db, params, visitor)
      const body = ok(await newestReviews(db, id))
      return { body, tags: [`product:${id}`, `reviews:${id}`, `reviewers:${id}`] }
    },
  })

  const rules = async () => (await app.settings.current()).orders

  answerCalls(app, reviewCalls, {
    'GET /products/:productId/reviews/current-user': async ({ params, user }) =>
      ok(await showOwnReview(app.db, params.productId, user)),
    'GET /products/:productId/reviews/terms': async ({ params, user }) =>
      ok(await reviewTerms(app.db, await rules(), params.productId, user)),
    'POST /products/:productId/reviews': async ({ params, body, user }, reply) => {
      const review = await addReview(app.db, await rules(), params.productId, user, body)
      return reply.code(201).send(ok(review, 'Review submitted successfully!'))
    },
    'PUT /products/:productId/reviews/:reviewId': async ({ params, body, user }) =>
      ok(await changeReview(app.db, await rules(), params, user, body), 'Review updated successfully.'),
    'DELETE /products/:productId/reviews': async ({ params, user }) => {
      await withdrawReview(app.db, params.productId, user)
      return ok(null, 'Review deleted successfully.')
    },
    'DELETE /products/:productId/reviews/:reviewId': async ({ params, user }) => {
      await removeReview(app.db, params, user)
      return ok(null, 'Review deleted successfully.')
    },
  })
}

function listTags(products: { _id: string }[], { rating, sort }: Partial<ProductFilters> = {}): Tag[] {
  const depends: Tag[] = rating !== undefined || sort === 'rating' ? ['catalog', 'ratings'] : ['catalog']
  return [...depends, ...products.flatMap(({ _id }) => [`product:${_id}` as const, `rating:${_id}` as const])]
}
