import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isUnanswered } from './away.ts'

/** Further distinct statements run unprepared: lists of ids of many lengths must not fill the server's memory. */
const MOST_STATEMENTS = 500

/** PostgreSQL parses and plans each text once per connection, which doubles the throughput of small queries. */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames('s')

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

/** Users of one connection need different prefixes. */
export function statementNames(prefix: string): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known || names.size >= MOST_STATEMENTS) return known
    const name = prefix + names.size
    names.set(text, name)
    return name
  }
}
