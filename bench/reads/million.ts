import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../server/src/operate/queues.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/database/embedded/embedded.ts'
import { insertManyProducts } from '../fixtures/many-products.ts'
import { multiplyProducts } from '../fixtures/multiply-products.ts'
import type { Result } from '../fixtures/open-shop.ts'
import { searchMix } from '../fixtures/search-mix.ts'
import { timeCalls } from '../fixtures/time-calls.ts'

const [FIRST, TIMES] = [100_000, 10]
/** Allowed time among a million products, as a multiple of that among 100,000. */
const FACTOR = 1.5

/**
 * Measures the searches of `npm run bench -- search` among ten times as many products. Filling the database takes
 * minutes and 6 GB: with BENCH_MILLION_DIR it stays in that folder for the next run.
 */
export async function million(): Promise<Result[]> {
  const given = process.env.BENCH_MILLION_DIR
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'mela-million-')))
  const database = await startEmbeddedDatabase({ dataDir: folder, fsync: false })
  const connection = connect(database.url)
  try {
    const words = await filled(connection, join(folder, 'words.json'))
    const mix = await searchMix(connection, { words, products: FIRST * TIMES, factor: FACTOR })
    return await timeCalls(connection.db, mix)
  } finally {
    await connection.close()
    await database.stop()
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function filled(connection: ReturnType<typeof connect>, known: string): Promise<string[]> {
  if (existsSync(known)) return JSON.parse(await readFile(known, 'utf8'))
  await prepareDatabase(connection.db)
  const { words } = await insertManyProducts(connection, FIRST)
  process.stdout.write('  100,000 products are there\n')
  await multiplyProducts(connection, TIMES)
  process.stdout.write('  1,000,000 products are there\n')
  await writeFile(known, JSON.stringify(words))
  return words
}
