import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { TooManyError } from '../http/errors.ts'
import { countAll, keyOf, waitOf } from './limit-attempts.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Card testers try many cards, under one order, account or network; or one card in many shops and orders. */
interface Payer {
  orderId: string
  userId: string
  /** A hash of the network address. */
  network?: Buffer | null | undefined
  /** The provider's names of the cards that were declined now, one for each decline. */
  cards?: string[]
}

const payerCounters = ({ orderId, userId, network }: Payer) => [
  { subject: ['declines', 'order', orderId], most: 8, seconds: DAY },
  { subject: ['declines', 'account', userId], most: 15, seconds: DAY },
  // Buyers of one mobile network may share an address.
  ...(network ? [{ subject: ['declines', 'network', network.toString('hex')], most: 40, seconds: HOUR }] : []),
]

const cardCounters = ({ cards = [] }: Payer) =>
  cards.map(card => ({ subject: ['declines', 'card', card], most: 10, seconds: DAY }))

/** Throws where too many payments were declined; in every mode, as it is not known who the buyer is. */
export async function refuseManyDeclines(db: Database, payer: Payer): Promise<void> {
  const seconds = await secondsUntilFree(db, payer)
  if (seconds === undefined) return
  throw new TooManyError(
    `Too many payments were declined. Please try again ${waitOf(seconds)}, or contact us.`,
    seconds,
    'payments_declined',
  )
}

/** Answers whether more may be tried. */
export async function countDeclines(db: Database, payer: Payer, declines: number): Promise<boolean> {
  const each = Array.from({ length: declines }, () => payerCounters(payer)).flat()
  for (const counter of [...each, ...cardCounters(payer)]) await countAll(db, [counter])
  return (await secondsUntilFree(db, payer)) === undefined
}

async function secondsUntilFree(db: Database, payer: Payer): Promise<number | undefined> {
  const counters = [...payerCounters(payer), ...cardCounters(payer)]
  const keys = counters.map(({ subject }) => keyOf(subject))
  const most = counters.map(counter => counter.most)
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(since + lasts - now())))::int as seconds
    from attempts join unnest(${keys}::bytea[], ${most}::int[]) as limits (key, most) using (key)
    where count >= limits.most and since + lasts > now()`.execute(db)
  return rows[0]?.seconds ?? undefined
}
