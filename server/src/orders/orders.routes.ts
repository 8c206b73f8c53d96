import {
  findOwnOrders,
  getOwnOrder,
  IDEMPOTENCY_HEADER,
  listOwnOrders,
  listUnpaidOrders,
  placeOrder,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { SUBNET_BITS } from '../platform/http/network-address.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import { orderTermsOf } from '../shop/order-terms.ts'
import * as repository from './orders.repository.ts'
import * as orders from './orders.service.ts'

export const orderRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...placeOrder,
    config: { whileClosed: false },
    schema: { ...placeOrder.schema, headers: idempotencyHeaders },
    handler: async (request, reply) => {
      const shopper = { userId: request.user.id, address: addressOf(request, SUBNET_BITS) }
      const key = request.headers[IDEMPOTENCY_HEADER]
      const terms = orderTermsOf(app.env, await app.settings.current())
      const order = await orders.placeOrder(app.db, terms, shopper, request.body, key, app.gateways.highestCents)
      return reply.code(201).send(ok(order, 'Order created successfully.'))
    },
  })

  app.route({
    ...listOwnOrders,
    handler: async ({ query, user }) => okPage(await repository.listOwnOrders(app.db, user.id, query), query),
  })

  app.route({
    ...listUnpaidOrders,
    handler: async ({ user }) => ok(await repository.listUnpaidOrders(app.db, user.id)),
  })

  app.route({
    ...findOwnOrders,
    handler: async ({ query, user }) => ok(await repository.findOwnOrders(app.db, user.id, query.name)),
  })

  app.route({
    ...getOwnOrder,
    handler: async ({ params, user }) => ok(await orders.requireOwnOrder(app.db, user.id, params.id)),
  })
}
