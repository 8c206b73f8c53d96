import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// bigint columns hold cents and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  db: Database
  /** The raw pool, for LISTEN and for what is not a query. */
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * For every connection: opening it has a limit, and one whose other end is gone without a word is noticed. The system then asks
 * ten times, a second apart.
 */
export const TIMES = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** What a request, or a page that is rendered, waits for one statement at the most. */
export const REQUEST_MS = 25_000

interface Options {
  poolSize?: number
  /** How long a statement may take, counted here and, a fifth shorter, in the database; without it as long as it needs. */
  answerMs?: number
}

/** Opens a pool to PostgreSQL; nothing connects until the first query. */
export function connect(url: string, { poolSize = 10, answerMs }: Options = {}): Connection {
  const limits = answerMs === undefined ? {} : { query_timeout: answerMs, statement_timeout: Math.ceil(answerMs * 0.8) }
  const pool = new pg.Pool({ connectionString: url, max: poolSize, idleTimeoutMillis: 30_000, ...TIMES, ...limits })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that breaks between two statements; the next statement on it fails by itself.
  pool.on('connect', client => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
