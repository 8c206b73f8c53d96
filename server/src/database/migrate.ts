import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Runs numbered SQL files, forward only; safe when several instances start at once. Throws on a database from before
 * the baseline.
 */
export async function migrate(db: Database): Promise<void> {
  await refuseOlderEdition(db)
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  if (error) throw error
}

async function refuseOlderEdition(db: Database): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('kysely_migration') is not null as has`.execute(db)
  if (!rows[0]?.has) return
  const { rows: older } = await sql`select from kysely_migration where name = '0001_people'`.execute(db)
  if (older.length === 0) return
  throw new Error(
    'This data was written by an unreleased edition of Mela and cannot be taken over. Start with an empty folder: ' +
      'DATA_DIR=./data2 npm start, or an empty database.',
  )
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map(file => [
      file.replace('.sql', ''),
      { up: async db => void (await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db)) },
    ]),
  )
}
