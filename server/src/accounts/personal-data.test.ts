import { ORDER_RETENTION_YEARS } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { cleanUp } from '../operate/open-work.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { guestsOf } from '../orders/guests-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { knowDevice } from '../people/known-devices.ts'
import { hashPassword } from '../people/passwords.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add } = discountsOf(shop, admin)
const { make, codeOf } = giftCardsOf(shop, admin)
const { order: orderAsGuest, browserOf } = guestsOf(shop)
const { anOrder, pay, start } = buyersOf(shop)

const password = 'Kadamba#41'

/** All that a buyer types, with their word in each text. */
async function typedBy(word: string) {
  const [{ id: goods }, { id: card }] = [await shop.product(), await shop.product({ is_gift_card: true })]
  const { data: discount } = await add({ code: `S${newId()}` })
  const address = shop.anAddress({ name: { firstName: word, lastName: 'Rao' }, street: `${word} street` })
  return {
    products: [
      { product: goods, quantity: 1 },
      { product: card, quantity: 1, gift: { email: `friend-${word}@example.com`, message: `For ${word}` } },
    ],
    codes: [discount.code],
    totalAmount: 286.2,
    shippingAddress: address,
    billingAddress: address,
    ...{ company: `${word} and sons`, note: `Ring at ${word}`, giftText: `Dear ${word}` },
  }
}

/** What others note about a paid order that has arrived. */
async function noteAbout(order: string, word: string) {
  await shop.post(`/orders/${order}/notes`, { text: `${word} called.` }, admin)
  const { id: payment_id } = await shop.db
    .updateTable('payments')
    .set({ email_address: `${word}@example.com` })
    .where('order_id', '=', order)
    .returning('id')
    .executeTakeFirstOrThrow()
  const receipt = { id: newId(), payment_id, request_id: newId(), amount_cents: 1, received_on: new Date() }
  await shop.db
    .insertInto('payment_receipts')
    .values({ ...receipt, note: `From ${word}` })
    .execute()
  await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', order).execute()
}

async function anAccount(word: string): Promise<{ person: Person; order: string }> {
  const person = await shop.customer({
    ...{ first_name: word, email: `${word}@example.com`, password_hash: await hashPassword(password) },
    email_confirmed_at: new Date(),
  })
  await knowDevice(shop.db, person.id, [])
  await codeOf((await make({ recipient: `${word}@example.com`, message: `Thanks, ${word}` }))._id)
  await shop.post('/users/current-user/addresses', shop.anAddress({ street: `${word} street` }), person)
  const input = await typedBy(word)
  const gift = { email: `friend-${word}@example.com`, message: `For ${word}` }
  const line = { product: input.products[0]?.product, variant: input.products[0]?.product, quantity: 2, gift }
  await shop.call('PUT', '/cart', { body: { lines: [line], note: `For ${word}`, version: 0 }, as: person })
  const { data } = await shop.post('/orders', input, person)
  await pay(person, data._id)
  await noteAbout(data._id, word)
  return { person, order: data._id }
}

async function aGuest(word: string): Promise<{ person: Person; order: string }> {
  const answer = await orderAsGuest({ ...(await typedBy(word)), email: `${word}@example.com` })
  const person = browserOf(answer)
  await pay(person, answer.data._id)
  await noteAbout(answer.data._id, word)
  return { person, order: answer.data._id }
}

