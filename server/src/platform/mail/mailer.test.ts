import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it, onTestFinished } from 'vitest'
import { readEnv } from '../runtime/env.ts'
import { createMailer } from './mailer.ts'

const email = {
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
