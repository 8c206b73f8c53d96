import { IDEMPOTENCY_HEADER, staffOrderCalls } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { correctEmail } from './correct-email.ts'
import { addOrderNote, deleteOrderNote } from './order-notes.ts'
import { listPricingRules } from './pricing-rules.ts'
import { reviewOrder } from './review-order.ts'
import { listOrders, showOrder } from './staff-orders.ts'
import { cancelOrder, updateOrder } from './update-order.ts'

export const fulfilmentRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, staffOrderCalls, {
    'GET /orders/:id': async ({ params, user }) => ok(await showOrder(app.db, app.gateways, user, params.id)),
    'PATCH /orders/:orderId/update': async ({ params, body, user }) => {
      const move = { visitor: user, ...params, input: body }
      const { order, message } = await updateOrder(app.db, app.gateways, move)
      return ok(order, message)
    },
    'PATCH /orders/:id/cancel': async ({ params, query, user }) =>
      ok(await cancelOrder(app.db, app.gateways, user, params.id, query.from), 'Order cancelled successfully.'),
    'GET /orders': async ({ query }) => okPage(await listOrders(app.db, query), query),
    'GET /orders/status/:status': async ({ query, params }) =>
      okPage(await listOrders(app.db, query, params.status), query),
    'GET /orders/:id/rules': async ({ params }) => ok(await listPricingRules(app.db, params.id)),
    'POST /orders/:id/reviewed': async ({ params, user }) =>
      ok(await reviewOrder(app.db, app.gateways, user, params.id), 'Order reviewed.'),
    'PUT /orders/:id/email': async ({ params, body, user }) => {
      await correctEmail(app.db, user, params.id, body)
      return ok(await showOrder(app.db, app.gateways, user, params.id), `A new link is on its way to ${body.email}.`)
    },
    'POST /orders/:id/notes': async ({ params, body, user, headers }, reply) => {
      const note = await addOrderNote(app.db, user, params.id, body.text, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(note, 'Note added.'))
    },
    'DELETE /orders/:id/notes/:noteId': async ({ params, user }) => {
      await deleteOrderNote(app.db, user, params.id, params.noteId)
      return ok(null, 'Note deleted.')
    },
  })
}
