import {
  addOrderNote,
  cancelOrder,
  deleteOrderNote,
  getOrder,
  IDEMPOTENCY_HEADER,
  listOrders,
  listOrdersByStatus,
  updateOrder,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok, okPage } from '../platform/http/errors.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import * as cancelling from './cancel-order.ts'
import * as notes from './order-notes.ts'
import * as staffOrders from './staff-orders.ts'
import { showOrder } from './staff-orders.ts'
import * as updating from './update-order.ts'

export const fulfilmentRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...getOrder, handler: async ({ params, user }) => ok(await showOrder(app.db, user, params.id)) })

  app.route({
    ...updateOrder,
    handler: async ({ params, body, user }) => {
      const move = { visitor: user, ...params, input: body }
      const { order, message } = await updating.updateOrder(app.db, app.gateways, move)
      return ok(order, message)
    },
  })

  app.route({
    ...cancelOrder,
    handler: async ({ params, user }) =>
      ok(await cancelling.cancelOrder(app.db, app.gateways, user, params.id), 'Order cancelled successfully.'),
  })
}

export const staffOrderRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listOrders,
    handler: async ({ query }) => okPage(await staffOrders.listOrders(app.db, query), query),
  })

  app.route({
    ...listOrdersByStatus,
    handler: async ({ query, params }) => okPage(await staffOrders.listOrders(app.db, query, params.status), query),
  })

  app.route({
    ...addOrderNote,
    schema: { ...addOrderNote.schema, headers: idempotencyHeaders },
    handler: async ({ params, body, user, headers }, reply) => {
      const note = await notes.addOrderNote(app.db, user, params.id, body.text, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(note, 'Note added.'))
    },
  })

  app.route({
    ...deleteOrderNote,
    handler: async ({ params, user }) => {
      await notes.deleteOrderNote(app.db, user, params.id, params.noteId)
      return ok(null, 'Note deleted.')
    },
  })
}
