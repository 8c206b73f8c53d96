import { isDeepStrictEqual } from 'node:util'
import { defaultSettings, orderName, SPEC_PAGES } from '@mela/contract'
import { sql } from 'kysely'
import { refreshRating } from '../catalog/write-review.ts'
import { returnUses } from '../orders/discounts/take-uses.ts'
import { TEST_ORDERS } from '../orders/gift-cards/find-gift-cards.ts'
import { deleteSessionsOf } from '../people/sessions.ts'
import { eraseUser } from '../people/users.ts'
import type { Transaction } from '../platform/database/database.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { NEUTRAL_ABOUT, NEUTRAL_SETTINGS } from '../shop/default-texts.ts'
import { changesOf, lockChanges, SUBJECT as SETTINGS, settingsOf, updateChanges, valuesOf } from '../shop/settings.ts'
import { DEMO_SETTINGS } from './demo/demo-catalogue.ts'
import { DOUBTFUL, listStaffOfDemo } from './people.ts'
import { takeOutOffers } from './take-out-offers.ts'

const DEFAULTS = valuesOf(defaultSettings())

/** Files go after the commit. */
export async function takeOutDemo(db: Transaction, passwordHash: string) {
  const people = await listPeopleOfDemo(db)
  const taken = {
    people: await emailsOf(db, people),
    hadAccount: await removeAccountOfDemo(db),
    /** The demo's admin or its appointees changed these last, as 'shop.email: a@b.example'. They stay. */
    settings: await listSettingsOfDemo(db),
    /** Written last by them, as 'page Privacy Policy'. They stay. */
    texts: await listTextsOfDemo(db),
    hadPassword: await removePasswordOfDemo(db),
    /** Money would go to those who entered them. */
    keys: await removeKeysOfDemo(db),
    offers: await takeOutOffers(db),
    isNeutral: await makeNeutral(db),
    /** The demo admin appointed them, so they may be anyone: they stay as customers. */
    demoted: await demoteStaffOfDemo(db),
    ...(await deleteTestOrders(db, people)),
    reviews: await deleteReviews(db, people),
    ...(await deleteProducts(db)),
    pictures: await deletePictures(db),
    categories: await deleteCategories(db),
    avatars: await deletePeople(db, people, passwordHash),
  }
  await removeSettingsOfDemo(db)
  await db.deleteFrom('demo_rows').execute()
  return taken
}

async function listPeopleOfDemo(db: Transaction): Promise<string[]> {
  const rows = await db.selectFrom('demo_rows').select('id').where('kind', '=', 'user').execute()
  return rows.map(({ id }) => id)
}

async function emailsOf(db: Transaction, ids: string[]): Promise<string[]> {
  const among = sql<string>`any(${ids})`
  const rows = await db.selectFrom('users').select('email').where('id', '=', among).orderBy('id').execute()
  return rows.map(({ email }) => email)
}

