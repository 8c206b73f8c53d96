import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, vi } from 'vitest'
import type { startShop } from '../../test/shop.ts'
import { type Connection, connect } from '../platform/database/database.ts'
import { type OpenJobs, openJobs, worker } from '../platform/jobs/jobs.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { type Email as EmailKind, emailQueue } from '../platform/mail/outbox.ts'
import { composeEmail, sendEmail } from './send-email.ts'

/** An email as the recipient's program parses it. */
export interface Received extends Email {
  /** The envelope's recipients, whatever the headers say. */
  envelopeTo: string[]
}

/** The shop's own outbox and a real mail server that keeps its emails. */
export function startMailServer(shop: ReturnType<typeof startShop>) {
  const inbox: Received[] = []
  const log: object[] = []
  let refusals = 0
  let refusal = ''
  let connection: Connection
  let jobs: OpenJobs

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // The mailer's connection is idle by then.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, session, answer) {
      const source = await buffer(stream)
      if (refusals-- > 0) return answer(Object.assign(new Error(refusal), { responseCode: 451 }))
      const envelopeTo = session.envelope.rcptTo.map(({ address }) => address)
      inbox.push({ ...(await PostalMime.parse(source)), envelopeTo })
      answer()
    },
  })

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    const { env, files } = shop.app
    const pictures = { files, maker: shop.app.pictures }
    // The server greets every new connection after a tenth of a second.
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}/?pool=true`, from: 'Mela <shop@mela.test>' }
    const mailer = createMailer({ ...env, mail })
    connection = connect(shop.databaseUrl)
    const { db, pool } = connection
    await sql`update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_delay_max = null`.execute(db)
    const note = (details: object, message: string) => {
      log.push(details)
      shop.app.log.warn(details, message)
    }
    const emails = worker(
      emailQueue,
      (email, id) => sendEmail({ db, env, pictures, mailer, log: { warn: note } }, email, id),
      {
        batchSize: 10,
        pollingIntervalSeconds: 0.5,
      },
    )
    jobs = await openJobs({ pool, log: { warn: note, error: note } }, [emails])
  })

  afterAll(async () => {
    await jobs.close()
    await connection.close()
    await new Promise<void>(resolve => server.close(() => resolve()))
  })

  const emailsTo = (address: string) => inbox.filter(({ envelopeTo }) => envelopeTo.includes(address))

  return {
    log,
    emailsTo,

    /** Refuses the next emails, as a busy server does. */
    refuse(times: number, sentence = 'Come back later.') {
      refusals = times
      refusal = sentence
    },

    /** Waits for this many emails to an address; in order of arrival. */
    emails: (address: string, count = 1): Promise<Received[]> =>
      vi.waitFor(
        () => {
          jobs.pollNow()
          const emails = emailsTo(address)
          if (emails.length < count) throw new Error(`${emails.length} of ${count} emails have come to ${address}`)
          return emails
        },
        { timeout: 15_000, interval: 50 },
      ),

    /** Makes emails due that wait for their time. */
    async endWaiting() {
      await sql`update pgboss.job set start_after = now() where name = 'emails' and state = 'created'`.execute(shop.db)
    },

    /** Waits until the outbox is empty, but for emails that wait for their time. */
    allSent: (): Promise<void> =>
      vi.waitFor(
        async () => {
          jobs.pollNow()
          const { rows } = await sql`select from pgboss.job where name = 'emails' and state < 'completed'
            and start_after <= now()`.execute(shop.db)
          if (rows.length > 0) throw new Error('There is still something in the outbox.')
        },
        { timeout: 15_000, interval: 50 },
      ),
  }
}

/** The email as it would be sent now. */
export function emailNow({ app, db }: ReturnType<typeof startShop>, email: EmailKind) {
  const pictures = { files: app.files, maker: app.pictures }
  return composeEmail({ db, env: app.env, pictures, emailId: crypto.randomUUID(), onEnough: () => undefined }, email)
}

/** The token of the link to one of the shop's pages. */
export function tokenIn({ text = '' }: Pick<Email, 'text'>, page: string): string {
  const token = new RegExp(`${page}\\?token=([\\w-]+)`).exec(text)?.[1]
  if (!token) throw new Error(`There is no link to ${page} in this email.`)
  return token
}
