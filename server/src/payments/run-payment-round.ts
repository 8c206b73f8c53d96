import { offlineWays, type WayToPay } from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import { endHold } from '../orders/hold-orders.ts'
import { findPayableOrder } from '../orders/move-order.ts'
import type { Database, RowOf } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { applyRefund, recordReversal } from './apply-refund.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import { type Gateways, gatewaysOf, type PaymentGateway, type ProviderEvent } from './gateways/gateway.ts'
import { askForAccount, closeAttempt, findAnswer } from './payment-sessions.ts'
import { refreshDispute, refreshDisputes } from './refresh-disputes.ts'
import { findPaymentOf, type PaymentJob, paymentQueue, type RefundRow } from './rows.ts'
import { submitRefund, submitWaitingRefund } from './submit-refunds.ts'

interface Log {
  warn(details: object, message: string): void
}

const MOST = 25
const MOST_TURNS = 20

/**
 * Each minute: record what staff returned → for each provider finish attempts, payments, refunds and events that are
 * due → look at completed payments again. Browser, shop or provider may have failed; each item is claimed by one instance.
 */
export async function runPaymentRound(db: Database, gateways: Gateways, log: Log): Promise<void> {
  await recallFarChecks(db)
  for (const { id } of await claimDue(db, 'refunds', isRefundOf(offlineWays), sql`interval '1 minute'`))
    await submitRefund(db, gateways, id).catch(err => log.warn({ err }, 'a refund by staff could not be recorded'))
  await Promise.all(gateways.all.map(gateway => finishAll(db, gateway, log)))
}

async function finishAll(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  await learnAccount(db, gateway, log)
  for (let turn = 1; turn <= MOST_TURNS && (await finishSome(db, gateway, log)); turn++);
  await checkCompletedPayments(db, gateway, log)
}

/** Checks that lie too far ahead were planned while the database's clock was ahead. */
async function recallFarChecks(db: Database): Promise<void> {
  await sql`update payment_attempts set next_check_at = now()
    where state = 'open' and next_check_at > now() + interval '1 hour'`.execute(db)
  await sql`update payments set next_check_at = now()
    where status = 'pending' and next_check_at > now() + interval '6 hours'`.execute(db)
  await sql`update refunds set next_try_at = now()
    where state in ('queued', 'pending') and next_try_at > now() + interval '6 hours'`.execute(db)
}

const ASKED_AGAIN_MS = 10 * 60_000

/** The provider is asked until it has taken these keys, and again later, because they may be revoked there. */
async function learnAccount(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  const answer = await findAnswer(db, gateway)
  if (answer && !answer.is_refused && Date.now() - answer.answered_at.getTime() < ASKED_AGAIN_MS) return
  await askForAccount(db, gateway).catch(err =>
    log.warn({ err }, `${gateway.displayName} does not answer with the keys of this shop; it is asked again`),
  )
}

/** Answers whether more is due, unless something has failed. */
async function finishSome(db: Database, gateway: PaymentGateway, log: Log): Promise<boolean> {
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

  const { name } = gateway
  const attempts = await claimDue(
    db,
    'payment_attempts',
    sql`gateway = ${name} and state = 'open'`,
    sql`least(greatest((now() - created_at) / 2, interval '1 minute'), interval '1 hour')`,
  )
  await each(attempts, attempt => finishAttempt(db, gateway, attempt))

  const isPending = sql`gateway = ${name} and status = 'pending' and problem is null`
  const payments = await claimDue(db, 'payments', isPending, sql`interval '6 hours'`)
  await each(payments, ({ transaction_id }) => reconcileLatePayment(db, gateway, transaction_id))

  const refunds = await claimDue(
    db,
    'refunds',
    isRefundOf([name]),
    sql`least(greatest(now() - created_at, interval '1 minute'), interval '6 hours')`,
  )
  await each(refunds, refund => finishRefund(db, gateway, refund))

  await each(await listWaitingEvents(db, gateway), event => processEvent(db, gateway, event))
  return isMore && !hasFailed
}

const isRefundOf = (ways: readonly WayToPay[]) =>
  sql`state in ('queued', 'pending') and payment_id in (select id from payments where gateway = any(${ways}::text[]))`

/** Claiming postpones the next check by `pause`, so that no other instance claims it. */
async function claimDue<Table extends 'payment_attempts' | 'payments' | 'refunds'>(
  db: Database,
  table: Table,
  isWanted: RawBuilder<unknown>,
  pause: RawBuilder<unknown>,
): Promise<RowOf<Table>[]> {
  const from = sql.table(table)
  const at = sql.ref(table === 'refunds' ? 'next_try_at' : 'next_check_at')
  const { rows } = await sql<RowOf<Table>>`
    update ${from} set ${at} = now() + ${pause}
    where id in (
      select id from ${from} where ${isWanted} and ${at} <= now() order by ${at} limit ${MOST} for update skip locked
    )
    returning *`.execute(db)
  return rows
}

/** Throws, and leaves the order held, while the provider's result is ambiguous. */
async function finishAttempt(
  db: Database,
  gateway: PaymentGateway,
  { id, provider_order_id: sessionId, order_id }: RowOf<'payment_attempts'>,
): Promise<void> {
  if (sessionId) {
    await reconcileLatePayment(db, gateway, sessionId)
    return endHold(db, id)
  }
  // No buyer was sent to this attempt; a pending order keeps it.
  const order = await findPayableOrder(db, order_id)
  if (order?.status !== 'pending') await closeAttempt(db, { id, sessionId })
}