/** The tables of the shop in which a word stands anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(shop.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as t where t::text ilike ${`%${word}%`} limit 1`.execute(shop.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

const endRetention = (order: string) =>
  sql`update orders set created_at = now() - make_interval(years => ${ORDER_RETENTION_YEARS}, days => 1)
    where id = ${order}`.execute(shop.db)

const everywhere = [
  ...['gift_cards', 'order_lines', 'order_notes', 'order_search', 'orders', 'payment_receipts', 'payments', 'users'],
]

describe('B67 T326 what a person has typed', () => {
  it('into an account is exported, and gone with it after the years of retention', async () => {
    const { person, order } = await anAccount('quokkaby')
    const { data } = await shop.get('/users/current-user/data', person)
    const before = await tablesWith('quokkaby')

    expect(await shop.call('DELETE', '/users/current-user', { as: person, body: { password } })).toMatchObject({
      status: 200,
    })
    await endRetention(order)
    await sql`update gift_cards set balance_cents = 0, created_at = now() - interval '9 years'
      where made_by is not null`.execute(shop.db)
    await cleanUp(shop.db)

    expect(before).toEqual([...everywhere, 'addresses', 'carts'].toSorted())
    expect(data).toMatchObject({
      discounts: [{ order, name: 'Summer sale', code: expect.any(String) }],
      giftCards: [{ initialAmount: 50, balance: 50, message: 'Thanks, quokkaby' }],
      cart: { lines: [{ gift: { email: 'friend-quokkaby@example.com' } }], note: 'For quokkaby' },
      orders: [
        {
          ...{ company: 'quokkaby and sons', note: 'Ring at quokkaby', giftText: 'Dear quokkaby' },
          products: [{}, { gifts: [{ email: 'friend-quokkaby@example.com', message: 'For quokkaby' }] }],
        },
      ],
      payments: [{ email_address: 'quokkaby@example.com' }],
    })
    expect(await tablesWith('quokkaby')).toEqual([])
  })

  it('as a guest is exported in the browser of the order, and gone after the years of retention', async () => {
    const { person, order } = await aGuest('wombatia')
    const { data } = await shop.get('/users/current-user/data', person)
    const before = await tablesWith('wombatia')

    await endRetention(order)
    await cleanUp(shop.db)

    expect(before).toEqual(everywhere)
    expect(data).toMatchObject({
      profile: { email: 'wombatia@example.com' },
      orders: [{ _id: order, note: 'Ring at wombatia' }],
      giftCards: [],
    })
    expect(await tablesWith('wombatia')).toEqual([])
  })
})

it('forgets after a day from which network address a payment was begun', async () => {
  const customer = await shop.customer()
  const orders = [await anOrder(customer), await anOrder(customer)]
  for (const order of orders) await start(customer, order)
  const [old = '', young = ''] = orders
  const attempts = (order: string) => shop.db.updateTable('payment_attempts').where('order_id', '=', order)
  await attempts(old).set({ created_at: sql<Date>`now() - interval '25 hours'` }).execute()

  await cleanUp(shop.db)

  const networkOf = async (order: string) =>
    (await attempts(order).set({ declines: 0 }).returning('network_hash').executeTakeFirstOrThrow()).network_hash
  expect(await networkOf(old)).toBeNull()
  expect(await networkOf(young)).not.toBeNull()
})

it('knows each text of an order: anonymise() erases it, or it says nothing of a person', async () => {
  const erased = ['billing_address', 'company', 'gift_text', 'guest_mailbox', 'note', 'shipping_address', 'tax_number']
  const kept = ['id', 'user_id', 'status', 'currency', 'payment_id', 'number_prefix', 'tax_exemption', 'review_reason']
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'orders' and data_type in ('text', 'character varying', 'json', 'jsonb')`.execute(shop.db)

  expect(rows.map(({ name }) => name).sort()).toEqual([...erased, ...kept].sort())
})

it('knows each table that leads to a person or an order, so that a new one is exported and erased, too', async () => {
  const exported = [
    ...['addresses', 'carts', 'discount_uses', 'dispute_answers', 'dispute_files', 'email_changes', 'gift_cards'],
    ...['invoices', 'known_devices', 'order_adjustments', 'order_history', 'order_lines', 'orders', 'payments'],
    ...['pending_emails', 'refunds', 'reviews', 'sessions', 'users'],
  ]
  const erasedAlone = ['closed_accounts', 'order_notes', 'order_search', 'payment_receipts']
  const secrets = ['recovery_codes', 'two_factor', 'user_tokens']
  const hashes = ['idempotency_keys', 'order_addresses', 'payment_attempts']
  const ofTheShop = [
    'credited_taxes',
    'discount_codes',
    'disputes',
    'gift_card_ledger',
    'refunded_lines',
    'service_keys',
    'withdrawn_reviews',
  ]
  const { rows } = await sql<{ name: string }>`
    with recursive leads as (
      select unnest(array['users', 'orders']::regclass[])::oid as id
      union select conrelid from pg_constraint join leads on confrelid = leads.id where contype = 'f'
    )
    select id::regclass::text as name from leads order by 1`.execute(shop.db)

  const known = [...exported, ...erasedAlone, ...secrets, ...hashes, ...ofTheShop]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})
