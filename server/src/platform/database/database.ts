import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// bigint columns hold cents and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Keep-alive probes notice silent loss: the system probes ten times, a second apart. */
export const TIMES = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Milliseconds that a request or a rendered page waits for one statement. */
export const REQUEST_MS = 25_000

interface Options {
  poolSize?: number
  openMs?: number
  answerMs?: number
}

export function connect(url: string, { poolSize = 10, openMs, answerMs }: Options = {}): Connection {
  const limits = answerMs === undefined ? {} : { query_timeout: answerMs, statement_timeout: Math.ceil(answerMs * 0.8) }
  const times = { ...TIMES, ...(openMs !== undefined && { connectionTimeoutMillis: openMs }), ...limits }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    ...times,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  // A connection that breaks between two statements would end the process, too.
  pool.on('connect', client => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
