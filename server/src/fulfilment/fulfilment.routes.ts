import { cancelOrder, getOrder, updateOrder } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import * as cancelling from './cancel-order.ts'
import { showOrder } from './staff-orders.service.ts'
import * as updating from './update-order.ts'

export const fulfilmentRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({ ...getOrder, handler: async ({ params, user }) => ok(await showOrder(app.db, user, params.id)) })

  app.route({
    ...updateOrder,
    handler: async ({ params, body, user }) => {
      const { order, message } = await updating.updateOrder(app.db, app.gateways, {
        visitor: user,
        ...params,
        input: body,
      })
      return ok(order, message)
    },
  })

  app.route({
    ...cancelOrder,
    handler: async ({ params, user }) =>
      ok(await cancelling.cancelOrder(app.db, app.gateways, user, params.id), 'Order cancelled successfully.'),
  })
}
