import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findOrdersNumbered, orderNumber } from '../database/order-numbers.ts'
import { fold } from '../runtime/fold.ts'

const MOST_NAMED = 1000

const NAMED = [
  ['product', 'products', sql`name`],
  ['category', 'categories', sql`name`],
  ['collection', 'collections', sql`name`],
  ['planned-price', 'planned_prices', sql`name`],
  ['discount', 'discounts', sql`name`],
  ['page', 'pages', sql`title`],
  ['media', 'media', sql`name`],
  ['user', 'users', sql`first_name || ' ' || last_name`],
  ['gift-card', 'gift_cards', sql`'Gift card ' || coalesce(last_four, '')`],
] as const

/** Finds orders and payments by short id or number, others by the words of their present name. */
export async function findSubjectsNamed(db: Database, words: string[]): Promise<string[]> {
  const patterns = words.map(word => `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`)
  const [word = ''] = words
  const shortId = words.length === 1 && /^[0-9a-f]{8}$/.test(word) ? word : null
  const numbered = words.length === 1 ? [...(await findOrdersNumbered(db, words)).values()] : []
  const newest = sql`order by id desc limit ${sql.lit(MOST_NAMED)}`
  const named = NAMED.map(
    ([kind, table, name]) => sql`
      (select ${`${kind}:`} || id as subject from ${sql.table(table)}
        where folded(${kind === 'user' ? sql`${name} || ' ' || email` : name}) like all(${patterns})
          ${kind === 'user' ? sql`and role <> 'guest'` : sql``} ${newest})`,
  )
  const { rows } = await sql<{ subject: string }>`
    ${sql.join(named, sql` union all `)}
    union all
    (select 'order:' || order_id from order_search where text like ${`%${shortId}%`} and right(order_id, 8) = ${shortId})
    union all
    (select 'payment:' || id from payments where right(id, 8) = ${shortId})
    union all
    (select 'order:' || unnest(${numbered}::text[]))
    union all
    (select 'payment:' || id from payments where order_id = any(${numbered}))
    union all
    (select 'dispute:' || disputes.id from disputes join payments on payments.id = payment_id where order_id = any(${numbered}))`.execute(
    db,
  )
  return rows.map(({ subject }) => subject)
}

interface Named {
  subject: string
  subjectName: string
  orderNumber: string | null
}

export async function nameSubjects(db: Database, found: { subject: string | null }[]): Promise<Map<string, Named>> {
  const idsOf = (kind: string) =>
    found.flatMap(({ subject }) => (subject?.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : []))
  const named = NAMED.map(
    ([kind, table, name]) =>
      sql`select ${`${kind}:`} || id, ${name} from ${sql.table(table)} where id = any(${idsOf(kind)})`,
  )
  const { rows } = await sql<Named>`
    with named (subject, "subjectName") as (${sql.join(named, sql` union all `)}),
    known (subject, begin, order_id) as (
      select 'order:' || id, 'Order ', id from orders where id = any(${idsOf('order')})
      union all
      select 'payment:' || id, 'Payment of order ', order_id from payments where id = any(${idsOf('payment')})
      union all
      select 'dispute:' || disputes.id, 'Dispute about order ', order_id
      from disputes join payments on payments.id = payment_id where disputes.id = any(${idsOf('dispute')})
    )
    select subject, "subjectName", null as "orderNumber" from named
    union all
    select subject, begin || ${orderNumber}, ${orderNumber} from known join orders on orders.id = order_id
    where number is not null`.execute(db)
  return new Map(rows.map(row => [row.subject, row]))
}
