import type { AuditEntry, ListQuery } from '@mela/contract'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** What somebody did. Names, e-mails and addresses stay out of it: people can be forgotten, this log cannot forget. */
export interface Deed {
  /** The user who did it; null when it was the operator or the shop itself. */
  actor: string | null
  /** Subject and past participle, such as `product.updated` or `login.failed`. */
  action: `${string}.${string}`
  /** What it was done to, such as `product:<id>`. */
  subject?: string
  before?: object
  after?: object
}

/**
 * Writes a deed into the audit log. Belongs into the transaction of the deed, as its last statement: from here to the
 * commit everybody else's deeds wait.
 */
export async function record(db: Database, { actor, action, subject, before, after }: Deed): Promise<void> {
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

/** Newest first; the keyword is looked for in the deed and in what it was done to. */
export async function listAuditEntries(db: Database, { page, size, keyword }: ListQuery) {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const says = (word: string) => sql<SqlBool>`strpos(concat_ws(' ', action, subject), ${word}) > 0`
  const found = db.selectFrom('audit_log').where(({ and }) => and(words.map(says)))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
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
    .orderBy('audit_log.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(toEntry), total }
}

type Row = Omit<AuditEntry, 'at' | 'actor'> & {
  at: Date
  actorId: string | null
  firstName: string | null
  lastName: string | null
}

function toEntry({ at, actorId, firstName, lastName, ...entry }: Row): AuditEntry {
  const name = firstName !== null && lastName !== null ? { firstName, lastName } : null
  return { ...entry, at: at.toISOString(), actor: actorId === null ? null : { _id: actorId, name } }
}

/** The first entry that does not fit the chain any more; undefined when all do. */
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