async function listSettingsOfDemo(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with recursive ${DOUBTFUL}
    select format('%s: %s', field, changes #>> string_to_array(field, '.')) as line
    from (
      select distinct on (field) field, actor_id
      from audit_log, jsonb_object_keys(after) as field
      where subject = ${SETTINGS} order by field, id desc
    ) as latest, settings
    where actor_id in (select id from doubtful) and changes #> string_to_array(field, '.') is not null
    order by field`.execute(db)
  return rows.map(({ line }) => line)
}

/** For reviews the replies count. */
async function listTextsOfDemo(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with recursive ${DOUBTFUL}, latest as (
      select distinct on (subject) subject, actor_id, action from audit_log
      where split_part(subject, ':', 1) in ('page', 'collection', 'category', 'product', 'review') order by subject, id desc
    ), written as (
      select 'page' as kind, id, title as name from pages
      union all select 'collection', id, name from collections
      union all select 'category', id, name from categories
      union all select 'product', id, name from products where deleted_at is null
      union all select 'review', id, title from reviews where reply is not null
    )
    select coalesce(kind || ' ' || name, replace(subject, ':', ' ') || ', deleted') as line
    from latest left join written on subject = kind || ':' || written.id
    where actor_id in (select id from doubtful) and (written.id is not null or action like '%.deleted')
      and not exists (select from demo_rows where subject = demo_rows.kind || ':' || demo_rows.id)
    order by line`.execute(db)
  return rows.map(({ line }) => line)
}

/** Visitors of the demo could enter with this password. */
async function removePasswordOfDemo(db: Transaction): Promise<boolean> {
  const { rows } = await sql`
    with recursive ${DOUBTFUL}
    update settings set visitor_password_hash = null
    where visitor_password_hash is not null and (
      select actor_id from audit_log where subject = 'settings:visitors' order by id desc limit 1
    ) in (select id from doubtful)
    returning true`.execute(db)
  return rows.length > 0
}

/** Where transfers go is not left as visitors of the demo have set it. */
async function removeAccountOfDemo(db: Transaction): Promise<boolean> {
  const isDoubtful = (await listSettingsOfDemo(db)).some(line => line.startsWith('payments.'))
  const { changes } = await lockChanges(db)
  const { payments: _, ...others } = changes
  if (isDoubtful) await updateChanges(db, others)
  return isDoubtful
}

async function removeKeysOfDemo(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive ${DOUBTFUL}
    delete from service_keys
    where (select actor_id from audit_log where subject = 'settings:keys-' || name order by id desc limit 1)
      in (select id from doubtful)
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Synonyms that the owner has changed stay. */
async function removeSettingsOfDemo(db: Transaction): Promise<void> {
  const { changes } = await lockChanges(db)
  const others = Object.entries(changes).filter(([group, values]) => !isDeepStrictEqual(values, DEMO_SETTINGS[group]))
  if (others.length < Object.keys(changes).length) await updateChanges(db, Object.fromEntries(others))
}

async function demoteStaffOfDemo(db: Transaction): Promise<string[]> {
  const staff = await listStaffOfDemo(db)
  for (const { id } of staff) {
    await db.updateTable('users').set({ role: 'customer', is_role_proven: true }).where('id', '=', id).execute()
    await deleteSessionsOf(db, id)
  }
  return staff.map(({ email }) => email)
}

async function deleteReviews(db: Transaction, people: string[]): Promise<number> {
  const { rows } = await sql<{ product_id: string }>`
    delete from reviews
    where user_id = any(${people}) or product_id in (
      select products.id from products join demo_rows on kind = 'product' and demo_rows.id = products.id
      where products.name = demo_rows.name)
    returning product_id`.execute(db)
  for (const id of new Set(rows.map(({ product_id }) => product_id))) await refreshRating(db, id)
  return rows.length
}

/** Renamed products of the demo count as the owner's. */
async function deleteProducts(db: Transaction) {
  const { rows } = await sql<{ id: string; name: string; isRenamed: boolean; isDeleted: boolean }>`
    select products.id, products.name, products.name <> demo_rows.name as "isRenamed", deleted_at is not null as "isDeleted"
    from products join demo_rows on kind = 'product' and demo_rows.id = products.id order by products.id`.execute(db)
  const going = rows.filter(({ isRenamed }) => !isRenamed)
  for (const { id } of going)
    await deleteUnlessUsed(db, 'products', id, async () => {
      await sql`update products set deleted_at = now() where id = ${id}`.execute(db)
    })
  const renamedProducts = rows.filter(({ isRenamed, isDeleted }) => isRenamed && !isDeleted).map(({ name }) => name)
  return { products: going.length, renamedProducts }
}

/** Answers the files of pictures that no product shows any more. */
async function deletePictures(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from media using demo_rows
    where kind = 'media' and demo_rows.id = media.id
      and not exists (select from products where thumbnail_id = media.id)
      and not exists (select from product_gallery where media_id = media.id)
    returning file`.execute(db)
  return rows.map(({ file }) => file)
}

async function deleteCategories(db: Transaction): Promise<number> {
  const { rows } = await sql`
    delete from categories using demo_rows
    where kind = 'category' and demo_rows.id = categories.id and demo_rows.name = categories.name
      and not exists (select from products where category_id = categories.id)
      and not exists (select from categories child where child.parent_id = categories.id)
    returning categories.id`.execute(db)
  return rows.length
}

/** Accounts with remaining orders are erased like closed ones. Answers avatars. */
async function deletePeople(db: Transaction, people: string[], passwordHash: string): Promise<string[]> {
  const among = sql<string>`any(${people})`
  const found = await db.selectFrom('users').select(['id', 'avatar_url']).where('id', '=', among).execute()
  await db.deleteFrom('imports').where('actor_id', '=', among).execute()
  for (const { id } of found) {
    await deleteUnlessUsed(db, 'users', id, async () => {
      await deleteSessionsOf(db, id)
      await eraseUser(db, id, passwordHash)
    })
  }
  return found.flatMap(({ avatar_url }) => avatar_url ?? [])
}

const FOREIGN_KEY_VIOLATION = '23503'

/** A foreign key may still refer to the row; then `otherwise` runs. */
async function deleteUnlessUsed(
  db: Transaction,
  table: 'products' | 'users',
  id: string,
  otherwise: () => Promise<void>,
): Promise<void> {
  await sql`savepoint before_deleting`.execute(db)
  try {
    await db.deleteFrom(table).where('id', '=', id).execute()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
    await sql`rollback to before_deleting`.execute(db)
    await otherwise()
  }
  await sql`release before_deleting`.execute(db)
}

/** Only the first time, so that a shop which tries payments does not lose what its owner has set. */
async function makeNeutral(db: Transaction): Promise<boolean> {
  const isDemo = (await db.selectFrom('demo_rows').select('id').limit(1).execute()).length > 0
  const { has_left_demo } = await db.selectFrom('settings').select('has_left_demo').executeTakeFirstOrThrow()
  await db.updateTable('settings').set({ has_left_demo: true }).execute()
  if (has_left_demo || !isDemo) return false

  const { changes } = await lockChanges(db)
  const present = valuesOf(settingsOf(changes))
  const neutral = Object.entries(valuesOf(NEUTRAL_SETTINGS))
  const taken = neutral.filter(([name]) => isDeepStrictEqual(present[name], DEFAULTS[name]))
  await updateChanges(db, changesOf({ ...present, ...Object.fromEntries(taken), 'shop.isOpen': false }))
  const { title, body, seoDescription } = NEUTRAL_ABOUT
  await db
    .insertInto('pages')
    .values({ id: SPEC_PAGES.about, slug: 'about', is_published: true, title, body, seo_description: seoDescription })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}

/**
 * An order of the demo's accounts, paid with test money, or in a shop that takes no real money goes; its units return.
 * Answers how many, for which of them staff have recorded money, and what gift cards go with them.
 */
async function deleteTestOrders(db: Transaction, people: string[]) {
  const isReal = await takesRealMoney(db)
  const ids = await listTestOrders(db, people, isReal)
  const ofOrders = sql<string>`any(${ids})`
  const received = await listReceived(db, ids)
  await giveStockBack(db, ids)
  for (const id of ids) await returnUses(db, id)
  await db.deleteFrom('stock_ledger').where('order_id', '=', ofOrders).execute()
  const giftCards = await takeOutGiftCards(db, ids)
  await sql`
    delete from disputes where (payment_id is null and not ${isReal}::boolean)
      or payment_id in (select id from payments where order_id = any(${ids}))`.execute(db)
  await sql`delete from refunds using payments where payment_id = payments.id and order_id = any(${ids})`.execute(db)
  await db.updateTable('orders').set({ payment_id: null }).where('id', '=', ofOrders).execute()
  await db.deleteFrom('payments').where('order_id', '=', ofOrders).execute()
  await db.deleteFrom('orders').where('id', '=', ofOrders).execute()
  // The invoices were deleted with their orders.
  await sql`delete from invoice_counters where is_test and not exists (select from invoices where is_test)`.execute(db)
  if (!isReal) await db.deleteFrom('webhook_events').execute()
  return { orders: ids.length, received, giftCards }
}

/**
 * Cards that such orders bought go with them. Those that the demo's admin, who may be anyone, or staff of theirs have
 * made go too, or end where they paid an order that stays. Answers these cards by their last characters.
 */
async function takeOutGiftCards(db: Transaction, orders: string[]): Promise<string[]> {
  await sql`
    with gone as (
      delete from gift_card_ledger where order_id = any(${orders}) returning gift_card_id, delta_cents
    )
    update gift_cards set balance_cents = balance_cents - cents
    from (select gift_card_id, sum(delta_cents) as cents from gone group by gift_card_id) as booked
    where gift_card_id = gift_cards.id`.execute(db)
  const { rows } = await sql<{ id: string; name: string; isUsed: boolean }>`
    with recursive ${DOUBTFUL}
    select id, concat_ws(' to ', coalesce('…' || last_four, 'one without a code'), recipient_email) as name,
      exists (select from gift_card_ledger where gift_card_id = gift_cards.id and gift_card_ledger.order_id is not null) as "isUsed"
    from gift_cards where order_id = any(${orders}) or made_by in (select id from doubtful)
    order by id`.execute(db)
  const [ending, going] = [true, false].map(isUsed => rows.filter(row => row.isUsed === isUsed).map(({ id }) => id))
  await sql`update gift_cards set is_active = false where id = any(${ending})`.execute(db)
  await sql`delete from gift_cards where id = any(${going})`.execute(db)
  return rows.map(({ name }) => name)
}

async function takesRealMoney(db: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isReal: boolean }>`
    select takes_real_money or exists (select from payments where gateway_mode = 'live') as "isReal" from settings`.execute(
    db,
  )
  return rows[0]?.isReal === true
}

async function listTestOrders(db: Transaction, people: string[], isReal: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${TEST_ORDERS}
    select id from orders
    where not exists (select from payments where order_id = orders.id and gateway_mode = 'live')
      and (not ${isReal}::boolean or user_id = any(${people}) or exists (select from payments where order_id = orders.id)
        or id in (select id from test_orders))
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** A transfer may have been real, whatever the shop said. */
async function listReceived(db: Transaction, orders: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id as _id', orderNumber.as('number')])
    .where('id', '=', sql<string>`any(${orders})`)
    .where(sql<boolean>`exists (select from payments where order_id = orders.id and received_cents > 0)`)
    .orderBy('id')
    .execute()
  return rows.map(orderName)
}

async function giveStockBack(db: Transaction, orders: string[]): Promise<void> {
  await sql`
    update stock set quantity = quantity - moved.delta
    from (
      select variant_id, sum(delta)::int as delta from stock_ledger where order_id = any(${orders}) group by variant_id
    ) moved
    where stock.variant_id = moved.variant_id and moved.delta <> 0`.execute(db)
}
