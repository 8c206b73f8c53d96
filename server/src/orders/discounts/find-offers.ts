import { codeKeyOf, type DiscountOffer, UNKNOWN_CODE, UNPAID_COUNTS } from '@mela/contract'
import { sql } from 'kysely'
import { listProductsOfCollections } from '../../catalog/collections.ts'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import { timeZone } from '../../platform/database/days.ts'
import type { PricedLine } from '../quote.ts'

export interface DiscountCart {
  lines: PricedLine[]
  codes: string[]
  userId: string | undefined
  /** Of a guest who has no row yet. */
  guestEmail?: string | undefined
  /** Leaves out automatic discounts that depend on earlier orders. */
  hidesPast?: boolean
}

type Customer = Pick<DiscountCart, 'userId' | 'guestEmail'>

interface TypedCode {
  key: string
  code: string
  discount_id: string
  is_single_use: boolean
  order_id: string | null
}

const isFor = (userId: string | undefined) =>
  sql<boolean>`(customer_ids = '{}' or ${userId ?? null}::text = any(customer_ids))`

/** A code that is paused or of other customers is not known: a guess must not tell it from one that does not exist. */
export async function findDiscountCodes(db: Database, codes: string[], userId?: string): Promise<TypedCode[]> {
  const keys = codes.map(codeKeyOf)
  if (keys.length === 0) return []
  return db
    .selectFrom('discount_codes')
    .innerJoin('discounts', 'discounts.id', 'discount_id')
    .select(['key', 'code', 'discount_id', 'is_single_use', 'order_id'])
    .where('key', '=', anyOf(keys))
    .where(sql<boolean>`is_active and deleted_at is null`)
    .where(isFor(userId))
    .orderBy(sql`array_position(${keys}::text[], key)`)
    .execute()
}

/** What a cart may get now, with the reason where a code is refused whatever the cart holds. */
export async function findOffers(db: Database, cart: DiscountCart): Promise<DiscountOffer[]> {
  const codes = await findDiscountCodes(db, cart.codes, cart.userId)
  const ids = await listCandidates(db, codes, cart.hidesPast)
  return ids.length > 0 ? offersOf(db, cart, ids, codes) : []
}

/**
 * What an order gets that is being placed. Other orders wait for the uses that it may take: of a limited discount, of a
 * code for one order, and of the same customer.
 */
export async function lockOffers(db: Transaction, cart: DiscountCart): Promise<DiscountOffer[]> {
  const typed = await findDiscountCodes(db, cart.codes, cart.userId)
  const candidates = await listCandidates(db, typed, cart.hidesPast)
  if (candidates.length === 0) return []

  await takeTurnOfCustomer(db, cart.userId, candidates)
  const among = db.selectFrom('discounts').select('id').where('id', '=', anyOf(candidates)).orderBy('id')
  const limited = await among.where('limit_in_all', 'is not', null).forNoKeyUpdate().execute()
  const others = await among.where('limit_in_all', 'is', null).forKeyShare().execute()
  const single = db.selectFrom('discount_codes').select('key').where('is_single_use', '=', true)
  await single
    .where('key', '=', anyOf(cart.codes.map(codeKeyOf)))
    .orderBy('key')
    .forNoKeyUpdate()
    .execute()
  // One that got a limit between these statements is not locked, and not offered.
  const ids = [...limited, ...others].map(({ id }) => id)
  return offersOf(db, cart, ids, await findDiscountCodes(db, cart.codes, cart.userId))
}

