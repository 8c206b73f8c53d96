import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { TooManyError } from '../http/errors.ts'
import { type HeldUnits, listHeldUnits } from './order-limits.repository.ts'
import { minutesText, namesOf, networksOf, type OrderLimits, type Shopper, waitOf } from './order-limits.ts'
import type { PricedLine } from './priced-lines.ts'
import { unitsLike, unitsOf } from './quote.ts'

/**
 * Refuses an order with which the unpaid orders of its account, or of its networks, would hold more units of a
 * product, or of all products, than one order may: otherwise several orders would evade an order's limits. After
 * `limitOrders()`, whose lock it relies on.
 */
export async function limitUnits(
  db: Transaction<Tables>,
  limits: OrderLimits,
  shopper: Shopper,
  lines: PricedLine[],
): Promise<void> {
  refuseMany(lines, await listHeldUnits(db, shopper), limits, heldByAccount)
  for (const { network, times } of networksOf(shopper)) {
    const { units, unitsInAll } = limits
    const most = { units: units * times, unitsInAll: unitsInAll * times }
    refuseMany(lines, await listHeldUnits(db, network), most, heldByNetwork)
  }
}

interface Held {
  /** ' of NAME', or '' for all products. */
  ofWhat: string
  orders: HeldUnits[]
  count: number
  most: number
}

type Sentence = (held: Held) => string

type UnitLimits = Pick<OrderLimits, 'units' | 'unitsInAll'>

function refuseMany(lines: PricedLine[], held: HeldUnits[], limits: UnitLimits, sentence: Sentence): void {
  for (const line of lines) {
    const { id, name } = line.product
    const orders = held.filter(({ productId }) => productId === id)
    refuseBeyond({ ofWhat: ` of ${name}`, orders, most: limits.units }, unitsLike(line, lines), sentence)
  }
  refuseBeyond({ ofWhat: '', orders: held, most: limits.unitsInAll }, unitsOf(lines), sentence)
}

function refuseBeyond(held: Omit<Held, 'count'>, quantity: number, sentence: Sentence): void {
  const { orders, most } = held
  const count = unitsOf(orders)
  if (count === 0 || count + quantity <= most) return

  const left = most - count
  const instead = left > 0 ? `, or order ${left} at the most` : ''
  throw new TooManyError(`${sentence({ ...held, count })}${instead}.`, waitOf(orders), 'unpaid_order_limit')
}

function heldByAccount({ ofWhat, orders, count, most }: Held): string {
  const numbers = new Map(orders.map(({ orderId, number }) => [orderId, number]))
  const names = namesOf([...numbers].map(([id, number]) => ({ id, number })))
  const [who, which] = numbers.size === 1 ? [`order ${names} holds`, 'it'] : [`orders ${names} hold`, 'one of them']
  return `Your unpaid ${who} ${unitsText(count)}${ofWhat}, and ${most} at a time are the limit: pay or cancel ${which} first`
}

function heldByNetwork({ ofWhat, orders, count, most }: Held): string {
  const held = `Unpaid orders from your network hold ${unitsText(count)}${ofWhat}, and ${most} at a time are the limit`
  return `${held}: please try again in ${minutesText(waitOf(orders))}`
}

const unitsText = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'}`
