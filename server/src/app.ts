import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import { API_BASE, LONGEST_PRODUCT_SLUG } from '@mela/contract'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from './accounts/routes.ts'
import { importRoutes } from './catalog/import/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { staffCatalogRoutes } from './catalog/staff-routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { fulfilmentRoutes } from './fulfilment/routes.ts'
import type { FileStore } from './media/file-store.ts'
import { openPictureMaker } from './media/picture-maker.ts'
import { mediaFileRoutes, mediaLibraryRoutes } from './media/routes.ts'
import { healthRoutes, openingRoutes } from './operate/routes.ts'
import { discountRoutes } from './orders/discounts/routes.ts'
import { giftCardRoutes } from './orders/gift-cards/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { emulatorRoutes } from './payments/emulator.routes.ts'
import type { Gateways } from './payments/gateways/gateway.ts'
import { paymentRoutes, webhookRoutes } from './payments/routes.ts'
import { enforceAccess, recogniseVisitors } from './people/request-session.ts'
import { peopleRoutes } from './people/routes.ts'
import type { Database } from './platform/database/database.ts'
import { newId } from './platform/database/ids.ts'
import { invalidateHere, onChange } from './platform/database/invalidation.ts'
import type { ReadReplica } from './platform/database/read-replica.ts'
import { describeApi } from './platform/http/api-docs.ts'
import { createDraining, type Draining, limitConnections, limitPipelining } from './platform/http/connections.ts'
import { answerError, answerUnknown } from './platform/http/errors.ts'
import { requestGuard } from './platform/http/request-guard.ts'
import { refuseOtherOrigins } from './platform/http/same-origin.ts'
import { newRefusals } from './platform/http/security-log.ts'
import { logOptions } from './platform/http/standard-output.ts'
import { openRequestCounts, type RequestCounts } from './platform/limits/request-counts.ts'
import { limitCalls, limitCallsAtOnce, limitRoutes } from './platform/limits/request-limits.ts'
import type { Env } from './platform/runtime/env.ts'
import { repeat } from './platform/runtime/repeat.ts'
import { refuseWhileClosed } from './shop/closed-shop.ts'
import { shopRoutes } from './shop/routes.ts'
import { openSettings } from './shop/settings.ts'
import { enterRoutes } from './storefront/closed-page.ts'
import { createPages, type Pages } from './storefront/pages.ts'
import { pageRoutes } from './storefront/routes.ts'
import { searchEngineRoutes } from './storefront/search-engines.ts'
import type { WebApp } from './storefront/web-app.ts'

/** Answers that depend on the shop's day are so old at the most after its midnight. */
const HOUR_MS = 3_600_000

export interface ShopParts {
  db: Database
  env: Env
  files: FileStore
  gateways: Gateways
  /** Only the API answers where there is no web app. */
  web?: WebApp
  log?: { write(line: string): void }
  /** Changes made to the tables by hand are not seen in cached answers. */
  keepsAnswers?: boolean
  replica?: ReadReplica | undefined
  /** This instance alone is counted unless others are given. */
  requestCounts?: RequestCounts
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<ShopParts, 'web' | 'log' | 'keepsAnswers' | 'requestCounts'> {
    pictures: ReturnType<typeof openPictureMaker>
    settings: ReturnType<typeof openSettings>
    requestCounts: RequestCounts
    fonts: readonly string[]
  }
}

export async function buildApp({
  web,
  log,
  keepsAnswers = true,
  requestCounts = openRequestCounts({ isShared: false }),
  ...parts
}: ShopParts): Promise<FastifyInstance> {
  const fonts = web?.fonts ?? []
  const findPayPageSources = () => parts.gateways.all.flatMap(({ pageSources = [] }) => pageSources)
  const pages = createPages(parts.env, findPayPageSources, () => {
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
    genReqId: newId,
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
    .decorate('refusals', newRefusals())
    .decorate('fonts', fonts)
    .decorate('answers', keepsAnswers ? pages.answers : undefined)
  await app.settings.current()
  const hours = repeat(HOUR_MS, async () => invalidateHere('day'))
  const stopListening = onChange(pages.drop)
  app.addHook('preClose', async () => draining.begin())
  app.addHook('onClose', async ({ pictures, settings }) => {
    draining.end()
    stopListening()
    settings.close()
    await hours.close()
    await pictures.close()
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknown)
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)

  await app.register(api, { prefix: API_BASE })
  await app.register(webhookRoutes, { prefix: API_BASE })
  for (const gateway of parts.gateways.all) {
    if (gateway.emulatorUrl) await app.register(emulatorRoutes, { gateway, at: gateway.emulatorUrl })
  }
  await app.register(mediaFileRoutes)
  await app.register(searchEngineRoutes, pages)
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
/** Event streams send a comment every 15 seconds, pictures take less (PICTURE_LIMITS). */
const SILENCE_MS = 120_000

/** A page in memory is answered before the framework. */
function serverWith(
  guard: ReturnType<typeof requestGuard>,
  pages: Pages,
  /** A closed shop must check the caller's session first. */
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

async function api(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  refuseOtherOrigins(app)
  await app.register(cookie)
  limitCalls(app)
  limitCallsAtOnce(app)
  recogniseVisitors(app)
  refuseWhileClosed(app)
  limitRoutes(app)
  enforceAccess(app)
  const hidden = { schema: { hide: true } }
  // The storefront's pages would answer otherwise.
  app.all('/', hidden, answerUnknown)
  app.all('/*', hidden, answerUnknown)

  if (app.env.apiDocs) await describeApi(app)

  await app.register(healthRoutes)
  await app.register(peopleRoutes)
  await app.register(accountRoutes)
  await app.register(orderRoutes)
  await app.register(discountRoutes)
  await app.register(giftCardRoutes)
  await app.register(fulfilmentRoutes)
  await app.register(paymentRoutes)
  await app.register(catalogRoutes)
  await app.register(staffCatalogRoutes)
  await app.register(importRoutes)
  await app.register(mediaLibraryRoutes)
  await app.register(shopRoutes)
  await app.register(dashboardRoutes)
  await app.register(openingRoutes)
}

/** Many clients send the JSON header with calls that have no body. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
