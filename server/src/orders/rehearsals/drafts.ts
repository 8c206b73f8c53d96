import {
  type BodyOf,
  type Calls,
  type DiscountOffer,
  effectivePrice,
  type PricedOrder,
  type RehearsalInput,
  type Settings,
  sourceOf,
} from '@mela/contract'
import { sql } from 'kysely'
import { listTargetProducts, requireTarget } from '../../catalog/planned-prices/plan-targets.ts'
import { reducedCents } from '../../catalog/planned-prices/reprice.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkPricing } from '../../shop/change-settings.ts'
import { readSettings } from '../../shop/settings.ts'
import { findCoverage, offerOf } from '../discounts/find-offers.ts'
import { draftDiscount } from '../discounts/save-discount.ts'
import type { PastOrder } from './past-orders.ts'

/** What is about to be saved, as it changes what an order is priced by. Throws what a save would throw. */
interface Draft {
  settings(then: Settings): Settings
  lines(order: PastOrder): PastOrder['lines']
  /** Left out, orders keep the amounts of their discounts. */
  openOffers?(orders: PastOrder[]): Promise<Offers>
  /** Whether the buyer would be asked for what is erased. */
  asksBuyer?: boolean
}

interface Offers {
  before(order: PastOrder): DiscountOffer[]
  after(order: PastOrder): DiscountOffer[]
  noteUse?(order: PastOrder, priced: PricedOrder): void
}

const UNCHANGED: Draft = { settings: then => then, lines: ({ lines }) => lines }

export async function openDraft(db: Database, { settings, discount, plannedPrice }: RehearsalInput): Promise<Draft> {
  if (settings) return draftOfSettings(db, settings)
  if (discount) return draftOfDiscount(db, discount)
  return plannedPrice ? draftOfPrices(db, plannedPrice) : UNCHANGED
}

/** Other settings are those of the time. */
async function draftOfSettings(db: Database, sent: NonNullable<RehearsalInput['settings']>): Promise<Draft> {
  await checkPricing(db, await readSettings(db), sent)
  return {
    ...UNCHANGED,
    settings: then =>
      ({
        ...then,
        money: { ...then.money, ...sent.money },
        delivery: { ...then.delivery, ...sent.delivery },
      }) as Settings,
    asksBuyer: sent.money?.taxFreeCompanies !== undefined || sent.money?.taxCountry !== undefined,
  }
}

/** Products are those that the sale would have now. */
async function draftOfPrices(
  db: Database,
  { target, ...reduction }: BodyOf<Calls['POST /planned-prices/preview']>,
): Promise<Draft> {
  await requireTarget(db, target)
  const reduced = new Set(await listTargetProducts(db, target))
  return {
    ...UNCHANGED,
    lines: ({ lines }) =>
      lines.map(line => {
        const { product } = line
        if (!reduced.has(product.id)) return line
        const salePrice = Math.min(effectivePrice(product), reducedCents(product.price, reduction))
        return { ...line, product: { ...product, onSale: salePrice < product.price, salePrice } }
      }),
    openOffers: async orders => {
      const { usedBy } = await openDiscounts(db, orders, [])
      return { before: usedBy, after: usedBy }
    },
  }
}

/**
 * As if it had been there all the time: an automatic discount for every order, one with a code for those that used it, and a
 * new one as if all had brought its code. Its limits count from the first of the orders.
 */
async function draftOfDiscount(db: Database, sent: NonNullable<RehearsalInput['discount']>): Promise<Draft> {
  const { discount, row } = await draftDiscount(db, sent)
  const { limitInAll, limitPerCustomer } = discount
  const code = discount.isAutomatic ? null : (discount.code ?? discount.name)
  const uses = new Map<string, number>()
  const usesOf = (key: string) => uses.get(key) ?? 0
  const mayHave = (order: PastOrder) =>
    discount.isActive &&
    (discount.isAutomatic || sent._id === undefined || order.uses.some(use => use.discount_id === row.id)) &&
    (discount.customers.length === 0 || discount.customers.includes(order.user_id)) &&
    (!discount.firstOrderOnly || order.is_first) &&
    usesOf('') < (limitInAll ?? Number.POSITIVE_INFINITY) &&
    usesOf(order.customer) < (limitPerCustomer ?? Number.POSITIVE_INFINITY)

  return {
    ...UNCHANGED,
    openOffers: async orders => {
      const { offer, usedBy } = await openDiscounts(db, orders, [row])
      return {
        before: usedBy,
        after: order => [
          ...(mayHave(order) ? [offer(row, code, order)] : []),
          ...usedBy(order).filter(({ id }) => id !== row.id),
        ],
        noteUse(order, { adjustments }) {
          if (!adjustments.some(({ source }) => source === sourceOf(row.id))) return
          for (const key of ['', order.customer]) uses.set(key, usesOf(key) + 1)
        },
      }
    },
  }
}

type Terms = Parameters<typeof offerOf>[0]

/** Discounts as they are today; an order that these do not price as it was priced is not priced again. */
async function openDiscounts(db: Database, orders: PastOrder[], drafted: Terms[]) {
  const ids = orders.flatMap(({ uses }) => uses.map(({ discount_id }) => discount_id))
  const used = db.selectFrom('discounts').selectAll().where('id', '=', sql<string>`any(${ids}::text[])`)
  const rows = await used.orderBy('id').execute()
  const lines = orders.flatMap(order => order.lines)
  const covers = await findCoverage(db, [...rows, ...drafted], lines)
  const offer = (row: Terms, code: string | null, order: PastOrder) => offerOf(row, code, order.lines, covers)
  const usedBy = (order: PastOrder) =>
    rows.flatMap(row => {
      const use = order.uses.find(({ discount_id }) => discount_id === row.id)
      return use ? offer(row, use.code, order) : []
    })
  return { offer, usedBy }
}
