import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

const BASELINE = '0001_baseline'

/** Several instances may start at once. Throws on a database from before the baseline. */
export async function migrate(db: Database): Promise<void> {
  await refuseOlderEdition(db)
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  if (error) throw error
}

/** The table of migrations knows their names only, so the baseline has a checksum of its own. */
async function refuseOlderEdition(db: Database): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('kysely_migration') is not null as has`.execute(db)
  if (!rows[0]?.has) return
  const { rows: ran } = await sql<{ baseline: string | null }>`
    select obj_description('kysely_migration'::regclass) as baseline from kysely_migration limit 1`.execute(db)
  const checksum = checksumOf(await readMigration(BASELINE))
  if (ran.every(({ baseline }) => baseline === checksum)) return
  throw new Error(
    'This data was written by an unreleased edition of Mela and cannot be taken over. Start with an empty folder: ' +
      'DATA_DIR=./data2 npm start, or an empty database.',
  )
}

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')
const readMigration = (name: string) => readFile(new URL(`${name}.sql`, folder), 'utf8')

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter(file => file.endsWith('.sql')).map(file => file.replace('.sql', ''))
  return Object.fromEntries(names.map(name => [name, { up: async db => run(db, name) }]))
}

async function run(db: QueryExecutorProvider, name: string): Promise<void> {
  const text = await readMigration(name)
  await sql.raw(text).execute(db)
  if (name === BASELINE) await sql`comment on table kysely_migration is ${sql.lit(checksumOf(text))}`.execute(db)
}
