import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { commandsOf, type Ended } from './operate-fixtures.ts'

const shop = startShop({ TRUST_PROXY: 'on', RATE_LIMIT_FAILED_LOGINS_PER_ACCOUNT: '3' })
const { run } = commandsOf(shop)

/** The command as an operator runs it, in a process of its own. */
function spawn(command: 'admin', args: string[], environment: Record<string, string>): Promise<Ended> {
  const script = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  const env = { PATH: process.env.PATH, ...environment }
  return new Promise(resolve => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

const password = 'abcd1!'
const admin = (...args: string[]) => run('admin', args, { ADMIN_PASSWORD: password })
const create = (email: string) => admin('create', '--email', email, '--first-name', 'Ira', '--last-name', 'Sen')
const logIn = (email: string, password: string) => shop.post('/auth/login', { email, password })
const newestAuditEvent = async () => (await listAuditEntries(shop.db, { page: 1, size: 1, keyword: '' })).rows[0]

const rules =
  'It needs 6 to 128 characters: a letter from a to z; a digit; one of @ $ ! % * # ? &; only letters from a to z, digits and @ $ ! % * # ? &.'

describe('npm run admin', () => {
  it('creates the first admin, once (B57, C11)', async () => {
    const first = await create('Ira@example.com')
    const second = await create('ira@example.com')

    expect(first).toMatchObject({ code: 0, err: '' })
    expect(second).toEqual({ code: 1, out: '', err: 'User with this email already exists!\n' })
    expect(await newestAuditEvent()).toMatchObject({ actor: null, action: 'user.created', after: { role: 'admin' } })
    expect(await logIn('ira@example.com', password)).toMatchObject({ status: 200, user: { role: 'admin' } })
  })

  it.each<[what: string, args: string[], environment: Record<string, string>, sentence: string]>([
    [
      'a password with a hyphen',
      ['create', '--email', 'a@b.co', '--first-name', 'A', '--last-name', 'B'],
      { ADMIN_PASSWORD: 'Blue-Kettle-2026!' },
      `Please choose a stronger password. ${rules} Not allowed: -`,
    ],
    [
      'a new password that many people use',
      ['reset-password', '--email', 'a@b.co'],
      { ADMIN_PASSWORD: 'Password1!' },
      `This password is used by many people and easy to guess. Please choose another one. ${rules}`,
    ],
    ['a missing option', ['create'], { ADMIN_PASSWORD: password }, '--email is missing.'],
  ])('refuses %s with one sentence and the exit code 1', async (_, args, environment, sentence) => {
    expect(await run('admin', args, environment)).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })

  it('sets a password and ends all sessions', async () => {
    const { id } = await shop.user({ email: 'lost@example.com' })
    const elsewhere = await shop.signIn(id)

    expect(await admin('reset-password', '--email', 'lost@example.com')).toMatchObject({ code: 0 })

    expect(await logIn('lost@example.com', password)).toMatchObject({ status: 200 })
    expect(await shop.get('/users/current-user', elsewhere)).toMatchObject({ status: 401 })
    expect(await newestAuditEvent()).toMatchObject({ actor: null, action: 'password.reset', subject: `user:${id}` })
  })

  it('turns off the two-factor sign-in of a customer who lost their phone', async () => {
    const { id } = await shop.user({ email: 'phoneless@example.com' })
    await shop.db.insertInto('two_factor').values({ user_id: id, secret: 'A', confirmed_at: new Date() }).execute()

    expect(await admin('two-factor-off', '--email', 'phoneless@example.com')).toMatchObject({ code: 0 })

    expect(await shop.db.selectFrom('two_factor').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect(await newestAuditEvent()).toMatchObject({
      actor: null,
      action: 'two-factor.disabled',
      subject: `user:${id}`,
    })
    const again = await admin('two-factor-off', '--email', 'phoneless@example.com')
    expect(again).toMatchObject({ code: 1, err: 'This account has no two-factor sign-in.\n' })
  })

  it('sets roles, but keeps one admin, and the demo admin unchanged (B69, C10)', async () => {
    await shop.db.updateTable('users').set({ role: 'customer' }).where('role', '=', 'admin').execute()
    await shop.user({ email: 'only@example.com', role: 'admin' })
    await shop.user({ email: 'admin@example.com', role: 'admin', is_active: false })
    const giving = (email: string, role: string) => admin('role', '--email', email, '--role', role)

    expect((await giving('only@example.com', 'customer')).err).toContain('the last admin')
    expect((await giving('admin@example.com', 'customer')).err).toBe('The demo account cannot be changed.\n')
    const { id } = await shop.user({ email: 'next@example.com' })
    expect(await giving('next@example.com', 'admin')).toMatchObject({ code: 0 })
    expect(await newestAuditEvent()).toMatchObject({
      action: 'role.changed',
      subject: `user:${id}`,
      before: { role: 'customer' },
      after: { role: 'admin' },
    })
    const next = shop.db.updateTable('users').where('id', '=', id)
    await next.set({ is_role_proven: false }).execute()
    expect(await giving('next@example.com', 'admin')).toMatchObject({ code: 0 })
    expect((await next.set({ is_active: true }).returning('is_role_proven').execute())[0]?.is_role_proven).toBe(true)
    expect(await giving('only@example.com', 'customer')).toMatchObject({ code: 0 })
    const { out } = await admin('list')
    expect(out).toContain('next@example.com  admin')
    expect(out).not.toContain('only@example.com')
  })

  it('starts the shop’s database when the shop is closed, and stops it again', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'mela-operate-'))
    const closed = { DATA_DIR, ADMIN_PASSWORD: password }

    const made = await spawn('admin', ['create', '--email', 'a@b.co', '--first-name', 'A', '--last-name', 'B'], closed)
    const { out } = await spawn('admin', ['list'], closed)

    expect(made).toMatchObject({ code: 0, err: '' })
    expect(out).toBe('a@b.co  admin  A B\n')
    await rm(DATA_DIR, { recursive: true, force: true })
  }, 60_000)
})

