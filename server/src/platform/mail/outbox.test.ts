import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { readEnv } from '../runtime/env.ts'
import { createMailer } from './mailer.ts'
import { enqueueEmail } from './outbox.ts'

const shop = startShop()

async function emailsTo(user: string) {
  const { rows } = await sql<{ kind: string; retries: number }>`
    select data->>'kind' as kind, retry_limit as retries from pgboss.job
    where name = 'emails' and data->>'user' = ${user}`.execute(shop.db)
  return rows
}

it('enqueues nothing on a rollback', async () => {
  const { id } = await shop.user()

  const broken = shop.db.transaction().execute(async db => {
    await enqueueEmail(db, { kind: 'welcome', user: id })
    throw new Error('something else went wrong')
  })

  await expect(broken).rejects.toThrow('something else')
  expect(await emailsTo(id)).toEqual([])
})

it.each([
  [60, 900],
  [10, 300],
  [5, 0],
])('B143 with %i minutes to pay the email that asks for it waits %i seconds', async (unpaidMinutes, seconds) => {
  const admin = await shop.admin()
  await shop.changeSettings({ orders: { unpaidMinutes } }, admin)
  const { id } = await shop.product()
  const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }

  const { data } = await shop.post('/orders', body, await shop.customer())

  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where data->>'order' = ${data._id}`.execute(shop.db)
  expect(rows).toEqual([{ seconds: expect.closeTo(seconds, 0) }])
})

describe('the mailer', () => {
  const email = {
    from: { name: 'Mela', address: 'support@example.com' },
    to: { name: 'Åsha Rao', address: 'asha@example.com' },
    subject: 'Ein Gruß',
    html: '<p>Namaste · नमस्ते</p>',
    text: 'Namaste · नमस्ते',
  }

  it('writes emails to files readable by their owner alone, newest last by name, without a mail server (C7)', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'mela-mail-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const mailer = createMailer(readEnv({ DATA_DIR }))
    const ids = Array.from({ length: 12 }, () => crypto.randomUUID())

    for (const id of ids) await mailer.deliver(email, id, 'welcome')

    const folder = join(DATA_DIR, 'mail')
    const names = (await readdir(folder)).sort()
    const emails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
    expect(names[0]).toMatch(/^[0-9a-f]{24}-welcome\.eml$/)
    expect(emails.map(({ messageId }) => messageId)).toEqual(ids.map(id => `<${id}@example.com>`))
    expect(emails[0]).toMatchObject({ subject: email.subject, to: [email.to], from: { name: 'Mela' } })
    expect(emails[0]?.text?.trim()).toBe(email.text)
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  })

  it('gives a sender without a name the name of the shop', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'mela-mail-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const sender = 'shop@example.com'

    await createMailer(readEnv({ DATA_DIR, MAIL_FROM: sender })).deliver(email, crypto.randomUUID(), 'welcome')

    const [name = ''] = await readdir(join(DATA_DIR, 'mail'))
    const { from } = await PostalMime.parse(await readFile(join(DATA_DIR, 'mail', name)))
    expect(from).toEqual({ name: 'Mela', address: sender })
  })

  it('names the address that ends such emails, for the button of a mail program (RFC 8058)', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'mela-mail-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const unsubscribeUrl = 'https://mela.example/api/reminders/any/stop'

    await createMailer(readEnv({ DATA_DIR })).deliver(
      { ...email, unsubscribeUrl },
      crypto.randomUUID(),
      'cart-reminder',
    )

    const [name = ''] = await readdir(join(DATA_DIR, 'mail'))
    const { headers } = await PostalMime.parse(await readFile(join(DATA_DIR, 'mail', name)))
    expect(headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe', value: `<${unsubscribeUrl}>` }))
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    )
  })
})
