import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** The demo's accounts and their appointees may have given a role to others. */
export const DOUBTFUL = sql`given as (
    select id, actor_id, substr(subject, 6) as user_id from audit_log where action = 'role.changed'
  ), doubtful as (
    select id::text from demo_rows where kind = 'user'
    union
    select given.user_id from given join doubtful on doubtful.id = given.actor_id
  )`

/**
 * The demo admin's password is public, so its appointees may be anyone; roles that the operator set since are trusted.
 */
export async function listStaffOfDemo(db: Database): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    with recursive ${DOUBTFUL}, latest as (
      select distinct on (user_id) user_id, actor_id from given order by user_id, id desc
    )
    select users.id, users.email from users join latest on latest.user_id = users.id
    where users.role <> 'customer' and users.deleted_at is null and latest.actor_id in (select id from doubtful)
      and users.id not in (select id from demo_rows where kind = 'user')
    order by users.id`.execute(db)
  return rows
}
