import { addAddress, getCurrentUser, listAddresses } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { listAddressesOf } from './addresses.repository.ts'
import { saveAddress } from './addresses.service.ts'
import { presentUser } from './present-user.ts'

export const userRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

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
    handler: async ({ user, body }, reply) => {
      const address = await saveAddress(app.db, user.id, body)
      return reply.code(201).send(ok(address, 'Address added successfully.'))
    },
  })
}
