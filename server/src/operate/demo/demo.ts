import { availableParallelism } from 'node:os'
import { CURRENCY, effectivePrice, NO_DISCOUNT, savedPerUnit } from '@mela/contract'
import { type Insertable, sql } from 'kysely'
import { refreshRating } from '../../catalog/write-review.ts'
import type { FileStore } from '../../media/file-store.ts'
import type { StoredPicture } from '../../media/pictures.ts'
import { writePicture } from '../../media/render-pictures.ts'
import { insertDiscount } from '../../orders/discounts/save-discount.ts'
import { adjustmentRows } from '../../orders/read-orders.ts'
import type { Database } from '../../platform/database/database.ts'
import { idAt } from '../../platform/database/ids.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { lockChanges, updateChanges } from '../../shop/settings.ts'
import {
  DEMO_SETTINGS,
  type DemoCatalogue,
  daysAgo,
  hoursAfter,
  readCatalogue,
  readPicture,
  requireNamed,
} from './demo-catalogue.ts'
import { insertPayments } from './demo-payments.ts'
import { type DemoPeople, type DemoPerson, demoAccounts, insertPeople } from './demo-people.ts'
import { type DemoProduct, type DemoVariant, insertDemoProducts } from './demo-products.ts'
import { isUnseeded } from './demo-rows.ts'
import { type PastOrder, pastOrders } from './past-orders.ts'

const REPORTED_EVERY = 12

/** An example for the dashboard: without its code no price is another one. */
const WELCOME = {
  ...{ ...NO_DISCOUNT, name: 'Welcome', percent: 10, code: 'WELCOME10' },
  ...{ firstOrderOnly: true, limitPerCustomer: 1 },
}

/** Any other shop is left alone. One transaction writes all rows, so an interrupted start is repeated. */
export async function seedDemo(
  db: Database,
  files: FileStore,
  env: Env,
  report: (line: string) => void,
  writePictures = writeDemoPictures,
): Promise<void> {
  if (!(await isUnseeded(db))) return

  report('Setting up the demo shop …')
  const catalogue = await readCatalogue()
  const pictures = await writePictures(files, catalogue, report)
  const accounts = await demoAccounts(catalogue, env)

  const seeded = await transact(db, async (db, invalidate) => {
    // Another instance may be starting on the same database.
    await sql`lock table users, categories, products in share row exclusive mode`.execute(db)
    if (!(await isUnseeded(db))) return undefined

    const people = await insertPeople(db, accounts)
    const products = await insertDemoProducts(db, catalogue, pictures)
    const orders = pastOrders(products, people)
    await insertReviews(db, catalogue, products, people)
    await insertOrders(db, orders, people.admin)
    await insertPayments(db, orders)
    await insertStock(db, [...products.values()], orders)
    await noteDemoRows(db)
    await insertDiscount(db, people.admin.id, WELCOME)
    const { changes } = await lockChanges(db)
    await updateChanges(db, { ...changes, ...DEMO_SETTINGS })
    invalidate('catalog', 'shop')
    return { products: products.size, orders: orders.length }
  })
  if (seeded) report(`The demo shop has ${seeded.products} products and ${seeded.orders} orders.`)
}

/** Leaving the demo deletes the rows that are recorded here. */
async function noteDemoRows(db: Database): Promise<void> {
  await sql`
    insert into demo_rows (kind, id, name)
    select 'user', id, email from users
    union all select 'category', id, name from categories
    union all select 'product', id, name from products
    union all select 'media', id, name from media`.execute(db)
}

