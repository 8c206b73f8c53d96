import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { TooManyError } from '../http/errors.ts'
import { type HeldUnits, listHeldUnits } from './order-limits.repository.ts'
import { hashOf, minutesText, namesOf, type OrderLimits, type Shopper, waitOf } from './order-limits.ts'
import type { OfferedLine } from './quote.ts'

/**
 * Refuses an order with which the unpaid orders of its account, or of its network address, would hold more units of a
 * product than one order may: otherwise the limit of an order would only count clicks. Behind `limitOrders()`, whose turns
 * it relies on.
 */
export async function limitUnits(
  db: Transaction<Tables>,
  { units }: OrderLimits,
  shopper: Shopper,
  lines: OfferedLine[],
): Promise<void> {
  const ids = lines.map(({ product }) => product.id)
  refuseMany(lines, await listHeldUnits(db, shopper, ids), units, heldByAccount)
  refuseMany(lines, await listHeldUnits(db, { addressHash: hashOf(shopper) }, ids), units, heldByNetwork)
}

interface Held {
  name: string
  orders: HeldUnits[]
  count: number
  most: number
}

function refuseMany(lines: OfferedLine[], held: HeldUnits[], most: number, sentence: (held: Held) => string): void {
  for (const { product, quantity } of lines) {
    const orders = held.filter(({ productId }) => productId === product.id)
    const count = orders.reduce((sum, { quantity }) => sum + quantity, 0)
    if (count === 0 || count + quantity <= most) continue

    const left = most - count
    const instead = left > 0 ? `, or order ${left} at the most` : ''
    const message = `${sentence({ name: product.name, orders, count, most })}${instead}.`
    throw new TooManyError(message, waitOf(orders))
  }
}

function heldByAccount({ name, orders, count, most }: Held): string {
  const names = namesOf(orders.map(({ orderId }) => ({ id: orderId })))
  const [who, which] = orders.length === 1 ? [`order ${names} holds`, 'it'] : [`orders ${names} hold`, 'one of them']
  return `Your unpaid ${who} ${unitsText(count)} of ${name}, and ${most} at a time are the limit: pay or cancel ${which} first`
}

function heldByNetwork({ name, orders, count, most }: Held): string {
  const held = `Unpaid orders from your network hold ${unitsText(count)} of ${name}, and ${most} at a time are the limit`
  return `${held}: please try again in ${minutesText(waitOf(orders))}`
}

const unitsText = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'}`
