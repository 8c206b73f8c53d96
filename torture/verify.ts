import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isOffline } from '@mela/contract'
import type { Connection } from '../server/src/platform/database/database.ts'
import { BUYERS } from './buyers.ts'
import { checkDiscounts, checkGiftCards } from './codes.ts'
import { checkEmails } from './emails.ts'
import { type Buyer, demand, isOfGiftCards, type Purchase } from './memory.ts'
import { chargesOf, checkPayments, checkReceipts, checkRefunds } from './money.ts'
import type { ShopFolder } from './shop-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Pool = Connection['pool']

interface Truth {
  folder: ShopFolder
  pool: Pool
  buyers: Buyer[]
  /** The stock of each variant before the first order. */
  opening: Map<string, number>
}

/** Everything that the shop confirmed exists exactly once, and nothing else does. */
export async function verify(truth: Truth): Promise<void> {
  const purchases = truth.buyers.flatMap(buyer => buyer.purchases)
  const orders = await ordersOf(truth)
  checkOrders(purchases, orders)
  const charges = await chargesOf(truth.folder, truth.pool)
  checkPayments(orders, charges)
  checkRefunds(purchases, orders, charges)
  await checkReceipts(truth.pool, purchases)
  await checkDiscounts(truth.pool, purchases)
  await checkGiftCards(truth.pool, purchases)
  checkStock(truth.opening, purchases, await stockOf(truth.pool))
  await checkEmails(truth.pool)
  checkDoctor(truth.folder)
}

export interface OrderRow {
  id: string
  status: string
  total: number
  /** What is left of the total for a provider. */
  payable: number
  linked: string | null
  counting: string[]
  taken: string[]
  due: string[]
  moves: string[]
}

async function ordersOf({ pool }: Truth): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select orders.id, status, total_cents as total, total_cents - gift_card_cents as payable,
      (select transaction_id from payments where payments.id = orders.payment_id and status = 'completed') as linked,
      array(select transaction_id from payments where order_id = orders.id and status = 'completed' and problem is null)
        as counting,
      array(select transaction_id from payments where order_id = orders.id) as taken,
      array(select transaction_id from payments where order_id = orders.id and status = 'failed' and problem is not null
        and gateway not in ('transfer', 'delivery')) as due,
      array(select to_status from order_history where order_id = orders.id order by id) as moves
    from orders join users on users.id = user_id where email like '%' || $1::text`,
    [BUYERS],
  )
  return rows
}

function checkOrders(purchases: Purchase[], orders: OrderRow[]): void {
  const acknowledged = new Map(purchases.flatMap(purchase => (purchase.orderId ? [[purchase.orderId, purchase]] : [])))
  for (const { id } of orders) demand(acknowledged.has(id), `Order ${id} was placed, and its buyer never learnt of it.`)
  const found = new Map(orders.map(order => [order.id, order]))
  for (const [id, purchase] of acknowledged) checkOrder(found.get(id), id, purchase)
}

function checkOrder(order: OrderRow | undefined, id: string, purchase: Purchase): void {
  if (!order) throw new Error(`Order ${id} was acknowledged and is lost.`)
  const { transactionId, totalCents } = purchase
  demand(order.total === totalCents, `Order ${id} costs ${order.total} and was acknowledged at ${totalCents}.`)
  demand(new Set(order.moves).size === order.moves.length, `Order ${id} went ${order.moves.join(', ')}.`)
  demand(order.moves.at(-1) === order.status, `Order ${id} is ${order.status}; its history says ${order.moves.at(-1)}.`)
  const expected = statusOf(purchase)
  demand(order.status === expected, `Order ${id} is ${order.status} and should be ${expected}.`)
  // A buyer who cancels while paying may or may not have paid.
  if (purchase.goal === 'regretted') return
  demand(
    order.linked === (transactionId ?? null),
    `Order ${id} is paid by ${order.linked}, acknowledged ${transactionId}.`,
  )
  demand(order.counting.length <= 1, `Order ${id} has the payments ${order.counting.join(', ')}.`)
}

function statusOf(purchase: Purchase) {
  const { transactionId, isCancelled, isRefunded, way, dueCents } = purchase
  if (isRefunded) return 'refunded'
  if (isCancelled) return 'cancelled'
  const isPaid = transactionId !== undefined || dueCents === 0
  if (isPaid && isOfGiftCards(purchase)) return 'delivered'
  return isPaid || isOffline(way) ? 'processing' : 'pending'
}

async function stockOf(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ variant: string; left: number }>(
    'select variant_id as variant, quantity as left from stock',
  )
  return new Map(rows.map(({ variant, left }) => [variant, left]))
}

function checkStock(opening: Map<string, number>, purchases: Purchase[], stock: Map<string, number>): void {
  const expected = new Map(opening)
  // What was delivered does not come back.
  const isBack = (purchase: Purchase) => purchase.isCancelled || (purchase.isRefunded && !isOfGiftCards(purchase))
  const kept = purchases.filter(purchase => purchase.orderId && !isBack(purchase))
  for (const { variant, quantity } of kept.flatMap(({ taken = [] }) => taken)) {
    expected.set(variant, (expected.get(variant) ?? 0) - quantity)
  }
  for (const [variant, left] of expected) {
    demand(stock.get(variant) === left, `${stock.get(variant)} of ${variant} are left; ${left} should be.`)
  }
}

function checkDoctor({ dataDir }: ShopFolder): void {
  const env = { ...process.env, DATA_DIR: dataDir }
  try {
    execFileSync(process.execPath, ['server/src/operate/doctor.ts'], {
      cwd: root,
      env,
      stdio: 'pipe',
      encoding: 'utf8',
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`The doctor is not content:\n${stdout}${stderr}`)
  }
}
