import {
  type AppliedDiscount,
  type BodyOf,
  type Calls,
  chooseDiscounts,
  type DiscountOffer,
  deliveryMethodOf,
  deliveryMethodsFor,
  effectivePrice,
  fromCents,
  isDeliverable,
  orderTotals,
  type PaymentMode,
  type PricedOrder,
  pricingOf,
  type QueryOf,
  type Rehearsal,
  type RehearsedAmounts,
  type Settings,
  type ShopInfo,
  shopInfoOf,
  sumOf,
} from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { withPostal } from '../../shop/check-address.ts'
import { findCurrency } from '../../shop/settings.ts'
import { findTaxExemption } from '../check-buyer.ts'
import { openDraft } from './drafts.ts'
import { findPastOrders, listPastOrders, openPastSettings, type PastOrder } from './past-orders.ts'

type Asked = Calls['POST /dashboard/rehearsals']

/** Some milliseconds of pricing; other requests are answered between two of them. */
const BATCH = 50

/**
 * Prices the orders of the last 90 days again: check the draft as a save does → read orders in batches → price each by what
 * applied then, which must give what is stored, and with the draft → sum up what differs.
 */
export async function rehearsePricing(
  db: Database,
  mode: PaymentMode,
  body: BodyOf<Asked>,
  { page, size }: QueryOf<Asked>,
): Promise<Rehearsal> {
  const draft = await openDraft(db, body)
  const settingsAt = await openPastSettings(db)
  const currency = await findCurrency(db)
  const { ids, isCapped } = await listPastOrders(db, mode)
  let [unpriced, refused, total] = [0, 0, 0]
  const differing: Differing[] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const orders = await findPastOrders(db, ids.slice(from, from + BATCH))
    const offers = await draft.openOffers?.(orders)
    for (const order of orders) {
      const then = settingsAt(order.created_at)
      const before = await priceOrder(order, then, order.lines, offers?.before(order))
      const isErased = draft.asksBuyer && order.anonymised_at !== null
      if (!before || order.currency !== currency || isErased || !isAsStored(before, order)) {
        unpriced++
        continue
      }
      const lines = draft.lines(order)
      const after = await priceOrder(order, draft.settings(then), lines, offers?.after(order))
      if (!after) {
        refused++
        continue
      }
      offers?.noteUse?.(order, after)
      total += before.totalPrice
      const difference = differenceOf(amountsOf(before, order.lines), amountsOf(after, lines))
      const { id: _id, number, created_at } = order
      if (Object.values(difference).some(cents => cents !== 0))
        differing.push({ _id, number, created_at, before: before.totalPrice, after: after.totalPrice, difference })
    }
  }
  return {
    ...{ orders: ids.length, differing: differing.length, unpriced, refused, isCapped, before: fromCents(total) },
    difference: inDecimals(part => sumOf(differing.map(({ difference }) => difference[part]))),
    rows: differing
      .sort(byDifference)
      .slice((page - 1) * size, page * size)
      .map(({ created_at, before, after, difference, ...order }) => ({
        ...{ ...order, createdAt: created_at.toISOString(), before: fromCents(before), after: fromCents(after) },
        difference: inDecimals(part => difference[part]),
      })),
  }
}

interface Differing {
  _id: string
  number: string | null
  created_at: Date
  before: number
  after: number
  difference: RehearsedAmounts
}

/** Undefined where the shop does not deliver. An order keeps its place, buyer, method of delivery and fee. */
async function priceOrder(
  order: PastOrder,
  settings: Settings,
  lines: PastOrder['lines'],
  offers: DiscountOffer[] | undefined,
): Promise<PricedOrder | undefined> {
  const shop = shopInfoOf(settings)
  const address = withPostal(order.shipping_address)
  if (isDeliverable(lines) && deliveryMethodsFor(shop, address).length === 0) return undefined
  const exemption = await findExemption(shop, order, address)
  const rules = pricingOf(shop, address, deliveryMethodOf(order.adjustments), exemption)
  const discounts = offers ? chooseDiscounts(lines, rules, offers, order.currency).applied : keptDiscounts(order)
  const fee = order.adjustments.find(({ kind }) => kind === 'fee')
  return orderTotals(lines, { ...rules, discounts, ...(fee && { fee }) })
}

/** What an erased buyer had entered is gone, so their order keeps its exemption. */
async function findExemption(shop: ShopInfo, order: PastOrder, address: PastOrder['shipping_address']) {
  const { company, tax_number: taxNumber, billing_address, anonymised_at, tax_exemption } = order
  if (anonymised_at) return tax_exemption ?? undefined
  if (!company || !taxNumber) return undefined
  return findTaxExemption(shop, address, { company, taxNumber }, billing_address ?? address)
}

const keptDiscounts = ({ adjustments }: PastOrder): AppliedDiscount[] =>
  adjustments.flatMap(({ kind, label, cents, line, source }): AppliedDiscount[] => {
    if (!source?.startsWith('discount:')) return []
    if (kind === 'shipping-discount') return [{ kind: 'free-delivery', source, label, lines: [] }]
    return line === null ? [] : [{ kind: 'amount', cents: -cents, source, label, lines: [line] }]
  })

const isAsStored = (priced: PricedOrder, order: PastOrder) =>
  priced.itemsPrice === order.sub_total_cents &&
  priced.shippingPrice === order.shipping_cents &&
  priced.feePrice === order.fee_cents &&
  priced.taxPrice === order.tax_cents &&
  priced.totalPrice === order.total_cents

function amountsOf({ adjustments, ...priced }: PricedOrder, lines: PastOrder['lines']): RehearsedAmounts {
  const discounts = adjustments.filter(({ source, line }) => source?.startsWith('discount:') && line !== undefined)
  return {
    products: sumOf(lines.map(({ product, quantity }) => effectivePrice(product) * quantity)),
    discounts: sumOf(discounts.map(({ cents }) => cents)),
    delivery: priced.shippingPrice + priced.feePrice,
    tax: priced.taxPrice,
    total: priced.totalPrice,
  }
}

const PARTS = ['products', 'discounts', 'delivery', 'tax', 'total'] as const

const amounts = (of: (part: keyof RehearsedAmounts) => number) =>
  Object.fromEntries(PARTS.map(part => [part, of(part)])) as unknown as RehearsedAmounts

const differenceOf = (before: RehearsedAmounts, after: RehearsedAmounts) => amounts(part => after[part] - before[part])

const inDecimals = (of: (part: keyof RehearsedAmounts) => number) => amounts(part => fromCents(of(part)))

const byDifference = (one: Differing, other: Differing) =>
  Math.abs(other.difference.total) - Math.abs(one.difference.total) ||
  Math.abs(other.difference.tax) - Math.abs(one.difference.tax) ||
  (one._id < other._id ? 1 : -1)
