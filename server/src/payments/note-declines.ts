import { sql } from 'kysely'
import { findPayableOrder } from '../orders/move-order.ts'
import type { Database } from '../platform/database/database.ts'
import { countDeclines } from '../platform/limits/limit-declines.ts'
import type { PaymentGateway, Signs } from './gateways/gateway.ts'
import { type Attempt, providerTrouble } from './payment-sessions.ts'

/**
 * Counts tries that a bank has refused, once each: claim those that are new → count them for order, account, network and
 * cards → end a session that was tried too often, where the provider lets its buyer try again without the shop.
 */
export async function noteDeclines(
  db: Database,
  gateway: PaymentGateway,
  { id, orderId, sessionId, network, declines: known }: Attempt,
  // A provider that tells no signs refuses captures.
  { declines, refusedCards }: Pick<Signs, 'declines' | 'refusedCards'> = { declines: known + 1, refusedCards: [] },
): Promise<void> {
  const added = await claimNew(db, id, declines)
  const order = added > 0 ? await findPayableOrder(db, orderId) : undefined
  if (!order) return
  const payer = { orderId, userId: order.userId, network, cards: refusedCards.slice(0, added) }
  const mayGoOn = await countDeclines(db, payer, added)
  if (!mayGoOn && sessionId) await gateway.expire?.(sessionId).catch(providerTrouble)
}

/** Webhook, browser and round may see one decline at the same moment. */
async function claimNew(db: Database, id: string, declines: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    update payment_attempts attempt set declines = ${declines} from payment_attempts known
    where attempt.id = ${id} and known.id = attempt.id and attempt.declines = known.declines and known.declines < ${declines}
    returning ${declines}::int - known.declines as added`.execute(db)
  return rows[0]?.added ?? 0
}
