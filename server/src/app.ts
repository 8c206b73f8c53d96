import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import { API_BASE, LONGEST_PRODUCT_SLUG } from '@mela/contract'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from './account/account.routes.ts'
import { undoLinkRoutes } from './account/undo-links.routes.ts'
import { userRoutes } from './account/users.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { emailConfirmationRoutes } from './auth/email/email-confirmation.routes.ts'
import { recoveryRoutes } from './auth/new-password/recovery.routes.ts'
import { securityRoutes } from './auth/security.routes.ts'
import { twoFactorRoutes } from './auth/two-factor/two-factor.routes.ts'
import { staffCategoryRoutes } from './catalog-admin/staff-categories.routes.ts'
import { staffProductRoutes } from './catalog-admin/staff-products.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { collectionRoutes } from './collections/collections.routes.ts'
import { staffCollectionRoutes } from './collections/staff-collections.routes.ts'
import { countryRoutes } from './countries/countries.routes.ts'
import { staffUserRoutes } from './customers/staff-users.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import type { Database } from './database/database.ts'
import { newId } from './database/ids.ts'
import { invalidateHere, onChange } from './database/invalidation.ts'
import type { ReadReplica } from './database/read-replica.ts'
import { disputeRoutes } from './disputes/disputes.routes.ts'
import { fulfilmentRoutes } from './fulfilment/fulfilment.routes.ts'
import { staffOrderRoutes } from './fulfilment/staff-orders.routes.ts'
import type { Gateways } from './gateways/gateways.ts'
import { describeApi } from './http/api-docs.ts'
import { createDraining, type Draining } from './http/draining.ts'
import { answerError, answerUnknown } from './http/errors.ts'
import { readJsonBodies } from './http/json-body.ts'
import { limitConnections, limitPipelining } from './http/pipelining.ts'
import { requestGuard } from './http/request-guard.ts'
import { refuseOtherOrigins } from './http/same-origin.ts'
import { logOptions } from './http/standard-output.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { openRequestCounts, type RequestCounts } from './limits/request-counts.ts'
import { limitCalls, limitCallsAtOnce, limitRoutes } from './limits/request-limits.ts'
import type { FileStore } from './media/file-store.ts'
import { mediaFileRoutes } from './media/media.routes.ts'
import { mediaLibraryRoutes } from './media/media-library.routes.ts'
import { type OpenPictureMaker, openPictureMaker } from './media/picture-maker.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { shopTermsRoutes } from './orders/shop-terms.routes.ts'
import { enterRoutes } from './pages/closed.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { createPages, type Pages } from './pages/pages.ts'
import { searchEngineRoutes } from './pages/search-engines.routes.ts'
import type { WebApp } from './pages/web-app.ts'
import { emulatorRoutes } from './payments/emulator.routes.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { staffPaymentRoutes } from './payments/staff-payments.routes.ts'
import { categoryProductRoutes } from './products/category-products.routes.ts'
import { productRoutes } from './products/products.routes.ts'
import { reviewRoutes } from './products/reviews/reviews.routes.ts'
import { staffReviewRoutes } from './products/reviews/staff-reviews.routes.ts'
import { webhookRoutes } from './reconciliation/webhooks.routes.ts'
import type { Env } from './runtime/env.ts'
import { recogniseVisitors } from './sessions/request-session.ts'
import { keepOpen, refuseWhileClosed } from './settings/closed-shop.ts'
import { settingsRoutes, shopRoutes } from './settings/settings.routes.ts'
import { openSettings, type SettingsStore } from './settings/settings-store.ts'
import { followDays } from './settings/shop-day.ts'
import { visitorPasswordRoutes } from './settings/visitors.routes.ts'
import { staffTextRoutes } from './texts/staff-texts.routes.ts'
import { textRoutes } from './texts/texts.routes.ts'
import { healthRoutes } from './work/health.routes.ts'

export interface ShopParts {
  db: Database
  env: Env
  files: FileStore
  gateways: Gateways
  /** The built web app; without it only the API answers. */
  web?: WebApp
  /** The log's destination instead of standard output. */
  log?: { write(line: string): void }
  /** Whether public answers are cached in memory; changes made to the tables by hand are then not seen. */
  keepsAnswers?: boolean
  /** The replica for public answers, used while it is up to date. */
  replica?: ReadReplica | undefined
  /** Counters of requests; those of this instance alone unless given. */
  requestCounts?: RequestCounts
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<ShopParts, 'web' | 'log' | 'keepsAnswers' | 'requestCounts'> {
    pictures: OpenPictureMaker
    settings: SettingsStore
    requestCounts: RequestCounts
    /** URLs of the web app's sans and serif font files. */
    fonts: readonly string[]
  }
}

