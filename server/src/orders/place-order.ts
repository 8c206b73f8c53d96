import {
  type DeliveryDates,
  type DeliveryMethod,
  deliveryDates,
  deliveryMethodOf,
  deliveryMethodsFor,
  effectivePrice,
  feeRuleOf,
  gatewayNames,
  HIGHEST_RECEIPT,
  isDeliverable,
  isOffered,
  isOffline,
  listOffers,
  noWaySentence,
  type Order,
  type OrderInput,
  orderName,
  orderTotals,
  type PricedOrder,
  type PricingContext,
  type Provider,
  placeOf,
  pricingOf,
  type ShippingAddress,
  type ShippingCalendar,
  savedPerUnit,
  sumOf,
  type ToPay,
  toCents,
  type WayToPay,
} from '@mela/contract'
import { sql } from 'kysely'
import { insertGuest } from '../people/guests.ts'
import { shareUserLock } from '../people/users.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { checkAddress, withPostal } from '../shop/check-address.ts'
import { mostUnits, type OrderTerms } from '../shop/order-terms.ts'
import { shippingCalendarOf } from '../shop/shipping-calendar.ts'
import { type Buyer, buyerColumns, checkBuyer } from './check-buyer.ts'
import { lockOffers } from './discounts/find-offers.ts'
import { lookUpCodes } from './discounts/look-up-codes.ts'
import { takeUses } from './discounts/take-uses.ts'
import { expireOrdersOf } from './expire-orders.ts'
import { closeCovered } from './gift-cards/close-covered.ts'
import { lockGiftCards, shareAmongCards } from './gift-cards/find-gift-cards.ts'
import { takeFromCards } from './gift-cards/use-gift-cards.ts'
import { lockOrder } from './move-order.ts'
import { confirmOrder, type Later, notOffered } from './offline/confirm-order.ts'
import { countOrder, limitOrders } from './order-limits.ts'
import { chooseVariants, lockVariants } from './priced-variants.ts'
import { applyOffers, mergeLines, type PricedLine, priceLines, validateCart } from './quote.ts'
import { adjustmentRows, requireOwnOrder } from './read-orders.ts'

export interface Shopper {
  userId: string
  address: string
  /** Of a guest, whose row is written with the order. */
  guestEmail?: string
}

/**
 * Places an order: look up its codes → check price, stock, discounts, gift cards and way to pay under lock → write → take
 * stock, uses and balances → tell → confirm it when nothing is left to pay, or it is paid later. All or nothing; a repeated
 * key gets the order it placed.
 */
export async function placeOrder(
  db: Database,
  terms: OrderTerms,
  shopper: Shopper,
  input: OrderInput,
  idempotencyKey: string | undefined,
  providers: readonly Provider[],
): Promise<Order> {
  const { orderLimits: limits, orderTtlSeconds: ttlSeconds, shop } = terms
  const { currency } = shop
  const shippingAddress = checkAddress(shop, input.shippingAddress, 'shippingAddress')
  const address = withPostal(shippingAddress)
  const later = isOffline(input.gateway) ? input.gateway : undefined
  const buyer = await checkBuyer(shop, address, input)
  const methods = deliveryMethodsFor(shop, address)
  const units = mostUnits(terms)
  const calendar = await shippingCalendarOf(terms.calendar)
  const { userId, guestEmail } = shopper
  const codes = await lookUpCodes(db, { ...shopper, limits: terms.guesses }, input.codes)
  // Expired orders hold no code, gift card or limit, also between two runs of the job.
  await expireOrdersOf(db, userId, guestEmail)
  crashPoint('order begins')
  const placedId = await transact(db, async (db, invalidate) => {
    const guest = guestEmail && { id: userId, email: guestEmail, name: shippingAddress.name }
    const hasOrdered = guest && !(await insertGuest(db, guest))
    const id = newId()
    const request = { ...input, shippingAddress }
    const reused = 'This checkout has already placed another order.'
    const earlierId = await claimKey(db, { userId, key: idempotencyKey, kind: 'order', request, id, reused })
    // The key has been forgotten. The guest has one order, which the links in all of its emails open.
    if (hasOrdered && !earlierId) throw conflict(reused, 'idempotency_key_reused')
    await shareUserLock(db, userId)
    if (earlierId) return earlierId

    if (limits) await limitOrders(db, limits, shopper, later)
    const lines = await lockLines(db, input)
    const active = lines.filter(({ product }) => product.isActive)
    const offers = await lockOffers(db, { lines: active, codes: codes.known, hidesPast: codes.hidesPast, userId })
    const cards = await lockGiftCards(db, codes.known, active)
    const known = { currency, offers, cards, ...feeRuleOf(terms.payments, input.gateway) }
    const applyBy = (method: string | undefined) =>
      applyOffers(active, pricingOf(shop, address, method, buyer.exemption), known)
    const { pricing, beforeFee, ...discounts } = applyBy(input.deliveryMethod)
    const refusals = [...codes.refused, ...discounts.refused]
    const priceBy = ({ name }: DeliveryMethod) => orderTotals(active, applyBy(name).pricing)
    const highest = later ? toCents(HIGHEST_RECEIPT) : highestOf(providers, currency)
    const most = { ...limits, ...(units !== undefined && { units }), highestTotal: highest }
    const totals = validateCart(lines, input, { ...most, currency, pricing, methods, cards, refusals, priceBy })
    const shares = shareAmongCards(cards, currency, totals.totalPrice)
    const giftCardCents = sumOf(shares.map(({ cents }) => cents))
    const toPay = { country: placeOf(address).country, currency, cents: beforeFee }
    const ways = listOffers(terms.payments, providers, currency)
    const suitable = ways.filter(({ way }) => way !== 'delivery' || isDeliverable(active))
    if (beforeFee > 0) requireWay(suitable, input.gateway, toPay, giftCardCents > 0)
    const arrives = promisedDates(methods, totals, calendar)
    const { note, giftText } = input
    const typed = { shippingAddress, buyer, note, giftText }
    const priced = { lines, totals, currency, pricing, giftCardCents, settingsVersion: terms.settingsVersion }
    await insertOrder(db, { id, userId, ...priced, ttlSeconds, arrives, ...typed })
    if (limits) await countOrder(db, shopper, id)
    crashPoint('order written')
    await takeStock(db, id, lines)
    crashPoint('order stock taken')
    await takeUses(db, id, discounts.offers)
    await takeFromCards(db, id, shares)
    await announceOrder(db, invalidate, { id, lines, ttlSeconds })
    if (beforeFee === 0) await closeCovered(db, invalidate, id, terms.paymentMode)
    else if (later) await confirm(db, invalidate, id, { way: later, mode: terms.paymentMode, payments: terms.payments })
    crashPoint('order before commit')
    return id
  })
  crashPoint('order after commit')
  return requireOwnOrder(db, userId, placedId)
}

