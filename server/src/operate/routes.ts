import { type Failure, openingCalls } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { callerOf } from '../people/request-session.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok } from '../platform/http/errors.ts'
import { modeOf } from '../shop/settings.ts'
import { goLive } from './go-live.ts'
import { listLiveNeeds, listNeedsInside } from './opening.ts'
import { listScheduledRuns } from './scheduled-runs.ts'

/** Both are asked by machines at their own pace, which limits would turn away. */
const config = { isUncounted: true, whileClosed: true }

export const healthRoutes: FastifyPluginAsync = async app => {
  const askDatabase = oncePerSecond(() => sql`select 1`.execute(app.db))
  const runsOfThisSecond = oncePerSecond(() => listScheduledRuns(app.db))

  app.get('/health', { config }, async () => {
    await askDatabase()
    return ok(null, 'The shop is open.')
  })

  /** Serving processes know nothing of late scheduled work, so it is asked for. */
  app.get('/ready', { config }, async (_request, reply) => {
    const runs = await runsOfThisSecond()
    const late = runs.filter(({ isLate }) => isLate)
    if (late.length === 0) return ok(runs, 'The shop is ready.')
    const message = late.map(({ line }) => line).join(' ')
    return reply.code(503).send({ success: false, message, code: 'work_late', data: runs } satisfies Failure)
  })
}

export const openingRoutes: FastifyPluginAsync = async app => {
  const show = async () => {
    const mode = modeOf(app.env, await app.settings.current())
    return { mode, needs: await (mode === 'live' ? listNeedsInside : listLiveNeeds)(app.db, app.env) }
  }

  answerCalls(app, openingCalls, {
    'GET /dashboard/opening': async () => ok(await show()),
    'POST /dashboard/opening': async request => {
      await goLive(app, callerOf(request), request.body)
      return ok(await show(), 'The shop is live: it takes real money now.')
    },
  })
}

/** No limit keeps a flood from the database, so an answer is kept for a second. */
function oncePerSecond<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined
  let since = Number.NEGATIVE_INFINITY
  return () => {
    if (loading && performance.now() - since < 1000) return loading
    since = performance.now()
    loading = load()
    return loading
  }
}
