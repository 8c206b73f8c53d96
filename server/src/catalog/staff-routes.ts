import {
  type BulkAction,
  categoryCalls,
  collectionCalls,
  IDEMPOTENCY_HEADER,
  plannedPriceCalls,
  productCalls,
  productChangeCalls,
  staffCategoryCalls,
  staffProductCalls,
  staffReviewCalls,
} from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { listStaffCategories } from './categories.ts'
import { changeProducts, DONE, removeProduct, setActive } from './change-products.ts'
import {
  addCollection,
  countProducts,
  editCollection,
  removeCollection,
  restoreCollection,
  showStaffCollections,
} from './collections.ts'
import { approveReviews, changeReply, countWaiting, hideReview, listStaffReviews } from './moderate-reviews.ts'
import {
  addPlannedPrice,
  editPlannedPrice,
  endPlannedPrice,
  listPlannedPrices,
  previewPlannedPrice,
  removePlannedPrice,
  requirePlannedPrice,
} from './planned-prices/planned-prices.ts'
import { showHistory, showStockMovements, undoChange } from './product-history.ts'
import { bringBackCategory, removeCategory } from './remove-category.ts'
import { addCategory, editCategory, reorderCategories } from './save-category.ts'
import { addProduct, editProduct } from './save-product.ts'
import { okProductPage, showProducts } from './show-products.ts'

export const staffCatalogRoutes: FastifyPluginAsync = async app => {
  const all = [staffProductRoutes, plannedPriceRoutes, staffCategoryRoutes, staffCollectionRoutes, staffReviewRoutes]
  for (const routes of all) await app.register(routes)
}

const messageOf = (isActive: boolean) => `Product ${isActive ? 'activated' : 'deactivated'} successfully.`

const SAVED = 'Product updated successfully.'

function savedMessage(held: number) {
  if (held === 0) return SAVED
  const units = held === 1 ? '1 unit' : `${held} units`
  return `${SAVED} Open orders hold ${units} of deleted variants. If they are cancelled, add what comes back to other variants.`
}

function countedMessage(action: BulkAction, count: number) {
  if (count === 0) return 'Nothing was left to change.'
  return `${count} ${count === 1 ? 'product' : 'products'} ${DONE[action]} successfully.`
}

const staffProductRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, productChangeCalls, {
    'POST /products/bulk': async ({ user, body }) => {
      const changed = await changeProducts(app.db, user.id, body)
      return ok({ changed }, countedMessage(body.action, changed.length))
    },
    'GET /products/:id/history': async ({ params, query }) =>
      okPage(await showHistory(app.db, params.id, query), query),
    'GET /products/:id/stock-movements': async ({ params, query }) =>
      okPage(await showStockMovements(app.db, params.id, query), query),
    'POST /products/:id/history/:entry/undo': async ({ user, params }) =>
      ok(await undoChange(app.db, user.id, params.id, params.entry), SAVED),
  })

  answerCalls(app, productCalls, {
    'GET /products/inactive': async ({ query }) =>
      okProductPage(await showProducts(app.db, { isHidden: true }, query), query),
    'PATCH /products/:productId': async ({ user, params, body }) =>
      ok(await setActive(app.db, user.id, params.productId, body), messageOf(body.value)),
  })

  answerCalls(app, staffProductCalls, {
    'POST /products': async ({ user, body, headers }, reply) => {
      const product = await addProduct(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(product, 'Product created successfully.'))
    },
    'PUT /products/:productId': async ({ user, params, body, headers }) => {
      const saved = await editProduct(app.db, user.id, params.productId, body, headers[IDEMPOTENCY_HEADER])
      return ok(saved.product, savedMessage(saved.heldUnits))
    },
    'DELETE /products/:id': async ({ user, params }) => {
      await removeProduct(app.db, user.id, params.id)
      return ok(null, 'Product deleted successfully.')
    },
  })
}

const plannedPriceRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, plannedPriceCalls, {
    'GET /planned-prices': async ({ query }) => okPage(await listPlannedPrices(app.db, query), query),
    'GET /planned-prices/:id': async ({ params }) => ok(await requirePlannedPrice(app.db, params.id)),
    'POST /planned-prices': async ({ user, body, headers }, reply) => {
      const sale = await addPlannedPrice(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(sale, 'Sale planned successfully.'))
    },
    'POST /planned-prices/preview': async ({ body }) => ok(await previewPlannedPrice(app.db, body)),
    'PUT /planned-prices/:id': async ({ user, params, body }) =>
      ok(await editPlannedPrice(app.db, user.id, params.id, body), 'Sale updated successfully.'),
    'POST /planned-prices/:id/end': async ({ user, params }) =>
      ok(await endPlannedPrice(app.db, user.id, params.id), 'Sale ended successfully.'),
    'DELETE /planned-prices/:id': async ({ user, params }) => {
      await removePlannedPrice(app.db, user.id, params.id)
      return ok(null, 'Sale deleted successfully.')
    },
  })
}

const staffCategoryRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, categoryCalls, {
    'POST /categories': async ({ user, body, headers }, reply) => {
      const category = await addCategory(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(category, 'Category created successfully.'))
    },
  })

  answerCalls(app, staffCategoryCalls, {
    'GET /categories/staff': async () => ok(await listStaffCategories(app.db)),
    'PUT /categories/order': async ({ user, body }) =>
      ok(await reorderCategories(app.db, user.id, body), 'Categories reordered successfully.'),
    'PATCH /categories/:id': async ({ user, params, body }) =>
      ok(await editCategory(app.db, user.id, params.id, body), 'Category updated successfully.'),
    'DELETE /categories/:id': async ({ user, params, query }) => {
      await removeCategory(app.db, user.id, params.id, query.moveTo)
      return ok(null, 'Category deleted successfully.')
    },
    'POST /categories/:id/restore': async ({ user, params }) =>
      ok(await bringBackCategory(app.db, user.id, params.id), 'Category restored successfully.'),
  })
}

const staffCollectionRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, collectionCalls, {
    'GET /collections': async () => ok(await showStaffCollections(app.db)),
    'GET /collections/count': async ({ query: { maxPrice = null, newDays = null, tag = null, onSale = false } }) => {
      const isNone = maxPrice === null && newDays === null && tag === null && !onSale
      return ok({ count: isNone ? 0 : await countProducts(app.db, { maxPrice, newDays, tag, onSale }) })
    },
    'POST /collections': async ({ user, body }, reply) =>
      reply.code(201).send(ok(await addCollection(app.db, user.id, body), 'Collection created successfully.')),
    'PATCH /collections/:id': async ({ user, params, body }) =>
      ok(await editCollection(app.db, user.id, params.id, body), 'Collection updated successfully.'),
    'DELETE /collections/:id': async ({ user, params }) => {
      await removeCollection(app.db, user.id, params.id)
      return ok(null, 'Collection deleted successfully.')
    },
    'POST /collections/:id/restore': async ({ user, params }) =>
      ok(await restoreCollection(app.db, user.id, params.id), 'Collection restored successfully.'),
  })
}

const staffReviewRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, staffReviewCalls, {
    'GET /reviews': async ({ query }) => okPage(await listStaffReviews(app.db, query), query),
    'GET /reviews/waiting': async () => ok({ count: await countWaiting(app.db) }),
    'POST /reviews/approve': async ({ body, user }) => {
      const answer = await approveReviews(app.db, user.id, body.reviews)
      return ok(answer, approvalText(answer))
    },
    'POST /reviews/:id/hide': async ({ params, body, user }) =>
      ok(await hideReview(app.db, user.id, params.id, body.reason), 'Review hidden.'),
    'PUT /reviews/:id/reply': async ({ params, body, user }) =>
      ok(await changeReply(app.db, user.id, params.id, body.reply, body.version), 'Reply saved.'),
    'DELETE /reviews/:id/reply': async ({ params, user }) =>
      ok(await changeReply(app.db, user.id, params.id, null), 'Reply deleted.'),
  })
}

const countOf = (ids: string[]) => `${ids.length} ${ids.length === 1 ? 'review' : 'reviews'}`

function approvalText({ approved, changed }: { approved: string[]; changed: string[] }): string {
  const done = approved.length > 0 ? `${countOf(approved)} approved.` : 'Nothing was approved.'
  return changed.length > 0 ? `${done} ${countOf(changed)} changed meanwhile: please read again.` : done
}
