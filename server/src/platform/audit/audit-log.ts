import {
  type AuditEntry,
  type AuditQuery,
  type AuditSubject,
  auditSubjects,
  MOST_FOUND,
  STAFF_PAGE_CAP,
} from '@mela/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { midnight } from '../database/days.ts'
import { findSubjectsNamed, nameSubjects } from './name-subjects.ts'

/** Ids follow time, except for concurrent writes. A moment in a subselect is evaluated once. */
const NEIGHBOURS = 100

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

type Condition = RawBuilder<SqlBool>

async function findEntries(db: Database, query: AuditQuery): Promise<{ ids: number[]; total: number }> {
  const offset = (query.page - 1) * query.size
  const conditions = await conditionsOf(db, query)
  if (conditions.length === 0) return pageOfAll(db, offset, query.size)

  const found = db
    .selectFrom('audit_log')
    .select('id')
    .where(({ and }) => and(conditions))
  const { total } = await db
    .selectFrom(found.limit(MOST_FOUND).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // Frequent matches are found by scanning the newest; rare ones are selected first and then sorted.
  const rows = await db
    .selectFrom((total === MOST_FOUND ? found : found.limit(MOST_FOUND)).as('found'))
    .select('found.id')
    .orderBy('found.id', 'desc')
    .limit(Math.max(0, Math.min(query.size, total - offset)))
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

/** The chain has no gaps, so its last id is the count, and a page's ids follow from it. */
async function pageOfAll(db: Database, offset: number, size: number) {
  const { id: total } = await db.selectFrom('audit_head').select('id').executeTakeFirstOrThrow()
  const length = Math.max(0, Math.min(size, total - offset))
  return { ids: Array.from({ length }, (_, place) => total - offset - place), total }
}

async function conditionsOf(
  db: Database,
  { actor, group, subject, from, to, keyword }: AuditQuery,
): Promise<Condition[]> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const actions = group || words.length > 0 ? await listActions(db) : []
  return [
    actor && (actor === 'shop' ? sql<SqlBool>`actor_id is null` : sql<SqlBool>`actor_id = ${actor}`),
    group && sql<SqlBool>`action = any(${actions.filter(action => action.startsWith(`${group}.`))})`,
    subject && sql<SqlBool>`subject = ${subject}`,
    from && since(midnight(from, 0)),
    to && before(midnight(to, 1)),
    words.length > 0 && (await says(db, words, actions)),
  ].filter(condition => typeof condition === 'object')
}

const since = (moment: RawBuilder<Date>) => sql<SqlBool>`(at >= (select ${moment}) and id >= (
  select min(id) from (select id from audit_log where at >= ${moment} order by at limit ${sql.lit(NEIGHBOURS)}) as first
))`

const before = (moment: RawBuilder<Date>) => sql<SqlBool>`(at < (select ${moment}) and id <= (
  select max(id) from (select id from audit_log where at < ${moment} order by at desc limit ${sql.lit(NEIGHBOURS)}) as last
))`

/** Subjects have a prefix index alone; words that match no action are searched in present names. */
async function says(db: Database, words: string[], actions: string[]): Promise<Condition> {
  const isAuditEvent = (word: string) => actions.some(action => action.includes(word))
  const others = words.filter(word => !isAuditEvent(word))
  const auditEvents = words.filter(isAuditEvent).map(word => isOf(actions, word))
  const all = (conditions: Condition[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  return sql<SqlBool>`(${sql.join(
    [
      all(words.map(word => sql<SqlBool>`(${isOf(actions, word)} or ${begins(word)})`)),
      await isNamed(db, words),
      ...(auditEvents.length > 0 && others.length > 0 ? [all([...auditEvents, await isNamed(db, others)])] : []),
    ],
    sql` or `,
  )})`
}

const isOf = (actions: string[], word: string) =>
  sql<SqlBool>`action = any(${actions.filter(action => action.includes(word))})`

function begins(word: string): Condition {
  const subjects = /^[0-9a-f]{4,24}$/.test(word) ? auditSubjects.map(kind => `${kind}:${word}`) : []
  const beginnings = [word, ...subjects].map(
    text => sql<SqlBool>`subject like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  return sql<SqlBool>`(${sql.join(beginnings, sql` or `)})`
}

async function isNamed(db: Database, words: string[]): Promise<Condition> {
  const known = await findSubjectsNamed(db, words)
  const people = known.flatMap(subject => (subject.startsWith('user:') ? subject.slice('user:'.length) : []))
  return sql<SqlBool>`(subject = any(${known}) or actor_id = any(${people}))`
}

async function listActions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from audit_log order by action limit 1)
      union all
      select (select action from audit_log where action > found.action order by action limit 1)
      from found where found.action is not null
    )
    select action from found where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
