import {
  approveReviews,
  type BulkAction,
  changeProducts as changeProductsCall,
  countCollection,
  countWaitingReviews,
  createCategory,
  createCollection,
  createProduct,
  deleteCategory,
  deleteCollection,
  deleteProduct,
  deleteReply,
  hideReview,
  IDEMPOTENCY_HEADER,
  listProductHistory,
  listProductsInactive,
  listStaffCategories,
  listStaffCollections,
  listStaffReviews,
  listStockMovements,
  orderCategories,
  patchProduct,
  replyToReview,
  restoreCategory,
  restoreCollection as restoreCollectionCall,
  undoProductChange,
  updateCategory,
  updateCollection,
  updateProduct,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok, okPage } from '../platform/http/errors.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { changeProducts, removeProduct, setActive } from './change-products.ts'
import {
  addCollection,
  countProducts,
  editCollection,
  removeCollection,
  restoreCollection,
  showStaffCollections,
} from './collections.ts'
import * as moderation from './moderate-reviews.ts'
import { showHistory, undoChange } from './product-history.ts'
import { bringBackCategory, removeCategory } from './remove-category.ts'
import * as categories from './save-category.ts'
import { addProduct, editProduct } from './save-product.ts'
import { okProductPage, showProducts } from './show-products.ts'
import { showStockMovements } from './stock-movements.ts'

/** What staff call. */
export const staffCatalogRoutes: FastifyPluginAsyncZod = async app => {
  const all = [staffProductRoutes, staffCategoryRoutes, staffCollectionRoutes, staffReviewRoutes]
  for (const routes of all) await app.register(routes)
}

const messageOf = (isActive: boolean) => `Product ${isActive ? 'activated' : 'deactivated'} successfully.`

const SAVED = 'Product updated successfully.'

function savedMessage(held: number) {
  if (held === 0) return SAVED
  const units = held === 1 ? '1 unit' : `${held} units`
  return `${SAVED} Open orders hold ${units} of deleted variants. If they are cancelled, add what comes back to other variants.`
}

const DONE = { activate: 'activated', deactivate: 'deactivated', delete: 'deleted', restore: 'restored' } as const

function countedMessage(action: BulkAction, count: number) {
  if (count === 0) return 'Nothing was left to change.'
  return `${count} ${count === 1 ? 'product' : 'products'} ${DONE[action]} successfully.`
}

const staffProductRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listProductsInactive,
    handler: async ({ query }) => okProductPage(await showProducts(app.db, { isHidden: true }, query), query),
  })

  app.route({
    ...changeProductsCall,
    handler: async ({ user, body }) => {
      const changed = await changeProducts(app.db, user.id, body)
      return ok({ changed }, countedMessage(body.action, changed.length))
    },
  })

  app.route({
    ...listProductHistory,
    handler: async ({ params, query }) => okPage(await showHistory(app.db, params.id, query), query),
  })

  app.route({
    ...listStockMovements,
    handler: async ({ params, query }) => okPage(await showStockMovements(app.db, params.id, query), query),
  })

  app.route({
    ...undoProductChange,
    handler: async ({ user, params }) => ok(await undoChange(app.db, user.id, params.id, params.entry), SAVED),
  })

  app.route({
    ...createProduct,
    schema: { ...createProduct.schema, headers: idempotencyHeaders },
    handler: async ({ user, body, headers }, reply) => {
      const product = await addProduct(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(product, 'Product created successfully.'))
    },
  })

  app.route({
    ...updateProduct,
    schema: { ...updateProduct.schema, headers: idempotencyHeaders },
    handler: async ({ user, params, body, headers }) => {
      const saved = await editProduct(app.db, user.id, params.productId, body, headers[IDEMPOTENCY_HEADER])
      return ok(saved.product, savedMessage(saved.heldUnits))
    },
  })

  app.route({
    ...patchProduct,
    handler: async ({ user, params, body }) =>
      ok(await setActive(app.db, user.id, params.productId, body), messageOf(body.value)),
  })

  app.route({
    ...deleteProduct,
    handler: async ({ user, params }) => {
      await removeProduct(app.db, user.id, params.id)
      return ok(null, 'Product deleted successfully.')
    },
  })
}

const staffCategoryRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...listStaffCategories, handler: async () => ok(await categories.listStaffCategories(app.db)) })

  app.route({
    ...createCategory,
    schema: { ...createCategory.schema, headers: idempotencyHeaders },
    handler: async ({ user, body, headers }, reply) => {
      const category = await categories.addCategory(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(category, 'Category created successfully.'))
    },
  })

  app.route({
    ...orderCategories,
    handler: async ({ user, body }) =>
      ok(await categories.reorderCategories(app.db, user.id, body), 'Categories reordered successfully.'),
  })

  app.route({
    ...updateCategory,
    handler: async ({ user, params, body }) =>
      ok(await categories.editCategory(app.db, user.id, params.id, body), 'Category updated successfully.'),
  })

  app.route({
    ...deleteCategory,
    handler: async ({ user, params, query }) => {
      await removeCategory(app.db, user.id, params.id, query.moveTo)
      return ok(null, 'Category deleted successfully.')
    },
  })

  app.route({
    ...restoreCategory,
    handler: async ({ user, params }) =>
      ok(await bringBackCategory(app.db, user.id, params.id), 'Category restored successfully.'),
  })
}

const staffCollectionRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...listStaffCollections, handler: async () => ok(await showStaffCollections(app.db)) })

  app.route({
    ...countCollection,
    handler: async ({ query: { maxPrice = null, newDays = null, tag = null, onSale = false } }) => {
      const isNone = maxPrice === null && newDays === null && tag === null && !onSale
      return ok({ count: isNone ? 0 : await countProducts(app.db, { maxPrice, newDays, tag, onSale }) })
    },
  })

  app.route({
    ...createCollection,
    handler: async ({ user, body }, reply) =>
      reply.code(201).send(ok(await addCollection(app.db, user.id, body), 'Collection created successfully.')),
  })

  app.route({
    ...updateCollection,
    handler: async ({ user, params, body }) =>
      ok(await editCollection(app.db, user.id, params.id, body), 'Collection updated successfully.'),
  })

  app.route({
    ...deleteCollection,
    handler: async ({ user, params }) => {
      await removeCollection(app.db, user.id, params.id)
      return ok(null, 'Collection deleted successfully.')
    },
  })

  app.route({
    ...restoreCollectionCall,
    handler: async ({ user, params }) =>
      ok(await restoreCollection(app.db, user.id, params.id), 'Collection restored successfully.'),
  })
}

const staffReviewRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listStaffReviews,
    handler: async ({ query }) => okPage(await moderation.listStaffReviews(app.db, query), query),
  })

  app.route({
    ...countWaitingReviews,
    handler: async () => ok({ count: await moderation.countWaiting(app.db) }),
  })

  app.route({
    ...approveReviews,
    handler: async ({ body, user }) => {
      const answer = await moderation.approveReviews(app.db, user.id, body.reviews)
      return ok(answer, approvalText(answer))
    },
  })

  app.route({
    ...hideReview,
    handler: async ({ params, body, user }) =>
      ok(await moderation.hideReview(app.db, user.id, params.id, body.reason), 'Review hidden.'),
  })

  app.route({
    ...replyToReview,
    handler: async ({ params, body, user }) =>
      ok(await moderation.changeReply(app.db, user.id, params.id, body.reply, body.version), 'Reply saved.'),
  })

  app.route({
    ...deleteReply,
    handler: async ({ params, user }) =>
      ok(await moderation.changeReply(app.db, user.id, params.id, null), 'Reply deleted.'),
  })
}

const countOf = (ids: string[]) => `${ids.length} ${ids.length === 1 ? 'review' : 'reviews'}`

function approvalText({ approved, changed }: { approved: string[]; changed: string[] }): string {
  const done = approved.length > 0 ? `${countOf(approved)} approved.` : 'Nothing was approved.'
  return changed.length > 0 ? `${done} ${countOf(changed)} changed meanwhile: please read again.` : done
}
