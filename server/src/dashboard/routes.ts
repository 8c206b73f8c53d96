import {
  auditCalls,
  dashboardCalls,
  figureCalls,
  firstStepCalls,
  liveCalls,
  rehearsalCalls,
  staffSearchCalls,
  troubleCalls,
} from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { rehearsePricing } from '../orders/rehearsals/rehearse-pricing.ts'
import { listRefusals } from '../payments/payment-sessions.ts'
import { tokenOf } from '../people/request-session.ts'
import type { SessionUser } from '../people/session-user.ts'
import { listAuditEntries, listAuditFilters } from '../platform/audit/audit-log.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { inTurn } from '../platform/limits/limit-attempts.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { findUnsent } from '../platform/mail/outbox.ts'
import { lazily } from '../platform/runtime/lazily.ts'
import { findMailServer } from '../shop/mail-server.ts'
import { paymentModeOf } from '../shop/order-terms.ts'
import { openEventStreams } from './event-streams.ts'
import { findAnything } from './find-anything.ts'
import { changeFirstSteps, deliverTestEmail, showFirstSteps } from './first-steps.ts'
import { countStatuses, findLowStock, findStats, listBestSellers, listSales, listTaxes } from './sales-report.ts'
import { openVisitCounts, showFunnel } from './visit-counts.ts'

/** Proxies must not buffer or store events. */
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A kept-alive connection would delay the shop's shutdown.
  connection: 'close',
}

export const dashboardRoutes: FastifyPluginAsync = async app => {
  const streams = openEventStreams(app)
  app.addHook('preClose', async () => streams.close())

  const mode = async () => paymentModeOf(app.env, await app.settings.current())
  const visits = openVisitCounts(app.db)
  app.addHook('onClose', async () => visits.close())

  answerCalls(app, figureCalls, {
    'POST /figures/steps': {
      config: { isUnattended: true },
      handler: async ({ body, visitor }) => {
        // The owner's own visits would make up much of a small shop's.
        if (visitor?.role !== 'admin') visits.count(body.step, body.source)
        return ok(null)
      },
    },
    'GET /dashboard/funnel': async ({ query }) => {
      await visits.flush()
      return ok(await showFunnel(app.db, query.days, await mode()))
    },
  })

  answerCalls(app, dashboardCalls, {
    'GET /users/admin': async () => {
      const { money } = await app.settings.current()
      return ok(await findStats(app.db, money.currency, await mode()))
    },
    'GET /dashboard/report': async ({ query: { days } }) => {
      const counted = [app.db, days, await mode()] as const
      const [sales, statuses, bestSellers, taxes] = await Promise.all([
        listSales(...counted),
        countStatuses(...counted),
        listBestSellers(...counted),
        listTaxes(...counted),
      ])
      return ok({ sales, statuses, bestSellers, taxes })
    },
    'GET /dashboard/low-stock': async () => ok(await findLowStock(app.db)),
  })

  answerCalls(app, rehearsalCalls, {
    // One at a time, so that other requests get connections and processor.
    'POST /dashboard/rehearsals': ({ body, query }) =>
      inTurn('rehearsals', async () => ok(await rehearsePricing(app.db, await mode(), body, query))),
  })

  const firstSteps = async (user: SessionUser, message?: string) =>
    ok(await showFirstSteps(app, await app.settings.current(), user.id), message)
  const mailer = lazily(async () => createMailer(app.env, () => findMailServer(app)))

  answerCalls(app, firstStepCalls, {
    'GET /dashboard/first-steps': ({ user }) => firstSteps(user),
    'PATCH /dashboard/first-steps': async ({ body, user }) => {
      await changeFirstSteps(app.db, user.id, body)
      return firstSteps(user, 'First steps saved.')
    },
    'POST /dashboard/test-email': async ({ user }) => {
      const { smtpUrl } = await findMailServer(app)
      const pictures = { files: app.files, maker: app.pictures }
      await deliverTestEmail(app, { mailer: await mailer(), pictures }, await app.settings.current(), user)
      return firstSteps(
        user,
        smtpUrl
          ? `A test email was sent to ${user.email}.`
          : `The test email to ${user.email} became a file in the data folder; without a mail server nothing is sent.`,
      )
    },
  })

  answerCalls(app, troubleCalls, {
    'GET /dashboard/troubles': async () => {
      const refusals = (await listRefusals(app.db, app.gateways.all)).map(({ gateway, ...said }) => ({
        provider: gateway.displayName,
        ...said,
      }))
      return ok({
        refusing: refusals.filter(({ isRefusing }) => isRefusing).map(({ provider }) => provider),
        unopened: refusals.flatMap(({ provider, paymentRefusal: refusal }) => (refusal ? [{ provider, refusal }] : [])),
        unsent: await findUnsent(app.db),
      })
    },
  })

  answerCalls(app, staffSearchCalls, {
    'GET /dashboard/find': async ({ query }) => ok(await findAnything(app.db, query.keyword, await mode())),
  })

  answerCalls(app, liveCalls, {
    'GET /dashboard/events': {
      config: { isUnattended: true },
      // A HEAD request would never end.
      exposeHeadRoute: false,
      handler: (request, reply) => reply.headers(streamHeaders).send(streams.open(request.user.id, tokenOf(request))),
    },
  })

  answerCalls(app, auditCalls, {
    'GET /audit': async ({ query }) => okPage(await listAuditEntries(app.db, query), query),
    'GET /audit/filters': async () => ok(await listAuditFilters(app.db)),
  })
}
