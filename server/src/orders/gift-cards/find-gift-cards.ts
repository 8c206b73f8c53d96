import { fromCents, type GiftCardBalance, UNPAID_COUNTS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { orderNumber } from '../../platform/database/order-numbers.ts'
import { ShopError } from '../../platform/http/errors.ts'
import { codeCounters, failedAttempt, limitAttempts } from '../../platform/limits/limit-attempts.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { findCurrency } from '../../shop/settings.ts'
import { hashCode } from './gift-card-codes.ts'
import type { CardShare } from './gift-card-ledger.ts'

export type FoundGiftCard = Awaited<ReturnType<typeof findGiftCards>>[number]

type CartLines = { product: { isGiftCard: boolean } }[]

/** The cards of these codes, in their order, for the lines of a cart; a code that is no card's is left out. */
export async function findGiftCards(db: Database, codes: string[], lines: CartLines = []) {
  const typed = new Map(codes.map(code => [hashCode(code).toString('hex'), code]))
  if (typed.size === 0) return []
  const rows = await cardsOf(db, [...typed.keys()]).execute()
  const buysCards = lines.some(({ product }) => product.isGiftCard)
  return [...typed].flatMap(([hash, code]) =>
    rows.filter(row => row.hash === hash).map(row => ({ ...row, code, buysCards })),
  )
}

/** Finds them under lock. Rows are locked in the order of ids, and read after the lock. */
export async function lockGiftCards(db: Transaction, codes: string[], lines: CartLines): Promise<FoundGiftCard[]> {
  const found = await findGiftCards(db, codes)
  if (found.length === 0) return []
  await lockCards(
    db,
    found.map(({ id }) => id),
  )
  return findGiftCards(db, codes, lines)
}

export async function lockCards(db: Transaction, ids: string[]): Promise<void> {
  const cards = db.selectFrom('gift_cards').select('id').where('id', '=', sql<string>`any(${ids}::text[])`)
  await cards.orderBy('id').forUpdate().execute()
}

/** Whether refunds cover all of a payment, failed ones apart. */
export const isReturning = sql<boolean>`payments.amount_cents <= (
  select sum(amount_cents) from refunds where payment_id = payments.id and state <> 'failed')`

const isToReview = sql`exists (select from orders where orders.id = gift_cards.order_id and review_reason is not null)`

const isPaymentContested = sql`exists (
  select from payments where payments.order_id = gift_cards.order_id
    and (disputed or status = 'completed' and ${isReturning}))`

/** Refunded, or lost in a dispute, and nothing is under way. */
const isPaymentOver = sql`(${isPaymentContested} and not exists (
  select from payments where payments.order_id = gift_cards.order_id and (
    disputed and not exists (select from disputes where payment_id = payments.id and state = 'lost')
    or exists (select from disputes where payment_id = payments.id and is_open)
    or exists (select from refunds where payment_id = payments.id and state in ('queued', 'pending')))))`

const isPaymentLost = sql`(${isPaymentContested} or exists (
  select from payments where payments.order_id = gift_cards.order_id
    and (exists (select from disputes where payment_id = payments.id and state = 'lost')
      or exists (select from refunds join webhook_events on object_id = provider_refund_id
        where payment_id = payments.id and state <> 'failed' and event_type = 'reversed'))))`

/** A card pays nothing before staff have reviewed its order, once its payment goes back, or a bank took a part of it. */
export const isActive = sql<boolean>`(is_active and not ${isToReview} and not ${isPaymentLost})`

/** Why a card is not active. */
export const blockOf = sql<'off' | 'review' | 'payment' | null>`case
  when not is_active then 'off' when ${isToReview} then 'review' when ${isPaymentLost} then 'payment' end`

export const isUsable = sql<boolean>`(${isActive} and (expires_at is null or expires_at > now()))`

export interface HeldCard {
  lastFour: string
  isContested: boolean
  isOver: boolean
  boughtWith: { _id: string; number: string | null }
}

/** A card that pays an order which was not sent yet, while its purchase is contested, goes back or is to be reviewed. */
export const heldCardOf = sql<HeldCard | null>`case when gift_card_cents > 0 and orders.status in ('pending', 'processing')
  then (
    select json_build_object('lastFour', last_four, 'isContested', ${isPaymentContested}, 'isOver', ${isPaymentOver}, 'boughtWith', (
      select json_build_object('_id', orders.id, 'number', ${orderNumber}) from orders where id = gift_cards.order_id))
    from gift_card_ledger used join gift_cards on gift_cards.id = used.gift_card_id
    where used.order_id = orders.id and used.reason = 'order' and (${isPaymentContested} or ${isToReview})
      and 0 > (select sum(delta_cents) from gift_card_ledger booked
        where booked.gift_card_id = used.gift_card_id and booked.order_id = used.order_id)
    order by ${isPaymentOver}, ${isPaymentContested} desc, used.id limit 1
  ) end`

/** Orders that test money has paid, also by cards that it had bought. */
export const TEST_ORDERS = sql`test_orders as (
    select orders.id, orders.status from orders join payments on payments.id = orders.payment_id
    where gateway_mode <> 'live'
    union
    select orders.id, orders.status from test_orders join gift_cards on gift_cards.order_id = test_orders.id
    join gift_card_ledger used on used.gift_card_id = gift_cards.id and used.reason = 'order'
    join orders on orders.id = used.order_id
  )`

const isHeld = sql<boolean>`exists (
  select from gift_card_ledger used join orders on orders.id = used.order_id
  where used.gift_card_id = gift_cards.id and used.reason = 'order' and status = 'pending' and payment_id is null)`

const cardsOf = (db: Database, hashes: string[]) =>
  db
    .selectFrom('gift_cards')
    .select(['id', 'balance_cents as balanceCents', 'currency', 'expires_at as expiresAt'])
    .select(blockOf.as('block'))
    .select(sql<string>`encode(code_hash, 'hex')`.as('hash'))
    .select(sql<string>`last_four`.as('lastFour'))
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'))
    .select(isHeld.as('isHeld'))
    .where(sql<boolean>`code_hash = any(select decode(unnest(${hashes}::text[]), 'hex'))`)

/** Why a card cannot pay in this currency; undefined when it can. A reduced card would be worth more than what it took. */
export function findCardRefusal(card: FoundGiftCard, currency: string): string | undefined {
  if (card.buysCards) return 'A gift card cannot pay for another one: please order that on its own.'
  const block = findCardBlock(card, currency)
  if (block) return block
  if (card.isExpired) return 'This gift card has expired.'
  return findEmptiness(card)
}

function findEmptiness({ balanceCents, isHeld }: FoundGiftCard): string | undefined {
  if (balanceCents > 0) return undefined
  return `Nothing is left on this gift card.${isHeld ? ` ${UNPAID_COUNTS}` : ''}`
}

export function findCardBlock(
  { block, currency }: Pick<FoundGiftCard, 'block' | 'currency'>,
  sellsIn: string,
): string | undefined {
  if (block === 'off') return 'This gift card was deactivated.'
  if (block) return 'This gift card cannot be used while its purchase is being checked.'
  return currency === sellsIn ? undefined : `This gift card is in ${currency}, and this shop sells in ${sellsIn}.`
}

/** What each card pays of an amount in cents: all that it has, until nothing is left to pay. */
export function shareAmongCards(cards: FoundGiftCard[], currency: string, cents: number): CardShare[] {
  let left = cents
  return cards
    .filter(card => !findCardRefusal(card, currency))
    .map(card => {
      const share = { card: card.id, cents: Math.min(card.balanceCents, left) }
      left -= share.cents
      return share
    })
    .filter(share => share.cents > 0)
}

const NO_CARD = 'No gift card has this code. Please check it letter by letter.'

/** Answers who knows the code; guesses are counted by network address. Throws `notFound`. */
export function checkGiftCard(
  db: Database,
  env: Env,
  guesser: { address: string; site: string },
  code: string,
): Promise<GiftCardBalance> {
  return limitAttempts(db, codeCounters(env, guesser), async () => {
    const [card] = await findGiftCards(db, [code])
    if (!card) throw failedAttempt(new ShopError('notFound', NO_CARD, { errors: { code: NO_CARD } }))
    return balanceOf(card, await findCurrency(db))
  })
}

function balanceOf(card: FoundGiftCard, sellsIn: string): GiftCardBalance {
  const { lastFour, balanceCents, currency, expiresAt, isExpired, block } = card
  return {
    ...{ lastFour, currency, isExpired, isActive: block === null },
    refusal: findCardBlock(card, sellsIn) ?? (card.isHeld ? findEmptiness(card) : null) ?? null,
    balance: fromCents(balanceCents),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
