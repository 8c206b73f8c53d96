import { type AuditEntry, type AuditQuery, type AuditSubject, STAFF_PAGE_CAP } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findEntries, listActions } from './find-entries.ts'
import { nameSubjects } from './name-subjects.ts'

/** Events hold no names, e-mails or addresses: accounts can be erased, audit events cannot. */
export interface AuditEvent {
  /** Null for the operator and the shop itself. */
  actor: string | null
  action: `${string}.${string}`
  subject?: `${AuditSubject}:${string}`
  before?: object
  after?: object
}

/** Records an audit event as the last statement of its transaction: other events wait from here to the commit. */
export async function recordAudit(db: Database, { actor, action, subject, before, after }: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: actor,
      action,
      subject: subject ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

export async function findDeleted(db: Database, subject: AuditEvent['subject'] & string, action: AuditEvent['action']) {
  const row = await db
    .selectFrom('audit_log')
    .select('before')
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.before ?? undefined
}

export async function listAuditEntries(db: Database, query: AuditQuery) {
  const { ids, total } = await findEntries(db, query)
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_id as actorId',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'action',
      'subject',
      'before',
      'after',
    ])
    .where('audit_log.id', '=', sql<number>`any(${ids})`)
    .orderBy('audit_log.id', 'desc')
    .execute()
  const names = await nameSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  const nameOf = (subject: string | null) => names.get(subject ?? '') ?? { subjectName: null, orderNumber: null }
  return { rows: rows.map(row => ({ ...toEntry(row), ...nameOf(row.subject) })), total }
}

export async function listAuditFilters(db: Database) {
  const staff = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('role', '<>', 'customer')
    .where('deleted_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .limit(STAFF_PAGE_CAP)
    .execute()
  const groups = (await listActions(db)).map(action => action.replace(/\..*/, ''))
  return { actors: staff.map(({ id: _id, ...name }) => ({ _id, name })), groups: [...new Set(groups)] }
}

type Row = Omit<AuditEntry, 'at' | 'actor' | 'subjectName' | 'orderNumber'> & {
  at: Date
  actorId: string | null
  firstName: string | null
  lastName: string | null
}

function toEntry({ at, actorId, firstName, lastName, before, after, ...entry }: Row) {
  const name = firstName !== null && lastName !== null ? { firstName, lastName } : null
  const states = { before: shortened(before, after), after: shortened(after, before) }
  return { ...entry, ...states, at: at.toISOString(), actor: actorId === null ? null : { _id: actorId, name } }
}

const MOST_SHOWN = 10
const LONGEST_SHOWN = 500

function shortened(state: Row['before'], other: Row['before']): Row['before'] {
  if (!state) return state
  return Object.fromEntries(
    Object.entries(state).map(([field, value]) => [field, shortenedValue(value, other?.[field])]),
  )
}

function shortenedValue(value: unknown, other: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_SHOWN) return `${value.slice(0, LONGEST_SHOWN)}…`
  if (!Array.isArray(value) || value.length <= MOST_SHOWN) return value
  const others = new Set(Array.isArray(other) ? other.map(one => JSON.stringify(one)) : [])
  const changed = value.filter(one => !others.has(JSON.stringify(one)))
  const shown = (changed.length > 0 ? changed : value).slice(0, MOST_SHOWN)
  return [...shown, `and ${value.length - shown.length} more`]
}

export async function findBreakInAuditLog(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with chain as (
      select entry.id, hash, row_number() over w as place,
        audit_hash(coalesce(lag(hash) over w, ''), entry) as fitting
      from audit_log entry window w as (order by entry.id)
    )
    select id from chain where hash <> fitting or id <> place
    union all
    select id from audit_head head
    where id > 0 and not exists (select from audit_log entry where entry.id = head.id and entry.hash = head.hash)
    order by id limit 1`.execute(db)
  return rows[0]?.id
}
