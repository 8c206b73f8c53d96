import type { Settings } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'

type ReminderSettings = Pick<Settings['orders'], 'reminderHours' | 'reminderConsent'>

const MOST = 500

/** What is older was left before the owner switched reminders on, and is forgotten by now. */
const FRESH = sql`interval '7 days'`

/**
 * One email to a customer about a cart or an order that was left unpaid: find → mark → enqueue. The email looks again
 * at what is true when it is written.
 */
export async function remindOfUnpaid(db: Database, { reminderHours: hours, reminderConsent }: ReminderSettings) {
  if (hours === null) return
  await transact(db, async db => {
    const terms = { hours, isAsked: reminderConsent }
    for (const user of await markCarts(db, terms)) await enqueueEmail(db, { kind: 'cart-reminder', user })
    for (const { id, user } of await markOrders(db, terms))
      await enqueueEmail(db, { kind: 'unpaid-reminder', user, about: id })
  })
}

interface Terms {
  hours: number
  isAsked: boolean
}

const wantsReminders = ({
  isAsked,
}: Pick<Terms, 'isAsked'>) => sql<boolean>`(users.is_active and users.deleted_at is null
  and users.role <> 'guest' and users.email_confirmed_at is not null and coalesce(users.reminders, ${!isAsked}))`

const isDue = (time: string, { hours }: Terms) => sql<boolean>`${sql.ref(time)}
  between now() - make_interval(hours => ${hours}) - ${FRESH} and now() - make_interval(hours => ${hours})`

/** A cart that an order came out of since is not left. */
async function markCarts(db: Transaction, terms: Terms): Promise<string[]> {
  const { rows } = await sql<{ user: string }>`
    update carts set reminded_at = now() where user_id in (
      select user_id from carts join users on users.id = user_id
      where reminded_at is null and carts.lines <> '[]' and ${isDue('carts.updated_at', terms)} and ${wantsReminders(terms)}
        and not exists (select from orders where orders.user_id = users.id and created_at >= carts.updated_at)
      order by user_id limit ${MOST} for update of carts skip locked
    ) returning user_id as user`.execute(db)
  return rows.map(({ user }) => user)
}

/** Of several the last one, and none beside a cart, which is its own reminder. */
async function markOrders(db: Transaction, terms: Terms) {
  const { rows } = await sql<{ id: string; user: string }>`
    update orders set reminded_at = now() where id in (
      select orders.id from orders join users on users.id = user_id
      where orders.reminded_at is null and ${isUnpaid} and ${isDue('orders.created_at', terms)} and ${wantsReminders(terms)}
        and not exists (select from orders later where later.user_id = users.id and later.id > orders.id)
        and not exists (select from carts where carts.user_id = users.id and lines <> '[]')
      order by orders.id limit ${MOST} for update of orders skip locked
    ) returning id, user_id as user`.execute(db)
  return rows
}

/** Waiting for its payment, or cancelled by the shop because none came. */
const isUnpaid = sql<boolean>`(orders.payment_id is null
  and not exists (select from payments where order_id = orders.id and status <> 'failed')
  and (orders.status = 'pending' or orders.status = 'cancelled' and exists (
    select from order_history where order_id = orders.id and to_status = 'cancelled' and actor_id is null)))`

/** What the email needs to be true still. */
export async function isStillLeft(db: Database, user: string, { reminderConsent }: ReminderSettings, order?: string) {
  const { rows } = await sql`
    select from users left join carts on carts.user_id = users.id
    where users.id = ${user} and ${wantsReminders({ isAsked: reminderConsent })} and ${
      order === undefined
        ? sql<boolean>`carts.lines <> '[]'
            and not exists (select from orders where orders.user_id = users.id and created_at >= carts.updated_at)`
        : sql<boolean>`exists (select from orders where id = ${order} and user_id = users.id and ${isUnpaid})
            and not exists (select from orders later where later.user_id = users.id and later.id > ${order})`
    }`.execute(db)
  return rows.length > 0
}
