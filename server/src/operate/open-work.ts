import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { anonymiseDueOrders, eraseClosedAccounts } from '../accounts/close-account.ts'
import { fetchImportedPictures } from '../catalog/import/fetch-imported-pictures.ts'
import { importQueue, pictureQueue } from '../catalog/import/imports.ts'
import { runImport } from '../catalog/import/run-import.ts'
import { runPlannedPrices, secondsUntilNext } from '../catalog/planned-prices/run-planned-prices.ts'
import { forgetUnusedSets } from '../catalog/search/count-options.ts'
import { sendEmail } from '../messages/send-email.ts'
import { remindOfUnpaid } from '../orders/carts/remind-of-unpaid.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { expireGiftCards } from '../orders/gift-cards/expire-gift-cards.ts'
import { followUpUnpaid } from '../orders/offline/follow-up-unpaid.ts'
import { isUnpaidTransfer } from '../orders/order-limits.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { type PaymentJob, paymentQueue } from '../payments/rows.ts'
import { doPaymentJob, runPaymentRound } from '../payments/run-payment-round.ts'
import type { Connection, Database } from '../platform/database/database.ts'
import { openJobs, schedule, worker } from '../platform/jobs/jobs.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { emailQueue } from '../platform/mail/outbox.ts'
import type { Part } from '../platform/runtime/run-until-stopped.ts'
import { findMailServer, showMailServer } from '../shop/mail-server.ts'
import { readSettings } from '../shop/settings.ts'
import { cleaningQueue, expiryQueue, plannedPricesQueue, reconcileQueue, reminderQueue } from './queues.ts'
import { expectRuns, recordRun } from './scheduled-runs.ts'

export async function openWork(
  { db, pool }: Connection,
  gateways: Gateways,
  { log, env, files, pictures: maker }: Pick<FastifyInstance, 'log' | 'env' | 'files' | 'pictures'>,
): Promise<Part> {
  const { source, keepsWaiting } = await showMailServer({ db, env })
  const becomeFiles = source === 'environment-files' || (source === 'none' && !keepsWaiting)
  if (env.mode !== 'demo' && becomeFiles) log.warn('No mail server is used: emails only become files.')
  const mailer = createMailer(env, () => findMailServer({ db, env }))

  const clean = async () => {
    await cleanUp(db)
    await eraseClosedAccounts(db, files)
  }
  const remind = async () => remindOfUnpaid(db, (await readSettings(db)).orders)
  const doPayment = (job: PaymentJob) => {
    const work = () => doPaymentJob(db, gateways, job)
    return job.kind === 'disputes' ? recordRun(db, 'disputes', work) : work()
  }
  await expectRuns(db)
  const jobs = await openJobs(
    { pool, log },
    [
      worker(emailQueue, (email, id) => sendEmail({ db, env, pictures: { files, maker }, mailer, log }, email, id), {
        batchSize: 10,
      }),
      worker(paymentQueue, doPayment, { batchSize: 4, concurrency: 2 }),
      worker(importQueue, job => runImport(db, job.import)),
      worker(pictureQueue, job => fetchImportedPictures({ db, files, pictures: maker }, job.import)),
      expiryWorker(db, env.orderTtlSeconds),
      plannedPricesWorker(db),
      worker(reconcileQueue, () => recordRun(db, 'reconciliation', () => runPaymentRound(db, gateways, log)), {
        pollingIntervalSeconds: 20,
      }),
      worker(reminderQueue, () => recordRun(db, 'reminders', remind), { pollingIntervalSeconds: 60 }),
      worker(cleaningQueue, () => recordRun(db, 'cleaning', clean), { pollingIntervalSeconds: 60 }),
    ],
    [
      schedule(cleaningQueue, '17 3 * * *', null, 'once'),
      schedule(reconcileQueue, '* * * * *', null),
      schedule(reminderQueue, '*/10 * * * *', null),
      // An instance may be killed before it has enqueued the next.
      schedule(expiryQueue, '* * * * *', null),
      schedule(plannedPricesQueue, '* * * * *', null),
      schedule(paymentQueue, '43 4 * * *', { kind: 'disputes' }, 'once'),
    ],
  )
  await enqueue(db, expiryQueue, null)
  return jobs
}

/** Schedules are for whole minutes; a limit of seconds frees the stock within seconds. */
function expiryWorker(db: Database, ttlSeconds: number) {
  const afterSeconds = Math.min(60, ttlSeconds / 2)
  const expire = () =>
    recordRun(db, 'expiry', () => expireOrders(db).finally(() => followUpUnpaid(db))).finally(() =>
      enqueue(db, expiryQueue, null, { afterSeconds }),
    )
  return worker(expiryQueue, expire, { pollingIntervalSeconds: Math.min(20, afterSeconds) })
}

const SALES_POLL_SECONDS = 10

/** The schedule may be half a minute late, so each run orders the next one for when a sale begins or ends. */
function plannedPricesWorker(db: Database) {
  async function run() {
    await recordRun(db, 'planned-prices', () => runPlannedPrices(db))
    const seconds = await secondsUntilNext(db)
    if (seconds !== undefined && seconds <= 60)
      await enqueue(db, plannedPricesQueue, null, { afterSeconds: Math.max(1, seconds) })
  }
  return worker(plannedPricesQueue, run, { pollingIntervalSeconds: SALES_POLL_SECONDS })
}

const OLD_ROWS = {
  // Expired tokens of the last hour count towards the limit of emails.
  // A guest's old link still says where a new one goes.
  user_tokens: sql`expires_at < now() and created_at < now() - interval '1 hour' and purpose <> 'guest-order'`,
  email_changes: sql`expires_at < now()`,
  attempts: sql`since < now() - lasts`,
  // An hour late, so that a key just found still exists.
  idempotency_keys: sql`created_at < now() - interval '25 hours'`,
  order_addresses: sql`placed_at < now() - interval '1 hour' and not exists (
    select from orders where orders.id = order_id and ${isUnpaidTransfer})`,
  sessions: sql`expires_at < now()`,
  shared_carts: sql`expires_at < now()`,
  // Browsers have deleted their cookie after a year.
  known_devices: sql`last_used_at < now() - interval '1 year'`,
  // Providers do not repeat events after a month. A refund that was a reversal remains known as one.
  webhook_events: sql`processed_at < now() - interval '30 days' and event_type <> 'reversed'`,
  visit_counts: sql`day < current_date - 800`,
  withheld_emails: sql`day < current_date - 30`,
  // The changes of an import stay in the audit log.
  imports: sql`created_at < now() - interval '30 days' and state <> 'running'`,
}

export async function cleanUp(db: Database): Promise<void> {
  for (const [table, isOld] of Object.entries(OLD_ROWS))
    await sql`delete from ${sql.table(table)} where ${isOld}`.execute(db)
  // Limits on declined payments look back for an hour.
  await sql`update payment_attempts set network_hash = null
    where network_hash is not null and created_at < now() - interval '1 day'`.execute(db)
  await anonymiseDueOrders(db)
  await expireGiftCards(db)
  // It comes last, as it fails where a transaction holds the sets.
  await forgetUnusedSets(db)
}
