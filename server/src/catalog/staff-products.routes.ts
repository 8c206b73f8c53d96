import { createProduct, deleteProduct, listProductsInactive, patchProduct, updateProduct } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { showProducts } from './catalog.service.ts'
import { okProductPage } from './product-page.ts'
import { addProduct, editProduct, removeProduct, shelve } from './staff-products.service.ts'

const messageOf = (isActive: boolean) => `Product ${isActive ? 'activated' : 'deactivated'} successfully.`

export const staffProductRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listProductsInactive,
    handler: async ({ query }) => okProductPage(await showProducts(app.db, { isHidden: true }, query), query),
  })

  app.route({
    ...createProduct,
    handler: async ({ user, body }, reply) => {
      const product = await addProduct(app.db, user.id, body)
      return reply.code(201).send(ok(product, 'Product created successfully.'))
    },
  })

  app.route({
    ...updateProduct,
    handler: async ({ user, params, body }) =>
      ok(await editProduct(app.db, user.id, params.productId, body), 'Product updated successfully.'),
  })

  app.route({
    ...patchProduct,
    handler: async ({ user, params, body }) =>
      ok(await shelve(app.db, user.id, params.productId, body), messageOf(body.value)),
  })

  app.route({
    ...deleteProduct,
    handler: async ({ user, params }) => {
      await removeProduct(app.db, user.id, params.id)
      return ok(null, 'Product deleted successfully.')
    },
  })
}