async function lockLines(db: Transaction, { products }: OrderInput): Promise<PricedLine[]> {
  const wanted = mergeLines(products)
  let chosen = await chooseVariants(db, wanted)
  for (;;) {
    const lines = priceLines(chosen, await lockVariants(db, chosen))
    if (lines.every(({ product, quantity }) => product.isActive && quantity <= product.stock)) return lines
    // Meanwhile another order may have taken the last units of a chosen variant, or staff may have deleted it.
    const again = await chooseVariants(db, wanted)
    if (again.every(({ variant }, index) => variant === chosen[index]?.variant)) return lines
    chosen = again
  }
}

/** Those of the method that the order's row of shipping names. */
function promisedDates(
  methods: DeliveryMethod[],
  { adjustments }: PricedOrder,
  calendar: ShippingCalendar | undefined,
) {
  const method = methods.find(({ name }) => name === deliveryMethodOf(adjustments))
  return method && calendar && deliveryDates(method, new Date(), calendar)
}

interface NewOrder {
  id: string
  userId: string
  shippingAddress: ShippingAddress
  buyer: Buyer
  settingsVersion: number
  lines: PricedLine[]
  totals: PricedOrder
  giftCardCents: number
  currency: string
  pricing: PricingContext
  ttlSeconds: number
  arrives: DeliveryDates | undefined
  note: string | undefined
  giftText: string | undefined
}

/** That a shop has no provider at all is said by `requireWay()`. */
const highestOf = (providers: readonly Provider[], currency: string) =>
  providers.length > 0 ? Math.max(...providers.map(one => one.highestCents(currency))) : Number.POSITIVE_INFINITY

/** Throws a `conflict` when the order could not be paid. What is chosen after it is placed is a provider. */
function requireWay(
  offers: ReturnType<typeof listOffers>,
  chosen: WayToPay | undefined,
  toPay: ToPay,
  byGiftCard: boolean,
): void {
  const offered = offers.filter(offer => isOffered(offer, toPay)).map(({ way }) => way)
  if (chosen ? offered.includes(chosen) : offered.some(way => !isOffline(way))) return
  if (offered.length === 0) throw conflict(noWaySentence(offers, toPay, byGiftCard), 'gateway_not_offered')
  if (chosen) throw notOffered(chosen)
  const names = offered.map(way => gatewayNames[way]).join(' or ')
  throw conflict(`Only ${names} is offered for this order. Please choose it as the way to pay.`, 'gateway_not_offered')
}

