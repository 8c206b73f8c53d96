import {
  type BulkAction,
  changeProducts as changeProductsCall,
  createProduct,
  deleteProduct,
  IDEMPOTENCY_HEADER,
  listProductHistory,
  listProductsInactive,
  listStockMovements,
  patchProduct,
  undoProductChange,
  updateProduct,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { changeProducts } from './change-products.ts'
import { showHistory, undoChange } from './product-history.ts'
import { okProductPage } from './product-page.ts'
import { showProducts } from './products.service.ts'
import { addProduct, editProduct, removeProduct, setActive } from './staff-products.service.ts'
import { showStockMovements } from './stock-movements.ts'

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

export const staffProductRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

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