async function takeTurnOfCustomer(db: Transaction, userId: string | undefined, candidates: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('discounts of ' || mailbox_of(email), 0)) from users
    where id = ${userId} and exists (
      select from discounts where discounts.id = any(${candidates}) and ${dependsOnPast}
    )`.execute(db)
}

const dependsOnPast = sql<boolean>`(first_order_only or limit_per_customer is not null)`

/** Whether one of these codes, or an automatic discount, depends on earlier orders. */
export async function dependOnPast(db: Database, codes: string[]): Promise<boolean> {
  const ids = await listCandidates(db, await findDiscountCodes(db, codes))
  const found = db.selectFrom('discounts').select('id').where('id', '=', anyOf(ids)).where(dependsOnPast)
  return (await found.executeTakeFirst()) !== undefined
}

async function listCandidates(db: Database, codes: TypedCode[], hidesPast = false): Promise<string[]> {
  const automatic = await db
    .selectFrom('discounts')
    .select('id')
    .where(sql<boolean>`is_automatic and is_active and deleted_at is null`)
    .where(sql<boolean>`coalesce(begins_at <= now(), true) and coalesce(ends_at > now(), true)`)
    .where(sql<boolean>`uses < coalesce(limit_in_all, uses + 1)`)
    .where(sql<boolean>`not (${hidesPast} and ${dependsOnPast})`)
    .orderBy('id')
    .execute()
  return [...new Set([...automatic.map(({ id }) => id), ...codes.map(code => code.discount_id)])]
}

type DiscountRow = RowOf<'discounts'>

interface Facts {
  uses: number
  ownUnpaid: string[]
  /** Orders past their time that hold it until the shop cancels them. */
  overdue: string[]
  isTheirs: boolean
  hasBegun: boolean
  hasEnded: boolean
  begins: string | null
  ends: string | null
}

async function offersOf(db: Database, cart: DiscountCart, ids: string[], codes: TypedCode[]): Promise<DiscountOffer[]> {
  const rows = await db.selectFrom('discounts').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()
  const [facts, past, covers] = [
    await findFacts(db, ids, cart),
    rows.some(row => row.first_order_only) ? await findPast(db, cart) : 'none',
    await findCoverage(db, rows, cart.lines),
  ]
  const refusableOffer = (row: DiscountRow, code: TypedCode | null): DiscountOffer => ({
    ...offerOf(row, code?.code ?? null, cart.lines, covers),
    refusal: refusalOf(row, code, facts.get(row.id), past),
  })
  const byId = new Map(rows.map(row => [row.id, row]))
  return [
    ...rows.filter(row => row.is_automatic).map(row => refusableOffer(row, null)),
    ...codes.flatMap(code => {
      const row = byId.get(code.discount_id)
      return row ? [refusableOffer(row, code)] : []
    }),
  ].filter(({ code, refusal }) => code !== null || refusal === undefined)
}

/** What a discount gives, and for what; it need not be saved. */
type DiscountTerms = Pick<
  DiscountRow,
  | ('id' | 'name' | 'kind' | 'percent' | 'amount_cents' | 'buy' | 'get' | 'applies_to' | 'target_ids')
  | ('is_combinable' | 'min_subtotal_cents' | 'min_quantity')
>
type CoverableLine = { product: Pick<PricedLine['product'], 'id' | 'isGiftCard'> }

export const offerOf = (
  row: DiscountTerms,
  code: string | null,
  lines: CoverableLine[],
  covers: Covers,
): DiscountOffer => ({
  ...{ id: row.id, name: row.name, code, isCombinable: row.is_combinable, benefit: benefitOf(row) },
  isForAll: row.applies_to === 'everything',
  lines: lines.flatMap((line, position) => (covers(row, line) ? [position] : [])),
  ...{ minSubtotal: row.min_subtotal_cents, minQuantity: row.min_quantity },
})

function benefitOf({ kind, percent, amount_cents, buy, get }: DiscountTerms): DiscountOffer['benefit'] {
  if (kind === 'percent') return { kind, percent: Number(percent) }
  if (kind === 'amount') return { kind, cents: amount_cents ?? 0 }
  if (kind === 'buy-get') return { kind, buy: buy ?? 1, get: get ?? 1, percent: Number(percent) }
  return { kind: 'free-delivery' }
}

function refusalOf(
  row: DiscountRow,
  typed: TypedCode | null,
  facts: Facts | undefined,
  past: Past,
): string | undefined {
  const code = typed?.code ?? row.name
  if (!facts?.isTheirs || !row.is_active) return UNKNOWN_CODE
  if (!facts.hasBegun) return `${code} begins on ${facts.begins}.`
  if (facts.hasEnded) return `${code} ended on ${facts.ends}.`
  if (typed?.order_id || row.uses >= (row.limit_in_all ?? row.uses + 1)) {
    const isHolding = (order: string) => !typed?.order_id || typed.order_id === order
    if (facts.overdue.some(isHolding))
      return `${code} is held by an order that was not paid in time. Please try again in a few minutes.`
    const isOwn = typed?.order_id && facts.ownUnpaid.includes(typed.order_id)
    return `${code} is used up.${isOwn ? ` ${UNPAID_COUNTS}` : ''}`
  }
  if (facts.uses >= (row.limit_per_customer ?? facts.uses + 1))
    return `You have used ${code} already.${facts.ownUnpaid.length > 0 ? ` ${UNPAID_COUNTS}` : ''}`
  if (row.first_order_only && past !== 'none')
    return `${code} is for first orders only.${past === 'unpaid' ? ` ${UNPAID_COUNTS}` : ''}`
  if (typed && row.is_automatic) return `${code} is not needed: its discount counts without a code.`
  return undefined
}

const dayOf = (column: 'begins_at' | 'ends_at') => sql<string | null>`(
  select trim(to_char(moment, 'FMDD FMMonth')) || case
    when to_char(moment, 'YYYY') <> to_char(now() at time zone ${timeZone}, 'YYYY') then to_char(moment, ' YYYY') else '' end
  from (select ${sql.ref(column)} at time zone ${timeZone} as moment) as local)`

async function findFacts(db: Database, ids: string[], customer: Customer): Promise<Map<string, Facts>> {
  const rows = await db
    .selectFrom('discounts')
    .select(['id', dayOf('begins_at').as('begins'), dayOf('ends_at').as('ends')])
    .select(isFor(customer.userId).as('isTheirs'))
    .select(sql<boolean>`coalesce(begins_at <= now(), true)`.as('hasBegun'))
    .select(sql<boolean>`coalesce(ends_at <= now(), false)`.as('hasEnded'))
    .select(
      sql<number>`(
        select count(*)::int from ${ordersOf(customer)} as own join discount_uses on order_id = own.id
        where discount_id = discounts.id)`.as('uses'),
    )
    .select(
      sql<string[]>`array(
        select own.id::text from ${ordersOf(customer)} as own join discount_uses on order_id = own.id
        where is_unpaid and discount_id = discounts.id)`.as('ownUnpaid'),
    )
    .select(
      sql<string[]>`array(
        select orders.id::text from orders join discount_uses on order_id = orders.id
        where status = 'pending' and payment_id is null and expires_at <= now() and discount_id = discounts.id)`.as(
        'overdue',
      ),
    )
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

type Past = 'none' | 'unpaid' | 'bought'

export async function findPast(db: Database, customer: Customer): Promise<Past> {
  const { rows } = await sql<{ past: Past }>`
    select case when bool_and(is_unpaid) then 'unpaid' else 'bought' end as past
    from ${ordersOf(customer)} as own where status <> 'cancelled' having count(*) > 0`.execute(db)
  return rows[0]?.past ?? 'none'
}

/** A guest is known by the mailbox, also once an account has its orders: no refusal tells of an account. */
const ordersOf = ({ userId, guestEmail }: Customer) => sql`(
  select id, status, ${isUnpaid} from orders where user_id = ${userId ?? null}
  union
  select orders.id, status, ${isUnpaid} from users join orders on guest_mailbox = mailbox_of(email)
  where users.id = ${userId ?? null} and (role = 'guest' or email_confirmed_at is not null)
  union
  select id, status, ${isUnpaid} from orders where guest_mailbox = mailbox_of(${guestEmail ?? null}))`

const isUnpaid = sql`status = 'pending' and payment_id is null as is_unpaid`

type Covers = (row: DiscountTerms, line: CoverableLine) => boolean

/**
 * Which lines a discount covers: those of the category or of one in it, and those that meet a collection's rule. No gift
 * card is covered, because its whole amount pays for other orders.
 */
export async function findCoverage(db: Database, rows: DiscountTerms[], lines: CoverableLine[]): Promise<Covers> {
  const targetsOf = (scope: string) =>
    rows.flatMap(({ applies_to, target_ids }) => (applies_to === scope ? target_ids : []))
  const products = lines.map(({ product }) => product.id)
  const branches = targetsOf('categories').length > 0 ? await findBranches(db, products) : new Map<string, string[]>()
  const collections = await listProductsOfCollections(db, targetsOf('collections'), products)
  const covered: Record<string, (row: DiscountTerms, product: string) => boolean> = {
    everything: () => true,
    products: ({ target_ids }, product) => target_ids.includes(product),
    categories: ({ target_ids }, product) => target_ids.some(id => branches.get(product)?.includes(id)),
    collections: ({ target_ids }, product) => target_ids.some(id => collections.get(id)?.includes(product)),
  }
  return (row, { product }) => !product.isGiftCard && (covered[row.applies_to]?.(row, product.id) ?? false)
}

async function findBranches(db: Database, products: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(['products.id', 'categories.id as own', 'parent_id'])
    .where('products.id', '=', anyOf(products))
    .execute()
  return new Map(rows.map(({ id, own, parent_id }) => [id, parent_id === null ? [own] : [own, parent_id]]))
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`
