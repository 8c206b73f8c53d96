import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Role, roles } from '@mela/contract'
import { sql } from 'kysely'
import { correctInvoice, issueInvoice } from '../orders/invoices/issue-invoice.ts'
import { lockOrder } from '../orders/move-order.ts'
import { lockPayment } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'
import { leaveDemoAskingFirst } from './leave-demo-command.ts'
import { createPerson, setPassword, setRole, turnOffTwoFactor, turnOffUnreadable } from './people.ts'
import { OperatorError, say, withShop } from './with-shop.ts'

const USAGE = `npm run admin -- create --email … --first-name … --last-name … [--role admin]
npm run admin -- reset-password --email …
npm run admin -- role --email … --role …
npm run admin -- two-factor-off --email … | --unreadable
npm run admin -- leave-demo [--yes]
npm run admin -- invoices
npm run admin -- list`

const text = { type: 'string' } as const
const texts = { email: text, 'first-name': text, 'last-name': text, role: text } as const
const options = { ...texts, yes: { type: 'boolean' }, unreadable: { type: 'boolean' } } as const

type Given = { [Name in keyof typeof texts]?: string } & { yes?: boolean; unreadable?: boolean }
type Command = (db: Database, env: Env, given: Given) => Promise<void>

const commands: Record<string, Command> = {
  async create(db, _env, given) {
    const role = roleIn(given, 'admin')
    const [email, firstName, lastName] = [need(given, 'email'), need(given, 'first-name'), need(given, 'last-name')]
    await createPerson(db, { email, firstName, lastName, role, password: await askPassword() })
    say(`${email} is a new ${role}.`)
  },

  async 'reset-password'(db, env, given) {
    const email = need(given, 'email')
    const takenFrom = await setPassword(db, env, { email, password: await askPassword() })
    say(`${email} has a new password and is signed out everywhere.`)
    if (takenFrom) say(`The account had been moved to ${takenFrom} without its password, and is back at ${email}.`)
  },

  async role(db, env, given) {
    const email = need(given, 'email')
    const role = roleIn(given)
    const isConfirmed = await setRole(db, env, { email, role })
    say(`${email} is now: ${role}.`)
    if (!isConfirmed && role !== 'customer') {
      say(
        'This address was never confirmed: another person may have opened the account. If you did not open it yourself,',
      )
      say(`run: npm run admin -- reset-password --email ${email}`)
    }
  },

  async 'two-factor-off'(db, env, given) {
    if (given.unreadable) {
      const count = await turnOffUnreadable(db, env)
      say(`${count} accounts whose secret no key opens log in with the password alone.`)
      return
    }
    const email = need(given, 'email')
    await turnOffTwoFactor(db, env, email)
    say(`${email} logs in with the password alone.`)
  },

  'leave-demo': (db, env, given) => leaveDemoAskingFirst(db, env, given.yes === true),

  async invoices(db) {
    const count = await issueMissing(db)
    say(count === 0 ? 'Every payment has its invoice.' : `Payments that have an invoice now: ${count}.`)
  },

  async list(db) {
    const { rows: staff } = await sql<{ line: string }>`
      select format('%s  %s%s  %s %s', email, role, case when not is_active then ' (deactivated)' end, first_name, last_name)
        as line
      from users where role not in ('customer', 'guest') and deleted_at is null order by id`.execute(db)
    for (const { line } of staff) say(line)
  },
}

function need(given: Given, name: keyof typeof texts): string {
  const value = given[name]
  if (!value) throw new OperatorError(`--${name} is missing.`)
  return value
}

function roleIn(given: Given, otherwise?: Role): Role {
  const asked = given.role ?? otherwise
  const role = roles.find(role => role === asked)
  if (!role) throw new OperatorError(`--role must be one of: ${roles.join(', ')}.`)
  return role
}

export function runAdmin(args: string[]): Promise<void> {
  return withShop(
    async (db, env) => {
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      const [name = ''] = positionals
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined
      if (!command) throw new OperatorError(USAGE)
      await command(db, env, values)
    },
    // A shop gets its first admin before its first start.
    { mayCreate: args.includes('create') },
  )
}

/** From ADMIN_PASSWORD, or typed without echo; never an argument, which every user of the machine could read. */
async function askPassword(): Promise<string> {
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

/** Each payment has a transaction, so that a sale at that moment waits for one at the most. Answers their number. */
async function issueMissing(db: Database): Promise<number> {
  const { rows: payments } = await sql<{ id: string; order_id: string }>`
    select id, order_id from payments
    where status = 'completed' and problem is null and order_id is not null
      and not exists (select from invoices where payment_id = payments.id)
    order by id`.execute(db)
  for (const payment of payments) await issueAll(db, payment)
  return payments.length
}

async function issueAll(db: Database, { id, order_id }: { id: string; order_id: string }): Promise<void> {
  await transact(db, async db => {
    await lockOrder(db, order_id)
    const payment = await lockPayment(db, id)
    if (!payment) return
    await issueInvoice(db, payment)
    await correctInvoice(db, id)
  })
}