async function confirm(db: Transaction, invalidate: Invalidate, id: string, later: Later): Promise<void> {
  const order = await lockOrder(db, id)
  const named = await db
    .selectFrom('orders')
    .select(['id as _id', orderNumber.as('number')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (order) await confirmOrder(db, invalidate, { ...order, reference: orderName(named) }, later)
}

/** Takes a number of the owner's series, then writes order, lines and history in one statement. */
async function insertOrder(db: Transaction, order: NewOrder): Promise<void> {
  const { id, userId, lines, totals, pricing } = order
  const row = {
    id,
    user_id: userId,
    guest_mailbox: sql<string | null>`(select mailbox_of(email) from users where id = ${userId} and role = 'guest')`,
    ...(await takeOrderNumber(db)),
    sub_total_cents: totals.itemsPrice,
    saved_cents: totals.discountPrice,
    shipping_cents: totals.shippingPrice,
    fee_cents: totals.feePrice,
    tax_cents: totals.taxPrice,
    total_cents: totals.totalPrice,
    gift_card_cents: order.giftCardCents,
    currency: order.currency,
    tax_included: pricing.taxIncluded ?? false,
    tax_percent: pricing.isExempt ? 0 : sumOf(pricing.taxes.map(({ percent }) => percent)),
    tax_on_shipping: pricing.taxOnShipping ?? false,
    shipping_address: JSON.stringify(order.shippingAddress),
    ...buyerColumns(order.buyer),
    settings_version: order.settingsVersion,
    note: order.note ?? null,
    gift_text: order.giftText ?? null,
    arrives_from: order.arrives?.from ?? null,
    arrives_to: order.arrives?.to ?? null,
    expires_at: sql<Date>`now() + make_interval(secs => ${order.ttlSeconds})`,
  }
  await db
    .with('placed', db => db.insertInto('orders').values(row))
    .with('adjustments', db => db.insertInto('order_adjustments').values(adjustmentRows(id, totals)))
    .with('history', db =>
      db.insertInto('order_history').values({ order_id: id, to_status: 'pending', actor_id: userId }),
    )
    .insertInto('order_lines')
    .values(
      lines.map(({ product, quantity, gifts }, position) => ({
        order_id: id,
        position,
        variant_id: product.variant,
        product_id: product.id,
        name: product.name,
        sku: product.sku,
        tax_class: product.taxClass,
        hsn_code: product.hsnCode,
        options: JSON.stringify(product.options),
        picture: product.picture && JSON.stringify(product.picture),
        price_cents: effectivePrice(product),
        saved_cents: savedPerUnit(product),
        quantity,
        gift_cards: product.isGiftCard ? JSON.stringify(gifts) : null,
      })),
    )
    .execute()
}

/** Orders share the lock: they wait for a change of the series alone, and it for them. */
async function takeOrderNumber(db: Transaction) {
  const series = db.selectFrom('order_series')
  if (!(await series.select('id').executeTakeFirst())) return undefined
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('order_series', 0))`.execute(db)
  const next = sql<number>`shift + nextval('order_numbers')`.as('number')
  return series.select(['prefix as number_prefix', next]).executeTakeFirst()
}

type Taken = Pick<PricedLine, 'product' | 'quantity'>[]

/** Fails as a whole on a shortage. */
export async function takeStock(db: Transaction, orderId: string, lines: Taken): Promise<void> {
  // Lines are sorted by product, because their rows of the product index are locked in this order when units run out.
  const ordered = lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))
  const variants = ordered.map(({ product }) => product.variant)
  const quantities = ordered.map(({ quantity }) => quantity)
  const { numAffectedRows } = await sql`
    with taken as (
      update stock set quantity = stock.quantity - wanted.quantity
      from unnest(${variants}::text[], ${quantities}::int[]) as wanted (variant_id, quantity)
      where stock.variant_id = wanted.variant_id and stock.quantity >= wanted.quantity
      returning stock.variant_id, stock.product_id, wanted.quantity as quantity
    )
    insert into stock_ledger (variant_id, product_id, delta, reason, order_id)
    select variant_id, product_id, -quantity, 'order', ${orderId} from taken`.execute(db)
  if (numAffectedRows !== BigInt(lines.length)) throw new Error('This stock is not there.')
}

/** Seconds until the customer is asked to pay: a quarter of an hour, or five minutes before the order expires. */
const reminderSeconds = (ttlSeconds: number) => Math.max(0, Math.min(15 * 60, ttlSeconds - 5 * 60))

/** Emails the customer later, and renews the pages that show what was ordered. */
async function announceOrder(
  db: Transaction,
  invalidate: Invalidate,
  { id, lines, ttlSeconds }: Pick<NewOrder, 'id' | 'lines' | 'ttlSeconds'>,
): Promise<void> {
  await enqueueEmail(db, { kind: 'order-placed', order: id }, { afterSeconds: reminderSeconds(ttlSeconds) })
  invalidate(...lines.map(({ product }) => `product:${product.id}` as const))
  // Lists of products in stock change with the last unit sold.
  if (lines.some(({ product, quantity }) => product.stock === quantity)) invalidate('catalog')
}
