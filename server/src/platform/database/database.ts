import {
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Selectable,
} from 'kysely'
import pg from 'pg'
import { isUnanswered } from './away.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>

// bigint columns hold cents and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Keep-alive probes notice silent loss: the system probes ten times, a second apart. */
export const TIMES = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

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

/** Further distinct statements run unprepared: lists of ids of many lengths must not fill the server's memory. */
const MOST_STATEMENTS = 500

/** PostgreSQL parses and plans each text once per connection, which doubles the throughput of small queries. */
function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < MOST_STATEMENTS) names.set(text, `s${names.size}`)
    return names.get(text)
  }

  return {
    async connect() {
      const client = await pool.connect()
      let failure: unknown

      async function query(text: string, values: readonly unknown[]) {
        // A connection with an unanswered statement would block the next, such as a rollback, for as long again.
        if (failure !== undefined) throw failure
        try {
          return await client.query(values.length > 0 ? { name: nameOf(text), text, values: [...values] } : text)
        } catch (error) {
          if (isUnanswered(error)) failure = error
          throw error
        }
      }
      const release = (destroy = false) => client.release(destroy || failure !== undefined)
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
