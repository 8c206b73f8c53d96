import type { Failure } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { ok } from '../http/envelope.ts'
import { listScheduledRuns } from './scheduled-runs.ts'

/** Both are asked by machines at their own pace, which limits would turn away. */
const config = { isUncounted: true }

export const healthRoutes: FastifyPluginAsync = async app => {
  /** 200 when the shop can serve and the database answers, else 503 (B136). */
  app.get('/health', { config }, async () => {
    await sql`select 1`.execute(app.db)
    return ok(null, 'The shop is open.')
  })

  /** 503 also when scheduled work is late, of which serving processes know nothing. */
  app.get('/ready', { config }, async (_request, reply) => {
    const runs = await listScheduledRuns(app.db)
    const late = runs.filter(({ isLate }) => isLate)
    if (late.length === 0) return ok(runs, 'The shop is ready.')
    const message = late.map(({ line }) => line).join(' ')
    return reply.code(503).send({ success: false, message, code: 'work_late', data: runs } satisfies Failure)
  })
}
