import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Parts of a recursive `with`: the demo's accounts, and all to which these, or their appointees, gave a role. */
export const DOUBTFUL = sql`given as (
    select id, actor_id, substr(subject, 6) as user_id from audit_log where action = 'role.changed'
  ), doubtful as (
    select id::text from demo_rows where kind = 'user'
    union
    select given.user_id from given join doubtful on doubtful.id = given.actor_id
  )`

/**
 * Staff appointed by the demo admin, whose password is public, or by staff appointed there: they may be anyone.
 * Excludes roles set since by the operator, or by the shop's own staff.
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
