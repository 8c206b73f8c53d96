import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** More distinct statements than this run unprepared: lists of ids of many lengths must not fill the server's memory. */
const MOST_STATEMENTS = 500

/**
 * Lets Kysely's queries run as named prepared statements: PostgreSQL parses and plans each text once a connection,
 * which doubles the throughput of small queries.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= MOST_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) =>
        client.query(values.length > 0 ? { name: nameOf(text), text, values: [...values] } : text)
      // The other form of `query`, with a cursor, is not used here.
      return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
