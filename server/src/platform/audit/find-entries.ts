import { type AuditQuery, auditSubjects, MOST_FOUND } from '@mela/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { midnight } from '../database/days.ts'
import { findSubjectsNamed } from './name-subjects.ts'

type Condition = RawBuilder<SqlBool>

export async function findEntries(db: Database, query: AuditQuery): Promise<{ ids: number[]; total: number }> {
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

/** Ids follow time, except for concurrent writes. A moment in a subselect is evaluated once. */
const NEIGHBOURS = 100

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

export async function listActions(db: Database): Promise<string[]> {
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
