import { COUNTRIES, countryOf } from '@mela/contract'
import type { Transaction } from '../platform/database/database.ts'
import type { PaymentGateway, Signs } from './gateways/gateway.ts'

/** So many declined tries before a success look like the trying of cards. */
const MANY_DECLINES = 3

/** Marks an order that was paid and looks wrong, so that staff look at it before it is sent. */
export async function markForReview(
  db: Transaction,
  { displayName }: PaymentGateway,
  orderId: string,
  signs: Signs | undefined,
): Promise<void> {
  const { shipTo, billTo } = await db
    .selectFrom('orders')
    .select(['shipping_address as shipTo', 'billing_address as billTo'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { declines } = await db
    .selectFrom('payment_attempts')
    .select(attempt => attempt.fn.coalesce(attempt.fn.sum<number>('declines'), attempt.val(0)).as('declines'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const doubts = findDoubts({ provider: displayName, declines: Number(declines), signs, shipTo, billTo })
  if (doubts.length === 0) return
  await db
    .updateTable('orders')
    .set({ review_reason: doubts.join(' ') })
    .where('id', '=', orderId)
    .execute()
}

interface Paid {
  provider: string
  declines: number
  signs: Signs | undefined
  shipTo: Placed
  billTo: Placed | null
}

type Placed = Parameters<typeof countryOf>[0]

export function findDoubts({ provider, declines, signs, shipTo, billTo }: Paid): string[] {
  const tries = Math.max(declines, signs?.declines ?? 0)
  const to = countryOf(shipTo)
  const doubts: string[] = []
  if (tries >= MANY_DECLINES) doubts.push(`${tries} payments were declined before this one.`)
  if (signs?.risk) doubts.push(`${provider} rates the risk of fraud as ${signs.risk}.`)
  for (const [what, from] of [
    ['card is', signs?.country],
    ['billing address is', billTo && countryOf(billTo)],
  ] as const) {
    if (from && to && from !== to) doubts.push(`The ${what} of ${nameOf(from)}, and the parcel goes to ${nameOf(to)}.`)
  }
  return doubts
}

const nameOf = (code: string) => COUNTRIES[code] ?? code
