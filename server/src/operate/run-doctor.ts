import { parseArgs } from 'node:util'
import { listAuditEntries } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { checkReplica, checkScheduledRuns, checkSecrets, checkShopAccounts, examine } from './checks.ts'
import { nameVersions } from './versions.ts'
import { OperatorError, say, withShop } from './with-shop.ts'

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
