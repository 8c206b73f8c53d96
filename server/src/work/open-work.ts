import type { FastifyInstance } from 'fastify'
import { eraseClosedAccounts } from '../account/erase-account.ts'
import type { Connection, Database } from '../database/database.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { fetchImportedPictures } from '../imported-pictures/fetch-imported-pictures.ts'
import { pictureQueue } from '../imported-pictures/picture-queue.ts'
import { importQueue } from '../imports/import-queue.ts'
import { runImport } from '../imports/run-import.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { type OpenJobs, openJobs, schedule, type Worker, worker } from '../jobs/jobs.ts'
import { createMailer } from '../mail/mailer.ts'
import { emailQueue } from '../mail/outbox.ts'
import { sendEmail } from '../notifications/send-email.ts'
import { expireOrders } from '../orders/expiry.ts'
import { type PaymentJob, paymentQueue } from '../payment-records/payment-queue.ts'
import { doPaymentJob } from '../reconciliation/payment-work.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { loadAhead } from '../runtime/load-ahead.ts'
import { cleanUp } from './nightly-cleaning.ts'
import { cleaningQueue, expiryQueue, reconcileQueue } from './queues.ts'
import { expectRuns, recordRun } from './scheduled-runs.ts'

/** Starts all background work: emails, provider calls, imports, scheduled jobs. */
export async function openWork(
  { db, pool }: Connection,
  gateways: Gateways,
  { log, env, files, pictures: maker }: Pick<FastifyInstance, 'log' | 'env' | 'files' | 'pictures'>,
): Promise<OpenJobs> {
  if (env.mode !== 'demo' && !env.mail.smtpUrl) log.warn('MAIL is file: emails only become files.')
  const mailer = createMailer(env)
  void loadAhead([...gateways.all.map(({ prepare }) => prepare), mailer.prepare], log)

  const clean = async () => {
    await cleanUp(db)
    await eraseClosedAccounts(db, files)
  }
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
      worker(reconcileQueue, () => recordRun(db, 'reconciliation', () => reconcile(db, gateways, log)), {
        pollingIntervalSeconds: 20,
      }),
      worker(cleaningQueue, () => recordRun(db, 'cleaning', clean), { pollingIntervalSeconds: 60 }),
    ],
    [
      schedule(cleaningQueue, '17 3 * * *', null, { missed: 'once' }),
      schedule(reconcileQueue, '* * * * *', null),
      // In case an instance is killed before it has enqueued the next.
      schedule(expiryQueue, '* * * * *', null),
      schedule(paymentQueue, '43 4 * * *', { kind: 'disputes' }, { missed: 'once' }),
    ],
  )
  await enqueue(db, expiryQueue, null)
  return jobs
}

/**
 * Every minute, and more often for shorter limits: with a limit of seconds the stock is for sale again within seconds
 * (B20), and schedules are for whole minutes.
 */
function expiryWorker(db: Database, ttlSeconds: number): Worker {
  const afterSeconds = Math.min(60, ttlSeconds / 2)
  const expire = () =>
    recordRun(db, 'expiry', () => expireOrders(db)).finally(() => enqueue(db, expiryQueue, null, { afterSeconds }))
  return worker(expiryQueue, expire, { pollingIntervalSeconds: Math.min(20, afterSeconds) })
}
