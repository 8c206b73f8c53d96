import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from './with-shop.ts'

/** From ADMIN_PASSWORD, or typed without echo; never an argument, which every user of the machine could read. */
export async function askPassword(): Promise<string> {
  const { ADMIN_PASSWORD } = process.env
  if (ADMIN_PASSWORD) return ADMIN_PASSWORD
  if (!process.stdin.isTTY) throw new OperatorError('Set ADMIN_PASSWORD, or run this in a terminal to be asked.')

  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write('Password: ')
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
