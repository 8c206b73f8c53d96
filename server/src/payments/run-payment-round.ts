import type { PaymentGatewayName } from '@mela/contract'
import { sql } from 'kysely'
import { endHold } from '../orders/expire-orders.ts'
import { findPayableOrder } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { applyRefund } from './apply-refund.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import { type Gateways, gatewaysOf } from './gateways/gateways.ts'
import { paymentQueue } from './payment-queue.ts'
import { type Attempt, claimDueAttempts, closeAttempt } from './payment-sessions.ts'
import { processEvent } from './process-event.ts'
import { askForAccount, haveKeysWorked } from './provider-accounts.ts'
import type { RefundRow } from './refund-rows.ts'
import { claimDuePayments } from './rows.ts'
import { submitWaitingRefund } from './submit-refunds.ts'

interface Log {
  warn(details: object, message: string): void
}

const MOST = 25

const MOST_ROUNDS = 20

/**
 * Each minute, for each provider: finish attempts, payments, refunds and events that are due → look at completed
 * payments again. Browser, shop or provider may have failed; each item is claimed by one instance.
 */
export async function runPaymentRound(db: Database, { all }: Gateways, log: Log): Promise<void> {
  await recallFarChecks(db)
  for (const gateway of all) {
    await learnAccount(db, gateway, log)
    await reconcileOne(db, gateway, log)
  }
}

/** Checks that lie too far ahead were planned while the database's clock was ahead. */
async function recallFarChecks(db: Database): Promise<void> {
  const far = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours}::int)`
  const due = { next_check_at: sql<Date>`now()` }
  await db
    .updateTable('payment_attempts')
    .set(due)
    .where('state', '=', 'open')
    .where('next_check_at', '>', far(1))
    .execute()
  await db
    .updateTable('payments')
    .set(due)
    .where('status', '=', 'pending')
    .where('next_check_at', '>', far(6))
    .execute()
  await db
    .updateTable('refunds')
    .set({ next_try_at: sql<Date>`now()` })
    .where('state', 'in', ['queued', 'pending'])
    .where('next_try_at', '>', far(6))
    .execute()
}

/** The provider is asked from the start on, until it has answered with these keys. */
async function learnAccount(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  if (await haveKeysWorked(db, gateway)) return
  await askForAccount(db, gateway).catch(err =>
    log.warn({ err }, `${gateway.displayName} does not answer with the keys of this shop; it is asked again`),
  )
}

async function reconcileOne(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  for (let round = 1, isMore = true; isMore && round <= MOST_ROUNDS; round++)
    isMore = await reconcileSome(db, gateway, log)
  await checkCompletedPayments(db, gateway, log)
}

async function reconcileSome(db: Database, gateway: PaymentGateway, log: Log): Promise<boolean> {
  let isMore = false
  let hasFailed = false
  async function each<Item>(items: Item[], work: (item: Item) => Promise<void>) {
    isMore ||= items.length === MOST
    for (const item of items) {
      await work(item).catch(err => {
        hasFailed = true
        log.warn({ err }, 'a payment could not be reconciled; it will be tried again')
      })
    }
  }

  await each(await claimDueAttempts(db, gateway.name, MOST), attempt =>
    attempt.sessionId ? reconcileAttempt(db, gateway, attempt.id, attempt.sessionId) : closeUnlessPending(db, attempt),
  )
  await each(await claimDuePayments(db, gateway.name, MOST), payment =>
    reconcileLatePayment(db, gateway, payment.transaction_id),
  )
  await each(await claimDueRefunds(db, gateway.name, MOST), refund => finishRefund(db, gateway, refund))
  await each(await listWaitingEvents(db, gateway.name, MOST), event => processEvent(db, gateway, event))
  return isMore && !hasFailed
}

/** Throws, and leaves the order held, while the provider's result is ambiguous. */
async function reconcileAttempt(db: Database, gateway: PaymentGateway, id: string, sessionId: string): Promise<void> {
  await reconcileLatePayment(db, gateway, sessionId)
  await endHold(db, id)
}

/** No buyer was sent to such an attempt; a pending order keeps it. */
async function closeUnlessPending(db: Database, { id, orderId }: Attempt): Promise<void> {
  const order = await findPayableOrder(db, orderId)
  if (order?.status !== 'pending') await closeAttempt(db, id)
}

/** Claiming postpones the next try, so that no other instance claims it. */
async function claimDueRefunds(db: Database, gateway: PaymentGatewayName, limit: number): Promise<RefundRow[]> {
  const due = db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['queued', 'pending'])
    .where('next_try_at', '<=', sql<Date>`now()`)
    .where('payment_id', 'in', db.selectFrom('payments').select('id').where('gateway', '=', gateway))
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('refunds')
    .set({ next_try_at: sql`now() + least(greatest(now() - created_at, interval '1 minute'), interval '6 hours')` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

async function finishRefund(db: Database, gateway: PaymentGateway, refund: RefundRow): Promise<void> {
  if (refund.state === 'queued' || refund.provider_refund_id === null)
    return submitWaitingRefund(db, gatewaysOf(gateway), refund.id)
  const found = await gateway.retrieveRefund(refund.provider_refund_id)
  if (found) await applyRefund(db, gateway, found)
}

/** Their order is random, so that events which fail each time do not block others. */
async function listWaitingEvents(db: Database, gateway: PaymentGatewayName, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('gateway', '=', gateway)
    .where('processed_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from pgboss.job
        where job.name = ${paymentQueue.name} and job.state < 'completed' and job.data->>'event' = event_id
      )`,
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Refunds made at the provider are known by events only, which some shops never receive. */
async function checkCompletedPayments(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  for (const { id, provider_order_id } of await claimPaymentsToCheck(db, gateway, MOST)) {
    await reconcileLatePayment(db, gateway, provider_order_id).then(
      () => planNextCheck(db, id),
      err => log.warn({ err }, 'a completed payment could not be looked up; it will be tried again'),
    )
  }
}

/** A refund's event may be lost. A payment that cannot be retrieved is due again in six hours. */
async function claimPaymentsToCheck(
  db: Database,
  { name, mode }: Pick<PaymentGateway, 'name' | 'mode'>,
  limit: number,
): Promise<{ id: string; provider_order_id: string }[]> {
  const due = db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'completed')
    .where('refunded_at', 'is', null)
    .where('gateway', '=', name)
    .where('gateway_mode', '=', mode)
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + interval '6 hours'` })
    .where('id', 'in', due)
    .returning(['id', 'provider_order_id'])
    .execute()
}

/** Checks come after 3, 9, 27, 81 days and so on. */
async function planNextCheck(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + greatest(2 * (now() - created_at), interval '1 day')` })
    .where('id', '=', id)
    .execute()
}
