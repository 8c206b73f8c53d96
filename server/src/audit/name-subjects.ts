import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** More of one name are not told apart by it. */
const MOST_NAMED = 200

/** Subjects whose name of today holds the word, and orders and payments whose short id it is. */
export async function findSubjectsNamed(db: Database, word: string): Promise<string[]> {
  const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const shortId = /^[0-9a-f]{8}$/.test(word) ? word : null
  const { rows } = await sql<{ subject: string }>`
    (select 'product:' || id as subject from products where lower(name) like ${like} limit ${MOST_NAMED})
    union all
    (select 'category:' || id from categories where lower(name) like ${like} limit ${MOST_NAMED})
    union all
    (select 'media:' || id from media where lower(name) like ${like} limit ${MOST_NAMED})
    union all
    (select 'user:' || id from users
      where lower(first_name || ' ' || last_name || ' ' || email) like ${like} limit ${MOST_NAMED})
    union all
    (select 'order:' || order_id from order_search where text like ${`%${shortId}%`} and right(order_id, 8) = ${shortId})
    union all
    (select 'payment:' || id from payments where right(id, 8) = ${shortId})`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** What these subjects, such as 'product:<id>', are called today; those that have no name are left out. */
export async function nameSubjects(db: Database, subjects: (string | null)[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    subjects.flatMap(subject => (subject?.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : []))
  const { rows } = await sql<{ subject: string; name: string }>`
    select 'product:' || id as subject, name from products where id = any(${idsOf('product')})
    union all
    select 'category:' || id, name from categories where id = any(${idsOf('category')})
    union all
    select 'media:' || id, name from media where id = any(${idsOf('media')})
    union all
    select 'user:' || id, first_name || ' ' || last_name from users where id = any(${idsOf('user')})`.execute(db)
  return new Map(rows.map(({ subject, name }) => [subject, name]))
}
