import {
  addAddress,
  changeAddress,
  deleteAddress,
  getCurrentUser,
  IDEMPOTENCY_HEADER,
  listAddresses,
  shopInfoOf,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { presentUser } from '../people/present-user.ts'
import { signedIn } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { listAddressesOf } from './addresses.repository.ts'
import * as addresses from './addresses.service.ts'

export const userRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)
  const shop = async () => shopInfoOf(await app.settings.current())

  app.route({
    ...getCurrentUser,
    handler: async ({ user }) => ok(presentUser(user)),
  })

  app.route({
    ...listAddresses,
    handler: async ({ user }) => ok(await listAddressesOf(app.db, user.id)),
  })

  app.route({
    ...addAddress,
    schema: { ...addAddress.schema, headers: idempotencyHeaders },
    handler: async ({ user, body, headers }, reply) => {
      const address = await addresses.saveAddress(app.db, await shop(), user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(address, 'Address added successfully.'))
    },
  })

  app.route({
    ...changeAddress,
    handler: async ({ user, params, body }) => {
      const address = await addresses.changeAddress(app.db, await shop(), user.id, params.addressId, body)
      return ok(address, 'Address updated successfully.')
    },
  })

  app.route({
    ...deleteAddress,
    handler: async ({ user, params }) => {
      await addresses.forgetAddress(app.db, user.id, params.addressId)
      return ok(null, 'Address deleted successfully!')
    },
  })
}
