import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it, onTestFinished } from 'vitest'
import { readEnv } from '../runtime/env.ts'
import { hirePostman } from './mailer.ts'

const letter = {
  to: { name: 'Åsha Rao', address: 'asha@example.com' },
  subject: 'Ein Gruß',
  html: '<p>Namaste · नमस्ते</p>',
  text: 'Namaste · नमस्ते',
}

it('leaves letters as files for the owner alone, newest last by name, where there is no mail server (C7)', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mela-mail-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const postman = hirePostman(readEnv({ DATA_DIR }))
  const ids = Array.from({ length: 12 }, () => crypto.randomUUID())

  for (const id of ids) await postman.deliver(letter, id, 'welcome')

  const folder = join(DATA_DIR, 'mail')
  const names = (await readdir(folder)).sort()
  const letters = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
  expect(names[0]).toMatch(/^[0-9a-f]{24}-welcome\.eml$/)
  expect(letters.map(({ messageId }) => messageId)).toEqual(ids.map(id => `<${id}@example.com>`))
  expect(letters[0]).toMatchObject({ subject: letter.subject, to: [letter.to], from: { name: 'Mela' } })
  expect(letters[0]?.text?.trim()).toBe(letter.text)
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
})
