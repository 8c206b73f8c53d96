import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { ok } from './envelope.ts'

/** 200 when the shop can serve and the database answers, else 503 (B136). */
export const healthRoutes: FastifyPluginAsync = async app => {
  app.get('/health', async () => {
    await sql`select 1`.execute(app.db)
    return ok(null, 'The shop is open.')
  })
}