async function finishRefund(db: Database, gateway: PaymentGateway, refund: RefundRow): Promise<void> {
  if (refund.state === 'queued' || refund.provider_refund_id === null)
    return submitWaitingRefund(db, gatewaysOf(gateway), refund.id)
  const found = await gateway.retrieveRefund(refund.provider_refund_id)
  if (found) await applyRefund(db, gateway, found)
}

/** Their order is random, so that events which fail each time do not block others. */
async function listWaitingEvents(db: Database, { name }: PaymentGateway): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from webhook_events
    where gateway = ${name} and processed_at is null and not exists (
      select from pgboss.job
      where job.name = ${paymentQueue.name} and job.state < 'completed' and job.data->>'event' = event_id
    )
    order by random() limit ${MOST}`.execute(db)
  return rows.map(({ event_id }) => event_id)
}

/** Refunds made at the provider are known by events only, which may be lost. After a failure it is due in six hours. */
async function checkCompletedPayments(db: Database, gateway: PaymentGateway, log: Log): Promise<void> {
  const { name, mode } = gateway
  const isKept = sql`status = 'completed' and refunded_at is null and gateway = ${name} and gateway_mode = ${mode}`
  for (const { id, provider_order_id } of await claimDue(db, 'payments', isKept, sql`interval '6 hours'`)) {
    await reconcileLatePayment(db, gateway, provider_order_id).then(
      () => planNextCheck(db, id),
      err => log.warn({ err }, 'a completed payment could not be looked up; it will be tried again'),
    )
  }
}

/** Checks come after 3, 9, 27, 81 days and so on. */
async function planNextCheck(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + greatest(2 * (now() - created_at), interval '1 day')` })
    .where('id', '=', id)
    .execute()
}

/** Does what the queue holds: a refund, an event of a provider, or the daily look at all disputes. */
export async function doPaymentJob(db: Database, gateways: Gateways, job: PaymentJob): Promise<void> {
  if (job.kind === 'refund') await submitWaitingRefund(db, gateways, job.refund)
  else if (job.kind === 'event') await processEvent(db, gateways.of(job.gateway), job.event)
  else await refreshAllDisputes(db, gateways)
}

async function refreshAllDisputes(db: Database, { all }: Gateways): Promise<void> {
  const asked = all.filter(({ can }) => can.dispute).map(gateway => refreshDisputes(db, gateway))
  const failed = (await Promise.allSettled(asked)).find(answer => answer.status === 'rejected')
  if (failed) throw failed.reason
}

/** The buyer's browser can report an approval itself within these seconds. */
const BROWSER_SECONDS = 60

/** Stores an event and queues its processing. A repeated event changes nothing. */
export async function receiveEvent(db: Database, { name: gateway }: PaymentGateway, event: ProviderEvent) {
  const { id, kind, type, objectId } = event
  await transact(db, async db => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhook_events')
      .values({ gateway, event_id: id, kind, event_type: type, object_id: objectId })
      .onConflict(known => known.doNothing())
      .executeTakeFirstOrThrow()
    const afterSeconds = type === 'approved' ? BROWSER_SECONDS : 0
    const job = { kind: 'event', event: id, gateway } as const
    if (numInsertedOrUpdatedRows === 1n) await enqueue(db, paymentQueue, job, { afterSeconds })
  })
  crashPoint('payment event stored')
}

/**
 * Processes a stored event: ask the provider what it is about → record that → mark the event as processed.
 * Only the fact of a change is trusted, so it may come late, twice or early. Throws when no provider answers.
 */
async function processEvent(db: Database, gateway: PaymentGateway, eventId: string): Promise<void> {
  const events = db.selectFrom('webhook_events').selectAll().where('gateway', '=', gateway.name)
  const event = await events.where('event_id', '=', eventId).executeTakeFirst()
  if (!event || event.processed_at) return

  // A provider may announce what it does not answer with yet, and a reversal before its dispute.
  if (!(await recordChange(db, gateway, event)) && isRecent(event)) return
  crashPoint('payment event handled')
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql`now()` })
    .where('gateway', '=', gateway.name)
    .where('event_id', '=', eventId)
    .execute()
}

/** Seconds in which each round asks for what is unknown; later the checks of disputes and payments must find it. */
const ASKED_FOR_SECONDS = 3600

const isRecent = ({ received_at }: RowOf<'webhook_events'>) =>
  Date.now() - received_at.getTime() < ASKED_FOR_SECONDS * 1000

/** Answers false while the provider does not know what it announced. */
async function recordChange(
  db: Database,
  gateway: PaymentGateway,
  { kind, event_type, object_id: id }: RowOf<'webhook_events'>,
): Promise<boolean> {
  if (event_type === 'reversed') return processReversal(db, gateway, id)
  if (kind === 'dispute') return refreshDispute(db, gateway, id)
  if (kind === 'session' || kind === 'charge') await reconcileLatePayment(db, gateway, id)
  return kind === 'refund' ? processRefundEvent(db, gateway, id) : true
}

/** The id is that of the refund, which may be of a part, or of the payment itself. */
async function processReversal(db: Database, gateway: PaymentGateway, id: string): Promise<boolean> {
  const refund = await gateway.retrieveRefund(id)
  await reconcileLatePayment(db, gateway, refund?.chargeId ?? id)
  if (refund) return applyRefund(db, gateway, refund)
  const payment = await findPaymentOf(db, gateway.name, id)
  return payment !== undefined && recordReversal(db, payment)
}

/** A refund's event may arrive before that of its payment. */
async function processRefundEvent(db: Database, gateway: PaymentGateway, refundId: string): Promise<boolean> {
  const refund = await gateway.retrieveRefund(refundId)
  if (!refund || (await applyRefund(db, gateway, refund))) return refund !== undefined
  await reconcileLatePayment(db, gateway, refund.chargeId)
  await applyRefund(db, gateway, refund)
  return true
}
