import {
  findForStaff,
  getAuditFilters,
  getFirstSteps,
  getLowStock,
  getReport,
  getStats,
  listAudit,
  sendTestEmail,
  streamLiveEvents,
  updateFirstSteps,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tokenOf } from '../people/request-session.ts'
import type { SessionUser } from '../people/session-user.ts'
import { listAuditEntries, listAuditFilters } from '../platform/audit/audit-log.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { lazily } from '../platform/runtime/lazily.ts'
import { openEventStreams } from './event-streams.ts'
import { findAnything } from './find-anything.ts'
import { changeFirstSteps, deliverTestEmail, showFirstSteps } from './first-steps.ts'
import { countStatuses, findLowStock, findStats, listBestSellers, listSales } from './sales-report.ts'

/** Proxies must not buffer or store events. */
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A kept-alive connection would delay the shop's shutdown.
  connection: 'close',
}

export const dashboardRoutes: FastifyPluginAsyncZod = async app => {
  const streams = openEventStreams(app)
  app.addHook('preClose', async () => streams.close())

  app.route({
    ...getStats,
    handler: async () => ok(await findStats(app.db, (await app.settings.current()).money.currency)),
  })

  app.route({
    ...getReport,
    handler: async ({ query: { days } }) => {
      const parts = [listSales(app.db, days), countStatuses(app.db, days), listBestSellers(app.db, days)] as const
      const [sales, statuses, bestSellers] = await Promise.all(parts)
      return ok({ sales, statuses, bestSellers })
    },
  })

  app.route({ ...getLowStock, handler: async () => ok(await findLowStock(app.db)) })

  const firstSteps = async (user: SessionUser, message?: string) =>
    ok(await showFirstSteps(app, await app.settings.current(), user.id), message)
  const mailer = lazily(async () => createMailer(app.env))

  app.route({ ...getFirstSteps, handler: ({ user }) => firstSteps(user) })

  app.route({
    ...updateFirstSteps,
    handler: async ({ body, user }) => {
      await changeFirstSteps(app.db, user.id, body)
      return firstSteps(user, 'First steps saved.')
    },
  })

  app.route({
    ...sendTestEmail,
    handler: async ({ user }) => {
      await deliverTestEmail(app, await mailer(), await app.settings.current(), user)
      return firstSteps(
        user,
        app.env.mail.smtpUrl
          ? `A test email was sent to ${user.email}.`
          : `The test email to ${user.email} became a file in the data folder; without SMTP_URL nothing is sent.`,
      )
    },
  })

  app.route({ ...findForStaff, handler: async ({ query }) => ok(await findAnything(app.db, query.keyword)) })

  app.route({
    ...streamLiveEvents,
    config: { isUnattended: true },
    // A HEAD request would never end.
    exposeHeadRoute: false,
    handler: (request, reply) => reply.headers(streamHeaders).send(streams.open(request.user.id, tokenOf(request))),
  })

  app.route({ ...listAudit, handler: async ({ query }) => okPage(await listAuditEntries(app.db, query), query) })

  app.route({ ...getAuditFilters, handler: async () => ok(await listAuditFilters(app.db)) })
}
