import type { AuditSubject } from '@mela/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'

export type Subject = `${AuditSubject}:${string}`
export type Condition = RawBuilder<SqlBool>

export const auditLog = (db: Database, conditions: Condition[]) =>
  db.selectFrom('audit_log').where(({ and }) => and(conditions))

/** The newest first, with the names of those who acted. */
export const newestEntries = (db: Database, conditions: Condition[]) =>
  auditLog(db, conditions)
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'actor_id', 'first_name', 'last_name', 'action', 'subject', 'before', 'after'])
    .orderBy('audit_log.id', 'desc')

export function toEntry<Row extends ActorColumns & { at: Date }>({ actor_id, first_name, last_name, at, ...row }: Row) {
  return { ...row, at: at.toISOString(), actor: actorOf({ actor_id, first_name, last_name }) }
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

const isAbout = (subject: Subject) => sql<SqlBool>`subject = ${subject}`

export async function listEntriesOf(db: Database, subject: Subject, { page, size }: { page: number; size: number }) {
  const { total } = await auditLog(db, [isAbout(subject)])
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await newestEntries(db, [isAbout(subject)])
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { entries: rows.map(toEntry), total }
}

export const findStates = (db: Database, subject: Subject, id: number) =>
  auditLog(db, [isAbout(subject)])
    .select(['action', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function findDeleted(db: Database, subject: Subject, action: `${string}.deleted`) {
  const deletions = auditLog(db, [isAbout(subject)])
    .select('before')
    .where('action', '=', action)
  const row = await deletions.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.before ?? undefined
}
