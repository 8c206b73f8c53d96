import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

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
