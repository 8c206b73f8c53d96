import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/src/app.ts'
import { type Connection, connect, type Database } from '../server/src/database/database.ts'
import { startEmbeddedDatabase } from '../server/src/database/embedded/embedded.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { readEnv } from '../server/src/env.ts'
import { folderStore } from '../server/src/media/file-store.ts'
import { openGateway } from '../server/src/payments/open-gateway.ts'
import type { Result } from './open-shop.ts'

const ROUNDS = 3

/** Addresses of one call by the kind of request; `limit` in milliseconds is for the p95 of all of them. */
export interface Mix {
  name: string
  limit: number
  kinds: Record<string, string[]>
}

/** A database of its own, with whatever `work` puts into it; gone afterwards. */
export async function withEmptyShop(work: (connection: Connection) => Promise<Result[]>): Promise<Result[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mela-many-'))
  const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') })
  const connection = connect(database.url)
  try {
    await migrate(connection.db)
    return await work(connection)
  } finally {
    await connection.close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Asks the real app for every address, one after the other; `enter` gives the headers of somebody signed in. */
export async function timeCalls(
  db: Database,
  mix: Mix[],
  enter: (app: FastifyInstance) => Promise<Record<string, string>> = async () => ({}),
): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mela-files-'))
  const env = readEnv({ LOG_LEVEL: 'error', DATA_DIR: folder })
  const payments = await openGateway(env, { port: 0 })
  const app = await buildApp({ db, env, files: await folderStore(folder), gateway: payments.gateway })
  await app.ready()
  const headers = await enter(app)

  const results: Result[] = []
  for (const { name, limit, kinds } of mix) {
    const all: number[] = []
    for (const [kind, addresses] of Object.entries(kinds)) {
      await times(app, addresses, headers)
      const took = await times(app, Array(ROUNDS).fill(addresses).flat(), headers)
      const [median, p95] = [percentile(took, 50).toFixed(1), percentile(took, 95).toFixed(1)]
      process.stdout.write(`  ${name}, ${kind}: median ${median} ms, p95 ${p95} ms\n`)
      all.push(...took)
    }
    const p95 = percentile(all, 95)
    results.push({
      name: `${name}, p95 of ${all.length}`,
      figure: `${p95.toFixed(1)} ms`,
      limit: `${limit} ms`,
      holds: p95 < limit,
    })
  }

  await app.close()
  await payments.close()
  await rm(folder, { recursive: true, force: true })
  return results
}

/** Milliseconds of each request; throws unless it is answered. */
async function times(app: FastifyInstance, addresses: string[], headers: Record<string, string>): Promise<number[]> {
  const took: number[] = []
  for (const url of addresses) {
    const started = performance.now()
    const { statusCode, body } = await app.inject({ url, headers })
    took.push(performance.now() - started)
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body.slice(0, 200)}`)
  }
  return took
}

const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? 0
