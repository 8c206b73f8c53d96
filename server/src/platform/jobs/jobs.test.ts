import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { importQueue, pictureQueue } from '../../catalog/import/imports.ts'
import { cleanUp } from '../../operate/open-work.ts'
import { type Connection, connect } from '../database/database.ts'
import { type Email, emailQueue, findUnsent } from '../mail/outbox.ts'
import { openJobs, worker } from './jobs.ts'
import { enqueue, type Queue } from './queue.ts'

const shop = startShop()
const opened: { close(): Promise<void> }[] = []
const silent = { warn: () => {}, error: () => {} }

afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close()
  await sql`delete from pgboss.job`.execute(shop.db)
})

/** Another instance of the shop, with its own pool. */
async function anInstance(work: (email: Email, id: string) => Promise<void>) {
  const connection: Connection = connect(shop.databaseUrl, { poolSize: 3 })
  opened.push(connection)
  const pace = { batchSize: 10, pollingIntervalSeconds: 0.5 }
  const jobs = await openJobs({ pool: connection.pool, log: silent }, [worker(emailQueue, work, pace)])
  opened.push(jobs)
  return jobs
}

const anEmail = (user: string) => enqueue(shop.db, emailQueue, { kind: 'welcome', user })

async function states() {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = 'emails'`.execute(
    shop.db,
  )
  return rows.map(({ state }) => state)
}

const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

describe('jobs', () => {
  it('run in order, and a failed one waits for its retry without blocking the others', async () => {
    const done: string[] = []
    for (const [second, user] of ['a', 'b', 'broken', 'c', 'd', 'e'].entries()) {
      await anEmail(user)
      await sql`update pgboss.job set created_on = ${`2026-11-21 12:00:0${second}`} where data->>'user' = ${user}`.execute(
        shop.db,
      )
    }

    await anInstance(async email => {
      const user = 'user' in email ? email.user : ''
      if (user === 'broken') throw new Error('It broke.')
      done.push(user)
    })

    await soon(async () => expect((await states()).filter(state => state !== 'completed')).toEqual(['retry']))
    expect(await findUnsent(shop.db)).toEqual({ count: 1, refusal: 'It broke.' })
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('of a worker that was killed go on within 30 seconds, also of an import that was killed often', async () => {
    const done: string[] = []
    const queues = [emailQueue, importQueue, pictureQueue] as Queue<unknown>[]
    for (const one of queues) await enqueue(shop.db, one, {})
    await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '15 seconds',
      retry_count = case when name = 'emails' then 0 else 11 end`.execute(shop.db)
    const connection = connect(shop.databaseUrl, { poolSize: 3 })
    const pace = { batchSize: 1, pollingIntervalSeconds: 0.5 }
    const workers = queues.map(one => worker(one, async () => void done.push(one.name), pace))

    opened.push(connection, await openJobs({ pool: connection.pool, log: silent }, workers))

    const all = queues.map(({ name }) => name).sort()
    await vi.waitFor(() => expect(done.toSorted()).toEqual(all), { timeout: 15_000, interval: 200 })
  })

  it('that hang do not keep the shop open, and are retried by the next one', async () => {
    const started = Promise.withResolvers<void>()
    await anEmail('a')
    const jobs = await anInstance(async () => {
      started.resolve()
      await new Promise(() => {})
    })
    await started.promise

    await jobs.close()

    expect(await states()).toEqual(['retry'])
  })
})

describe('the nightly cleaning', () => {
  it('deletes what has expired and keeps the rest', async () => {
    const { id } = await shop.user()
    const token = (name: string, expires: string, created: string) =>
      sql`
      insert into user_tokens (token_hash, user_id, purpose, email, email_id, expires_at, created_at) values
        (${Buffer.from(name)}, ${id}, 'password-reset', 'a@b.co', gen_random_uuid(),
         now() + ${expires}::interval, now() + ${created}::interval)`.execute(shop.db)
    await token('valid', '10 minutes', '-2 hours')
    await token('expired, but counted', '-10 minutes', '-40 minutes')
    await token('expired', '-1 hour', '-2 hours')

    await cleanUp(shop.db)

    const left = await shop.db.selectFrom('user_tokens').select('token_hash').execute()
    expect(left.map(({ token_hash }) => token_hash.toString()).sort()).toEqual(['expired, but counted', 'valid'])
  })
})