it.each([
  ['doctor', []],
  ['admin', ['list']],
] as const)('npm run %s refuses a folder without a shop instead of making one', async (command, args) => {
  const DATA_DIR = join(tmpdir(), `mela-${randomUUID()}`)

  const ended = await run(command, [...args], { DATABASE_URL: '', DATA_DIR })

  expect(ended).toMatchObject({ code: 1, err: `There is no shop in ${DATA_DIR}. Is DATA_DIR right?\n` })
  expect(existsSync(DATA_DIR)).toBe(false)
})

describe('npm run doctor', () => {
  it('prints its checks, and the latest audit events', async () => {
    await shop.product()
    await create('audited@example.com')

    const { code, out } = await run('doctor', ['--audit', '1'])

    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines[0]).toMatch(/the shop {2}user\.created {2}user:[0-9a-f]{24} {2}- -> \{"role":"admin"\}$/)
    expect(lines.slice(1).map(line => line.slice(0, 4))).toEqual(Array(30).fill('ok  '))
    expect(out).not.toContain('audited@example.com')
  })

  it('finds stock that differs from its ledger, and a modified audit log', async () => {
    const { id } = await shop.product({ stock: 5 })
    await shop.db.updateTable('stock').set({ quantity: 7 }).where('product_id', '=', id).execute()
    await create('tampered@example.com')
    await sql`alter table audit_log disable trigger all`.execute(shop.db)
    await sql`update audit_log set action = 'nothing.happened'`.execute(shop.db)

    const { code, out } = await run('doctor', [])

    expect(code).toBe(1)
    expect(out).toContain(`BAD  Stock: variant ${id} has 7, its ledger says 5.`)
    expect(out).toContain('BAD  Audit log: entry 1 does not fit')
  })
})
