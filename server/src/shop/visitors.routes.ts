import { changeVisitorPassword, getVisitorPassword } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hashPassword } from '../people/passwords.ts'
import { adminOnly } from '../people/request-session.ts'
import { recordAudit } from '../platform/audit/audit.repository.ts'
import { transact } from '../platform/database/transact.ts'
import { ok } from '../platform/http/envelope.ts'
import { findVisitorPassword, updateVisitorPassword } from './settings.repository.ts'

/** Staff learn whether there is a password, not which. */
export const visitorPasswordRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...getVisitorPassword,
    handler: async () => ok({ hasPassword: (await findVisitorPassword(app.db)) !== null }),
  })

  app.route({
    ...changeVisitorPassword,
    handler: async ({ body: { password }, user }) => {
      const hash = password === null ? null : await hashPassword(password)
      await transact(app.db, async db => {
        await updateVisitorPassword(db, hash)
        const action = hash === null ? 'settings.visitor_password_removed' : 'settings.visitor_password_set'
        await recordAudit(db, { actor: user.id, action, subject: 'settings:visitors' })
      })
      return ok({ hasPassword: hash !== null }, hash === null ? 'Password removed.' : 'Password saved.')
    },
  })
}