/** Builds the shop from its parts; nothing listens yet. */
export async function buildApp({
  web,
  log,
  keepsAnswers = true,
  requestCounts = openRequestCounts({ isShared: false }),
  ...parts
}: ShopParts): Promise<FastifyInstance> {
  const fonts = web?.fonts ?? []
  const pages = createPages(parts.env, () => {
    const { shop, look } = app.settings.last
    return { name: shop.name, accent: look.accent, keepsLight: look.keepsLight, fonts }
  })
  const guard = requestGuard(parts.env)
  const draining = createDraining()
  const app = Fastify({
    logger: logOptions(parts.env, log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.env.proxies > 0 && ((_address, hop) => hop < parts.env.proxies),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PRODUCT_SLUG },
    serverFactory: serverWith(
      guard,
      pages,
      (): boolean => app.settings.isOpen === true,
      draining,
      err => app.log.error({ err }, 'request failed'),
    ),
    clientErrorHandler: guard.answerBroken,
    bodyLimit: 200_000,
    frameworkErrors: answerError,
    genReqId: requestIds(),
    // A logger per request costs more than a page from memory; log lines name the request's id instead.
    childLoggerFactory: logger => logger,
  })
  limitConnections(app.server, { log: app.log, isProxied: parts.env.proxies > 0 })
  app
    .decorate('db', parts.db)
    .decorate('replica', parts.replica)
    .decorate('env', parts.env)
    .decorate('files', parts.files)
    .decorate('pictures', openPictureMaker(parts.files.folder))
    .decorate('gateways', parts.gateways)
    .decorate('requestCounts', requestCounts)
    .decorate('settings', openSettings(parts.db, app.log))
    .decorate('sharedCalls', new Map())
    .decorate('fonts', fonts)
    .decorate('answers', keepsAnswers ? pages.answers : undefined)
  app.addHook('onClose', ({ pictures }) => pictures.close())
  app.addHook('onClose', async ({ settings }) => settings.close())
  await app.settings.current()
  const days = followDays({
    timeZone: () => app.settings.last.shop.timeZone,
    onNewDay: () => invalidateHere('day'),
  })
  app.addHook('onClose', () => days.close())
  const stopListening = onChange(tags => pages.answers.drop(tags))
  app.addHook('onClose', async () => stopListening())
  app.addHook('preClose', async () => draining.begin())
  app.addHook('onClose', async () => draining.end())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknown)
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)

  await app.register(api, { prefix: API_BASE })
  await app.register(webhookRoutes, { prefix: API_BASE })
  const emulator = parts.gateways.find('paypal')?.emulatorUrl
  if (emulator) await app.register(emulatorRoutes, { at: emulator })
  await app.register(mediaFileRoutes)
  await app.register(searchEngineRoutes)
  if (web) {
    await app.register(enterRoutes)
    await app.register(pageRoutes, { pages, web })
  }
  return app
}

const TIMES_MS = {
  // Longer than a proxy keeps its connections, so that it never writes into one that was just closed.
  keepAliveTimeout: 72_000,
  // The longest uploads take less.
  requestTimeout: 100_000,
}
/**
 * Milliseconds without traffic on a connection; event streams send a comment every 15 seconds, pictures take less
 * (PICTURE_LIMITS).
 */
export const SILENCE_MS = 120_000

/** A page in memory is answered before the framework. */
function serverWith(
  guard: ReturnType<typeof requestGuard>,
  pages: Pages,
  /** False while the shop is closed: the caller's session must be checked first. */
  mayAnswer: () => boolean,
  draining: Draining,
  report: (error: unknown) => void,
): FastifyServerFactory {
  const mayAsk = limitPipelining()
  return handle =>
    draining.add(
      // The request guard requires a host itself, so that this refusal has its headers too.
      createServer({ ...TIMES_MS, requireHostHeader: false }, (request, response) => {
        try {
          if (!mayAsk(request, response)) return
          draining.prepare(response)
          if (!guard.isOpenTo(request, response) || (mayAnswer() && pages.answerFromMemory(request, response))) return
          draining.follow(response)
          guard.shield(response)
          handle(request, response)
        } catch (error) {
          // Thrown from here it would end the process.
          report(error)
          guard.answerFault(response)
        }
      })
        .on('checkExpectation', guard.refuseExpectation)
        .setTimeout(SILENCE_MS),
    )
}

/** Unique across restarts and instances, and cheap: a random part per process, then a counter. */
function requestIds() {
  const process = newId()
  let count = 0
  return () => `${process}-${(count++).toString(36)}`
}

async function api(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  refuseOtherOrigins(app)
  await app.register(cookie)
  limitCalls(app)
  limitCallsAtOnce(app)
  recogniseVisitors(app)
  refuseWhileClosed(app)
  limitRoutes(app)
  const hidden = { schema: { hide: true } }
  // Routes of their own; otherwise the storefront's pages would answer (B121).
  app.all('/', hidden, answerUnknown)
  app.all('/*', hidden, answerUnknown)

  if (app.env.apiDocs) await describeApi(app)

  await app.register(whileClosed)
  await app.register(staffUserRoutes)
  await app.register(categoryRoutes)
  await app.register(collectionRoutes)
  await app.register(categoryProductRoutes)
  await app.register(staffCategoryRoutes)
  await app.register(staffCollectionRoutes)
  await app.register(productRoutes)
  await app.register(staffProductRoutes)
  await app.register(importRoutes)
  await app.register(mediaLibraryRoutes)
  await app.register(reviewRoutes)
  await app.register(staffReviewRoutes)
  await app.register(shopRoutes)
  await app.register(settingsRoutes)
  await app.register(visitorPasswordRoutes)
  await app.register(textRoutes)
  await app.register(staffTextRoutes)
  await app.register(shopTermsRoutes)
  await app.register(staffOrderRoutes)
  await app.register(staffPaymentRoutes)
  await app.register(disputeRoutes)
  await app.register(dashboardRoutes)
  await app.register(auditRoutes)
}

/** The calls for accounts and orders, which a closed shop answers, too. */
async function whileClosed(app: FastifyInstance) {
  keepOpen(app)
  await app.register(healthRoutes)
  await app.register(authRoutes)
  await app.register(securityRoutes)
  await app.register(twoFactorRoutes)
  await app.register(recoveryRoutes)
  await app.register(undoLinkRoutes)
  await app.register(emailConfirmationRoutes)
  await app.register(userRoutes)
  await app.register(accountRoutes)
  await app.register(countryRoutes)
  await app.register(orderRoutes)
  await app.register(fulfilmentRoutes)
  await app.register(invoiceRoutes)
  await app.register(paymentRoutes)
}
