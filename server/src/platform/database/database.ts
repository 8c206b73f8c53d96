import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// bigint columns hold cents and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  db: Database
  /** The raw pool, for LISTEN and other non-queries. */
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Per connection: a limit for opening it, and keep-alive probes against silent loss. The system then probes ten times,
 * a second apart.
 */
export const TIMES = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The most that a request or a rendered page waits for one statement, in milliseconds. */
export const REQUEST_MS = 25_000

interface Options {
  poolSize?: number
  /** The most that opening a connection may take, in milliseconds. */
  openMs?: number
  /** The most that a statement may take, in milliseconds, and a fifth less in the database; unlimited when omitted. */
  answerMs?: number
}

/** Opens a pool to PostgreSQL; nothing connects until the first query. */
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
  // A connection that breaks between two statements would end the process, too; its next statement fails by itself.
  pool.on('connect', client => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
