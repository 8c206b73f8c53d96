import type { FastifyInstance } from 'fastify'
import { eraseClosedAccounts } from '../accounts/erase-account.ts'
import { fetchImportedPictures } from '../catalog/import/fetch-imported-pictures.ts'
import { importQueue } from '../catalog/import/import-queue.ts'
import { pictureQueue } from '../catalog/import/picture-queue.ts'
import { runImport } from '../catalog/import/run-import.ts'
import { sendEmail } from '../messages/send-email.ts'
import { expireOrders } from '../orders/expiry.ts'
import type { Gateways } from '../payments/gateways/gateways.ts'
import { type PaymentJob, paymentQueue } from '../payments/payment-queue.ts'
import { doPaymentJob } from '../payments/payment-work.ts'
import { reconcile } from '../payments/reconcile.ts'
import type { Connection, Database } from '../platform/database/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { type OpenJobs, openJobs, schedule, type Worker, worker } from '../platform/jobs/jobs.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { emailQueue } from '../platform/mail/outbox.ts'
import { loadAhead } from '../platform/runtime/load-ahead.ts'
import { cleanUp } from './nightly-cleaning.ts'
import { cleaningQueue, expiryQueue, reconcileQueue } from './queues.ts'
import { expectRuns, recordRun } from './scheduled-runs.ts'

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
      // An instance may be killed before it has enqueued the next.
      schedule(expiryQueue, '* * * * *', null),
      schedule(paymentQueue, '43 4 * * *', { kind: 'disputes' }, { missed: 'once' }),
    ],
  )
  await enqueue(db, expiryQueue, null)
  return jobs
}

/** Schedules are for whole minutes; a limit of seconds frees the stock within seconds. */
function expiryWorker(db: Database, ttlSeconds: number): Worker {
  const afterSeconds = Math.min(60, ttlSeconds / 2)
  const expire = () =>
    recordRun(db, 'expiry', () => expireOrders(db)).finally(() => enqueue(db, expiryQueue, null, { afterSeconds }))
  return worker(expiryQueue, expire, { pollingIntervalSeconds: Math.min(20, afterSeconds) })
}
