import {
  findOwnOrders,
  getInvoice,
  getOwnOrder,
  getShopTerms,
  IDEMPOTENCY_HEADER,
  listOwnOrders,
  listUnpaidOrders,
  placeOrder,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok, okPage } from '../platform/http/errors.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { SUBNET_BITS } from '../platform/http/network-address.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import { mostUnits, orderTermsOf } from '../shop/order-terms.ts'
import { makeInvoice } from './invoices/invoice-document.ts'
import * as orders from './place-order.ts'
import * as reading from './read-orders.ts'

export const orderRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...placeOrder,
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
    handler: async ({ query, user }) => okPage(await reading.listOwnOrders(app.db, user.id, query), query),
  })

  app.route({
    ...listUnpaidOrders,
    handler: async ({ user }) => ok(await reading.listUnpaidOrders(app.db, user.id)),
  })

  app.route({
    ...findOwnOrders,
    handler: async ({ query, user }) => ok(await reading.findOwnOrders(app.db, user.id, query.name)),
  })

  app.route({
    ...getOwnOrder,
    handler: async ({ params, user }) => ok(await reading.requireOwnOrder(app.db, user.id, params.id)),
  })
}

export const shopTermsRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...getShopTerms,
    handler: async () => {
      const terms = orderTermsOf(app.env, await app.settings.current())
      return ok({ orderSeconds: terms.orderTtlSeconds, orderUnits: mostUnits(terms) ?? null })
    },
  })
}

export const invoiceRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...getInvoice,
    handler: async ({ params, user }, reply) => {
      const { name, content } = await makeInvoice(app.db, params.id, user.role === 'admin' ? undefined : user.id)
      reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(content)
    },
  })
}
