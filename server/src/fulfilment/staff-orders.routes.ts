import { addOrderNote, deleteOrderNote, IDEMPOTENCY_HEADER, listOrders, listOrdersByStatus } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import * as notes from './order-notes.service.ts'
import * as repository from './staff-orders.repository.ts'

export const staffOrderRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listOrders,
    handler: async ({ query }) => okPage(await repository.listOrders(app.db, query), query),
  })

  app.route({
    ...listOrdersByStatus,
    handler: async ({ query, params }) => okPage(await repository.listOrders(app.db, query, params.status), query),
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
