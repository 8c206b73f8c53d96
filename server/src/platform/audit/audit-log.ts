import { type AuditEntry, auditSubjects, type Calls, MOST_FOUND, type QueryOf, STAFF_PAGE_CAP } from '@mela/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { midnight } from '../database/days.ts'
import { findSubjectsNamed, nameSubjects } from './name-subjects.ts'

type Subject = `${(typeof auditSubjects)[number]}:${string}`
type AuditQuery = QueryOf<Calls['GET /audit']>
type Condition = RawBuilder<SqlBool>

/** Events hold no names, e-mails or addresses: accounts can be erased, audit events cannot. */
export interface AuditEvent {
  /** Null for the operator and the shop itself. */
  actor: string | null
  action: `${string}.${string}`
  subject?: Subject
  before?: object
  after?: object
}

/** Records audit events as the last statement of their transaction: other events wait from here to the commit. */
export async function recordAudit(db: Database, ...events: AuditEvent[]): Promise<void> {
  const rows = events.map(({ actor, action, subject, before, after }) => ({
    actor_id: actor,
    action,
    subject: subject ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }))
  await db.insertInto('audit_log').values(rows).execute()
}

const auditLog = (db: Database, conditions: Condition[]) =>
  db.selectFrom('audit_log').where(({ and }) => and(conditions))

/** The newest first, with the names of those who acted. */
const newestEntries = (db: Database, conditions: Condition[]) =>
  auditLog(db, conditions)
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'actor_id', 'first_name', 'last_name', 'action', 'subject', 'before', 'after'])
    .orderBy('audit_log.id', 'desc')

function toEntry<Row extends ActorColumns & { at: Date }>({ actor_id, first_name, last_name, at, ...row }: Row) {
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

export async function listAuditEntries(db: Database, query: AuditQuery) {
  const conditions = await conditionsOf(db, query)
  // The chain has no gaps, so its last id is the length of the whole log.
  const { total } = await (conditions.length === 0
    ? db.selectFrom('audit_head').select('id as total')
    : db
        .selectFrom(auditLog(db, conditions).select('id').limit(MOST_FOUND).as('found'))
        .select(({ fn }) => fn.countAll<number>().as('total'))
  ).executeTakeFirstOrThrow()
  const offset = (query.page - 1) * query.size
  const found = await newestEntries(db, conditions)
    .limit(Math.max(0, Math.min(query.size, total - offset)))
    .offset(offset)
    .execute()
  const names = await nameSubjects(db, found)
  const rows = found.map(toEntry).map(({ before, after, ...entry }) => {
    const { subjectName, orderNumber } = names.get(entry.subject ?? '') ?? { subjectName: null, orderNumber: null }
    return { ...entry, subjectName, orderNumber, before: shortened(before, after), after: shortened(after, before) }
  })
  return { rows, total }
}

export async function listAuditFilters(db: Database) {
  const { rows: staff } = await sql<{ id: string; firstName: string; lastName: string }>`
    select id, first_name as "firstName", last_name as "lastName" from users
    where role <> 'customer' and deleted_at is null order by first_name, last_name limit ${STAFF_PAGE_CAP}`.execute(db)
  const groups = (await listActions(db)).map(action => action.replace(/\..*/, ''))
  return { actors: staff.map(({ id: _id, ...name }) => ({ _id, name })), groups: [...new Set(groups)] }
}

const MOST_SHOWN = 10
const LONGEST_SHOWN = 500

type State = AuditEntry['before']

function shortened(state: State, other: State): State {
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
    from && sql<SqlBool>`at >= (select ${midnight(from, 0)})`,
    to && sql<SqlBool>`at < (select ${midnight(to, 1)})`,
    words.length > 0 && (await says(db, words, actions)),
  ].filter(condition => typeof condition === 'object')
}

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
