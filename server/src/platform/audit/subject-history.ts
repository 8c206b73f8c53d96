import type { AuditSubject } from '@mela/contract'
import type { Database } from '../database/database.ts'

type Subject = `${AuditSubject}:${string}`

export async function listEntriesOf(db: Database, subject: Subject, { page, size }: { page: number; size: number }) {
  const about = db.selectFrom('audit_log').where('subject', '=', subject)
  const { total } = await about.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await about
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'actor_id', 'first_name', 'last_name', 'action', 'before', 'after'])
    .orderBy('audit_log.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const entries = rows.map(({ id, at, action, before, after, ...actor }) => ({
    ...{ id, at: at.toISOString(), actor: actorOf(actor) },
    ...{ action, before, after },
  }))
  return { entries, total }
}

export function findStates(db: Database, subject: Subject, id: number) {
  return db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

interface ActorColumns {
  actor_id: string | null
  first_name: string | null
  last_name: string | null
}

/** Null for the shop itself; the name is null once the account was removed. */
export function actorOf({ actor_id, first_name, last_name }: ActorColumns) {
  if (actor_id === null) return null
  const name = first_name !== null && last_name !== null ? { firstName: first_name, lastName: last_name } : null
  return { _id: actor_id, name }
}
