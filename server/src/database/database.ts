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

/** A server that does not answer must not hold up whoever waits for a connection. */
const TIMES = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, keepAlive: true }

/** Opens a pool to PostgreSQL; nothing connects until the first query. */
export function connect(url: string, { poolSize = 10 } = {}): Connection {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, ...TIMES })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that breaks between two statements; the next statement on it fails by itself.
  pool.on('connect', client => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
