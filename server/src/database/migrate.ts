import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the tables up to date: numbered SQL files, forward only, safe when several instances start at once. */
export async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  if (error) throw error
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
