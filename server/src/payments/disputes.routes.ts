import { acceptDispute, getDispute, listDisputes, sendDisputeEvidence } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { ok, okPage } from '../http/envelope.ts'
import * as repository from './disputes.repository.ts'
import { answerDispute, showDispute } from './disputes.service.ts'

export const disputeRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listDisputes,
    handler: async ({ query }) => okPage(await repository.listDisputes(app.db, query), query),
  })

  app.route({ ...getDispute, handler: async ({ params }) => ok(await showDispute(app.db, app.gateway, params.id)) })

  app.route({
    ...acceptDispute,
    handler: async ({ params, body, user }) => {
      const dispute = await answerDispute(app.db, app.gateway, {
        id: params.id,
        actorId: user.id,
        action: 'accept-claim',
        send: (disputes, id) => disputes.accept(id, body.note ?? 'The claim is accepted.'),
      })
      return ok(dispute, 'Claim accepted: PayPal returns the money.')
    },
  })

  app.route({
    ...sendDisputeEvidence,
    handler: async ({ params, body, user }) => {
      const { carrier, trackingNumber: number, note } = body
      const dispute = await answerDispute(app.db, app.gateway, {
        id: params.id,
        actorId: user.id,
        action: 'provide-evidence',
        send: (disputes, id) => disputes.sendTracking(id, { carrier, number, note }),
        details: { carrier, number },
      })
      return ok(dispute, 'Evidence sent.')
    },
  })
}
