import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../server/src/operate/queues.ts'
import { type Connection, connect } from '../../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/database/embedded/embedded.ts'
import { insertManyProducts } from '../fixtures/many-products.ts'
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

async function filled(connection: Connection, known: string): Promise<string[]> {
  if (existsSync(known)) return JSON.parse(await readFile(known, 'utf8'))
  await prepareDatabase(connection.db)
  const { words } = await insertManyProducts(connection, FIRST)
  process.stdout.write('  100,000 products are there\n')
  await multiplyProducts(connection, TIMES)
  process.stdout.write('  1,000,000 products are there\n')
  await writeFile(known, JSON.stringify(words))
  return words
}

/** The copied tables, each with the columns that hold the id of a product or a variant. */
const TABLES = {
  products: ['id'],
  variants: ['id', 'product_id'],
  stock: ['variant_id', 'product_id'],
  product_index: ['product_id'],
}

/** Copies every product until there are `times` as many. A copy takes a hundredth of the time of a new product. */
async function multiplyProducts({ pool }: Connection, times: number): Promise<void> {
  const client = await pool.connect()
  // Triggers and foreign keys are off: the rows that triggers would write are copied too.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [Object.keys(TABLES)],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const [table, ids] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const names = rows.map(({ name }) => name)
    const copyOf = (name: string) => (name === 'slug' ? `slug || '-' || n` : name)
    const values = names.map(name => (ids.includes(name) ? `left(md5(${name} || n), 24)` : copyOf(name)))
    await client.query(
      `insert into ${table} (${names}) select ${values} from ${table}, generate_series(1, ${times - 1}) as n`,
    )
  }
  for (const { definition } of indexes) await client.query(definition)
  await client.query('reset all')
  client.release()
  await pool.query('vacuum analyze')
}