export async function writeDemoPictures(
  files: FileStore,
  { products }: DemoCatalogue,
  report: (line: string) => void,
): Promise<Map<string, StoredPicture>> {
  const names = products.flatMap(product => product.pictures)
  const stored = new Map<string, StoredPicture>()
  const waiting = names.values()

  async function work() {
    for (const name of waiting) {
      stored.set(name, await writePicture(files, await readPicture(name)))
      if (stored.size % REPORTED_EVERY === 0) report(`Pictures ${stored.size} of ${names.length} …`)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return stored
}

/** Opens each variant with its present stock and what its orders took, so that the ledger adds up. */
async function insertStock(db: Database, products: DemoProduct[], orders: PastOrder[]): Promise<void> {
  const moves = inTime(orders.flatMap(stockMoves))
  const variants = products.flatMap(({ id, since, variants }) => variants.map(one => ({ ...one, product: id, since })))
  const openings = variants.map(({ id, product, stock, since }) => {
    const sold = moves.filter(move => move.variant_id === id).reduce((sum, move) => sum - move.delta, 0)
    return { variant_id: id, product_id: product, delta: stock + sold, reason: 'opening' as const, created_at: since }
  })
  await sql`
    update stock set quantity = given.quantity
    from unnest(${variants.map(({ id }) => id)}::text[], ${variants.map(({ stock }) => stock)}::int[]) as given (id, quantity)
    where variant_id = given.id and given.quantity > 0`.execute(db)
  await db
    .insertInto('stock_ledger')
    .values(inTime(openings.filter(opening => opening.delta > 0)))
    .execute()
  await db.insertInto('stock_ledger').values(moves).execute()
}

/** Cancelling or refunding before shipment returns the stock. */
function stockMoves({ id, placedAt, story, lines }: PastOrder) {
  const wasShipped = story.moves.some(({ to }) => to === 'shipped')
  const end = story.moves.find(({ to }) => to === 'cancelled' || to === 'refunded')
  return lines.flatMap(({ product, variant, quantity }) => {
    const move = { order_id: id, variant_id: variant.id, product_id: product.id }
    const taken = { ...move, delta: -quantity, reason: 'order' as const, created_at: placedAt }
    if (!end || wasShipped) return [taken]
    return [
      taken,
      { ...move, delta: quantity, reason: 'release' as const, created_at: hoursAfter(placedAt, end.hours) },
    ]
  })
}

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

async function insertOrders(db: Database, orders: PastOrder[], admin: DemoPerson): Promise<void> {
  const history = orders.flatMap(order => historyRows(order, admin))
  await db.insertInto('orders').values(orders.map(orderRow)).execute()
  await db.insertInto('order_lines').values(orders.flatMap(lineRows)).execute()
  const adjustments = orders.flatMap(({ id, totals }) => adjustmentRows(id, totals))
  await db.insertInto('order_adjustments').values(adjustments).execute()
  await db.insertInto('order_history').values(inTime(history)).execute()
}

function orderRow({ id, placedAt, story, customer, totals }: PastOrder): Row<'orders'> {
  return {
    id,
    user_id: customer.id,
    status: story.moves.at(-1)?.to ?? 'pending',
    sub_total_cents: totals.itemsPrice,
    saved_cents: totals.discountPrice,
    shipping_cents: totals.shippingPrice,
    tax_cents: totals.taxPrice,
    total_cents: totals.totalPrice,
    currency: CURRENCY.code,
    shipping_address: JSON.stringify(customer.address),
    created_at: placedAt,
    expires_at: hoursAfter(placedAt, 24),
  }
}

function lineRows({ id, lines }: PastOrder): Row<'order_lines'>[] {
  return lines.map(({ product, variant, quantity }, position) => ({
    order_id: id,
    position,
    variant_id: variant.id,
    product_id: product.id,
    name: product.name,
    sku: variant.sku,
    options: JSON.stringify(variant.options),
    picture: pictureOf(product, variant),
    price_cents: effectivePrice(product),
    saved_cents: savedPerUnit(product),
    quantity,
  }))
}

function pictureOf(product: DemoProduct, variant: DemoVariant) {
  const picture = variant.picture ?? product.picture
  return picture && JSON.stringify(picture)
}

function historyRows({ id, placedAt, story, customer }: PastOrder, admin: DemoPerson) {
  const actors = { customer: customer.id, admin: admin.id, shop: null }
  const placed = {
    order_id: id,
    from_status: null,
    to_status: 'pending' as const,
    actor_id: customer.id,
    created_at: placedAt,
  }
  const moves = story.moves.map(({ to, hours, by }, i) => ({
    order_id: id,
    from_status: story.moves[i - 1]?.to ?? ('pending' as const),
    to_status: to,
    actor_id: actors[by],
    created_at: hoursAfter(placedAt, hours),
  }))
  return [placed, ...moves]
}

/** The first review of each product is its newest. */
async function insertReviews(
  db: Database,
  catalogue: DemoCatalogue,
  products: Map<string, DemoProduct>,
  { customers }: DemoPeople,
): Promise<void> {
  const reviews = catalogue.products.flatMap(({ id, reviews }, nth) =>
    reviews.map(({ author, ...review }, i) => {
      const writtenAt = daysAgo(1 + 2.7 * i + nth / catalogue.products.length)
      return {
        id: idAt(writtenAt),
        product_id: requireNamed(products, id).id,
        user_id: requireNamed(customers, author).id,
        created_at: writtenAt,
        ...review,
      }
    }),
  )
  await db.insertInto('reviews').values(reviews).execute()
  for (const { id } of products.values()) await refreshRating(db, id)
}

/** Rows of tables with serial ids are written in the order of their times. */
function inTime<Happening extends { created_at: Date }>(rows: Happening[]): Happening[] {
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}
