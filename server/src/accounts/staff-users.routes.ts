import {
  changeRole,
  changeStatus,
  deleteReviewsOfCustomer,
  endSessionOfCustomer,
  endSessionsOfCustomer,
  getCustomerOverview,
  getUser,
  listCustomers,
  listOrdersOfCustomer,
  listStaff,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listOwnOrders } from '../orders/orders.repository.ts'
import { adminOnly } from '../people/request-session.ts'
import * as repository from '../people/staff-users.repository.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { deleteReviews, showOverview, signOut } from './customers.service.ts'
import { giveRole, setStatus, showUser } from './staff-users.service.ts'

const updated = 'User updated successfully.'

export const staffUserRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listCustomers,
    handler: async ({ query }) => okPage(await repository.listCustomers(app.db, query), query),
  })

  app.route({
    ...listStaff,
    handler: async ({ query }) => okPage(await repository.listStaff(app.db, query), query),
  })

  app.route({ ...getUser, handler: async ({ params }) => ok(await showUser(app.db, params.id)) })

  app.route({
    ...changeRole,
    handler: async ({ user: actor, params, body }) =>
      ok(await giveRole(app.db, app.env, { actor, userId: params.userId }, body), updated),
  })

  app.route({
    ...changeStatus,
    handler: async ({ user: actor, params, body }) =>
      ok(await setStatus(app.db, app.env, { actor, userId: params.id }, body), updated),
  })

  app.route({ ...getCustomerOverview, handler: async ({ params }) => ok(await showOverview(app.db, params.id)) })

  app.route({
    ...listOrdersOfCustomer,
    handler: async ({ params, query }) => okPage(await listOwnOrders(app.db, params.id, query), query),
  })

  app.route({
    ...deleteReviewsOfCustomer,
    handler: async ({ user, params }) => {
      const count = await deleteReviews(app.db, user.id, params.id)
      return ok(null, `${count} ${count === 1 ? 'review' : 'reviews'} deleted.`)
    },
  })

  app.route({
    ...endSessionsOfCustomer,
    handler: async ({ user, params }) => {
      await signOut(app.db, user.id, params.id)
      return ok(null, 'Signed out everywhere.')
    },
  })

  app.route({
    ...endSessionOfCustomer,
    handler: async ({ user, params }) => {
      await signOut(app.db, user.id, params.id, params.sessionId)
      return ok(null, 'Signed out of this device.')
    },
  })
}
