import type { FastifyInstance } from 'fastify'
import { eraseClosedAccounts } from '../account/erase-account.ts'
import { prepareCommonPasswords } from '../auth/passwords/common-passwords.ts'
import type { Connection } from '../database/database.ts'
import type { PaymentGateway } from '../gateways/gateway.ts'
import { importQueue } from '../imports/import-queue.ts'
import { runImport } from '../imports/run-import.ts'
import { type OpenJobs, openJobs, schedule, worker } from '../jobs/jobs.ts'
import { createMailer } from '../mail/mailer.ts'
import { emailQueue } from '../mail/outbox.ts'
import { sendEmail } from '../notifications/send-email.ts'
import { paymentQueue } from '../payment-records/payment-queue.ts'
import { doPaymentJob } from '../reconciliation/payment-work.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { cleanUp } from './nightly-cleaning.ts'
import { cleaningQueue, reconcileQueue } from './queues.ts'

/** Starts all background work: emails, provider calls, imports, scheduled jobs. */
export function openWork(
  { db, pool }: Connection,
  gateway: PaymentGateway,
  { log, env, files }: FastifyInstance,
): Promise<OpenJobs> {
  if (env.mode !== 'demo' && !env.mail.smtpUrl) log.warn('MAIL is file: emails only become files.')
  const mailer = createMailer(env)
  void loadAhead([gateway.prepare, mailer.prepare, prepareCommonPasswords], log)

  const clean = async () => {
    await cleanUp(db)
    await eraseClosedAccounts(db, files)
  }
  return openJobs(
    { pool, log },
    [
      worker(emailQueue, (email, id) => sendEmail({ db, env, mailer, log }, email, id), { batchSize: 10 }),
      worker(paymentQueue, job => doPaymentJob(db, gateway, job), { batchSize: 10 }),
      worker(importQueue, job => runImport(db, job.import)),
      worker(reconcileQueue, () => reconcile(db, gateway, log), { pollingIntervalSeconds: 20 }),
      worker(cleaningQueue, clean, { pollingIntervalSeconds: 60 }),
    ],
    [
      schedule(cleaningQueue, '17 3 * * *', null, { missed: 'once' }),
      schedule(reconcileQueue, '* * * * *', null),
      schedule(paymentQueue, '43 4 * * *', { kind: 'disputes' }),
    ],
  )
}

/** Loads what the first payment, email or new password needs: later the shop may be short of files or memory. */
async function loadAhead(loads: (() => Promise<void>)[], log: FastifyInstance['log']): Promise<void> {
  for (const load of loads) {
    await load().catch(err => log.warn({ err }, 'something was not loaded ahead, and is loaded when it is needed'))
  }
}
