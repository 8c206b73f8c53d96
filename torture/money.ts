import { join } from 'node:path'
import { readTables as readPaypal } from '@mela/paypal-emulator'
import { readTables as readStripe } from '@mela/stripe-emulator'
import type { Connection } from '../server/src/platform/database/database.ts'
import { demand, type Purchase } from './memory.ts'
import type { OrderRow } from './verify.ts'

type Pool = Connection['pool']

/** Money that was taken for an order, with each refund of it. */
interface Charge {
  id: string
  by: string
  order: string
  cents: number
  refunds: number[]
}

/** Of the files in which the emulators outlive the shop, and of what staff recorded. */
export async function chargesOf({ dataDir }: { dataDir: string }, pool: Pool): Promise<Charge[]> {
  const paypal = await readPaypal(join(dataDir, 'test-payments.json'))
  const stripe = await readStripe(join(dataDir, 'test-payments-stripe.json'))
  const captures = [...paypal.captures.values()].filter(({ status }) => status !== 'DECLINED')
  const intents = [...stripe.intents.values()].filter(({ status }) => status === 'succeeded')
  const { rows: received } = await pool.query<Charge>(
    `select transaction_id as id, gateway as by, order_id as order, received_cents as cents,
      array(select amount_cents from refunds where payment_id = payments.id and state = 'completed' order by id) as refunds
    from payments where gateway in ('transfer', 'delivery') and status = 'completed'`,
  )
  return [
    ...captures.map(({ id, customId: order = '', amount }) => ({
      ...{ id, by: 'PayPal', order, cents: centsOf(amount) },
      refunds: [...paypal.refunds.values()].flatMap(({ captureId, amount }) =>
        captureId === id ? centsOf(amount) : [],
      ),
    })),
    ...intents.map(({ id, metadata: { order = '' }, amount_received: cents }) => ({
      ...{ id, by: 'Stripe', order, cents },
      refunds: [...stripe.refunds.values()].flatMap(refund => (refund.payment_intent === id ? refund.amount : [])),
    })),
    ...received,
  ]
}

const centsOf = ({ value }: { value: string }) => Math.round(Number(value) * 100)

export function checkPayments(orders: OrderRow[], charges: Charge[]): void {
  const byId = new Map(charges.map(charge => [charge.id, charge]))
  for (const { id, linked, payable } of orders) {
    if (linked === null) continue
    const charge = byId.get(linked)
    demand(charge?.order === id, `Order ${id} counts as paid by ${linked}, which no provider knows.`)
    demand(charge?.cents === payable, `Of order ${id} ${payable} were to be paid, and ${charge?.cents} were.`)
  }
  const found = new Map(orders.map(order => [order.id, order]))
  const seen = new Set<string>()
  for (const { id, by, order } of charges) {
    demand(
      found.get(order)?.taken.includes(id) === true,
      `${by} took ${id} for order ${order}, and the shop does not know.`,
    )
    demand(!seen.has(`${by} ${order}`), `${by} took the money of order ${order} twice.`)
    seen.add(`${by} ${order}`)
  }
}

/** Every due refund was made once; no other was. Staff return by hand what no provider took. */
export function checkRefunds(purchases: Purchase[], orders: OrderRow[], charges: Charge[]): void {
  // Payments of cancelled orders are refunded automatically.
  const due = new Set(
    orders.flatMap(({ due, status, linked }) => (status === 'cancelled' && linked ? [...due, linked] : due)),
  )
  const bought = new Map(purchases.flatMap(purchase => (purchase.orderId ? [[purchase.orderId, purchase]] : [])))
  for (const { id, by, order, cents, refunds } of charges) {
    const { isRefunded, back } = bought.get(order) ?? {}
    const isAutomatic = due.has(id) && (by === 'PayPal' || by === 'Stripe')
    const part = back && back.byPayment > 0 ? [back.byPayment] : []
    const expected = isRefunded || isAutomatic ? [cents] : part
    demand(refunds.join() === expected.join(), `Of order ${order}, ${refunds} went back by ${by}, and not ${expected}.`)
  }
}

/** What staff were told is recorded, once; nothing else is. */
export async function checkReceipts(pool: Pool, purchases: Purchase[]): Promise<void> {
  const { rows } = await pool.query<{ key: string; cents: number }>(
    'select request_id as key, amount_cents as cents from payment_receipts',
  )
  const stored = new Map(rows.map(({ key, cents }) => [key, cents]))
  demand(stored.size === rows.length, 'A receipt was recorded twice.')
  for (const { key, cents, isRecorded } of purchases.flatMap(({ receipts }) => receipts)) {
    const known = stored.get(key)
    demand(known === cents || (known === undefined && !isRecorded), `Of ${cents} that arrived, ${known} are recorded.`)
    stored.delete(key)
  }
  demand(stored.size === 0, `Nobody recorded what ${[...stored.keys()]} say.`)
}
