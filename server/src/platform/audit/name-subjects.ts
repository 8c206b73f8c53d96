import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findOrdersNumbered, orderNumber } from '../database/order-numbers.ts'
import { fold } from '../runtime/fold.ts'

const MOST_NAMED = 1000

/** Finds orders and payments by short id or number, others by the words of their present name. */
export async function findSubjectsNamed(db: Database, words: string[]): Promise<string[]> {
  const patterns = words.map(word => `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`)
  const [word = ''] = words
  const shortId = words.length === 1 && /^[0-9a-f]{8}$/.test(word) ? word : null
  const numbered = words.length === 1 ? [...(await findOrdersNumbered(db, words)).values()] : []
  const newest = sql`order by id desc limit ${sql.lit(MOST_NAMED)}`
  const { rows } = await sql<{ subject: string }>`
    (select 'product:' || id as subject from products where folded(name) like all(${patterns}) ${newest})
    union all
    (select 'category:' || id from categories where folded(name) like all(${patterns}) ${newest})
    union all
    (select 'collection:' || id from collections where folded(name) like all(${patterns}) ${newest})
    union all
    (select 'page:' || id from pages where folded(title) like all(${patterns}) ${newest})
    union all
    (select 'media:' || id from media where folded(name) like all(${patterns}) ${newest})
    union all
    (select 'user:' || id from users
      where folded(first_name || ' ' || last_name || ' ' || email) like all(${patterns}) ${newest})
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

export async function nameSubjects(db: Database, subjects: (string | null)[]): Promise<Map<string, Named>> {
  const idsOf = (kind: string) =>
    subjects.flatMap(subject => (subject?.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : []))
  const { rows } = await sql<Named>`
    with named (subject, "subjectName") as (
      select 'product:' || id, name from products where id = any(${idsOf('product')})
      union all
      select 'category:' || id, name from categories where id = any(${idsOf('category')})
      union all
      select 'collection:' || id, name from collections where id = any(${idsOf('collection')})
      union all
      select 'page:' || id, title from pages where id = any(${idsOf('page')})
      union all
      select 'media:' || id, name from media where id = any(${idsOf('media')})
      union all
      select 'user:' || id, first_name || ' ' || last_name from users where id = any(${idsOf('user')})
    ),
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
