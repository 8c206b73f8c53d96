import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/src/app.ts'
import { connect, type Database } from '../server/src/database/database.ts'
import { startEmbeddedDatabase } from '../server/src/database/embedded/embedded.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { readEnv } from '../server/src/env.ts'
import { folderStore } from '../server/src/media/file-store.ts'
import { openGateway } from '../server/src/payments/open-gateway.ts'
import { insertManyProducts } from './many-products.ts'
import type { Result } from './open-shop.ts'
import { type Mix, searchMix } from './search-mix.ts'

const PRODUCTS = 100_000
const ROUNDS = 3

/** Searches among many products through the real app, one after the other, on a database of their own. */
export async function search(): Promise<Result[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mela-search-'))
  const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') })
  const connection = connect(database.url)
  try {
    await migrate(connection.db)
    const mix = await searchMix(connection, await insertManyProducts(connection, PRODUCTS))
    return await measure(connection.db, mix)
  } finally {
    await connection.close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(db: Database, mix: Mix[]): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mela-files-'))
  const env = readEnv({ LOG_LEVEL: 'error', DATA_DIR: folder })
  const payments = await openGateway(env, { port: 0 })
  const app = await buildApp({ db, env, files: await folderStore(folder), gateway: payments.gateway })
  await app.ready()

  const results: Result[] = []
  for (const { name, limit, kinds } of mix) {
    const all: number[] = []
    for (const [kind, addresses] of Object.entries(kinds)) {
      await times(app, addresses)
      const took = await times(app, Array(ROUNDS).fill(addresses).flat())
      const [median, p95] = [percentile(took, 50).toFixed(1), percentile(took, 95).toFixed(1)]
      process.stdout.write(`  ${name}, ${kind}: median ${median} ms, p95 ${p95} ms\n`)
      all.push(...took)
    }
    const p95 = percentile(all, 95)
    const title = `${name} at ${PRODUCTS.toLocaleString('en')} products, p95 of ${all.length}`
    results.push({ name: title, figure: `${p95.toFixed(1)} ms`, limit: `${limit} ms`, holds: p95 < limit })
  }

  await app.close()
  await payments.close()
  await rm(folder, { recursive: true, force: true })
  return results
}

/** Milliseconds of each request; throws unless it is answered. */
async function times(app: FastifyInstance, addresses: string[]): Promise<number[]> {
  const took: number[] = []
  for (const url of addresses) {
    const started = performance.now()
    const { statusCode } = await app.inject(url)
    took.push(performance.now() - started)
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  }
  return took
}

const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? 0
