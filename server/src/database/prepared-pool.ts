import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { AHEAD } from './ahead.ts'
import { isUnanswered } from './away.ts'

/** Further distinct statements run unprepared: lists of ids of many lengths must not fill the server's memory. */
const MOST_STATEMENTS = 500

const NO_ANSWER = { command: 'INSERT', rowCount: 0, rows: [] }

/**
 * Runs Kysely's queries as named prepared statements: PostgreSQL parses and plans each text once per connection, which
 * doubles the throughput of small queries. The beginning of a transaction, and statements that are sent ahead, travel with the next one.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames('s')

  return {
    async connect() {
      const client = await pool.connect()
      let failure: unknown
      /** The answers of statements that were sent ahead. */
      let earlier: Promise<unknown>[] = []
      const send = (text: string, values: readonly unknown[]) =>
        client.query(values.length > 0 ? { name: nameOf(text), text, values: [...values] } : text)

      async function query(text: string, values: readonly unknown[]) {
        // A connection with an unanswered statement would block the next, such as a rollback, for as long again.
        if (failure !== undefined) throw failure
        if (text === 'commit') await succeeded(earlier)
        const isAhead = text.startsWith(AHEAD)
        const answer = send(isAhead ? text.slice(AHEAD.length) : text, values)
        if (isAhead || text === 'begin') {
          answer.catch(() => {})
          earlier.push(answer)
          return NO_ANSWER
        }
        const before = earlier
        earlier = []
        try {
          return await answer
        } catch (error) {
          if (isUnanswered(error)) failure = error
          // The first failure is the cause; this one may only say that the transaction is over.
          await succeeded(before)
          throw error
        }
      }
      const release = (destroy = false) => client.release(destroy || failure !== undefined)
      // The form of `query` with a cursor is not used here.
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Throws the first failure. Each has been answered, or will be within the time of a statement. */
async function succeeded(answers: Promise<unknown>[]): Promise<void> {
  for (const answer of answers) await answer
}

/** A name for each text, always the same; beyond MOST_STATEMENTS none. Users of one connection need different prefixes. */
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
