import { PICTURE_WIDTHS, type PictureWidth, pictureUrl } from '@mela/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import type { FileStore } from './file-store.ts'
import { boxOf } from './pictures.ts'

/** Visually equal to the WebP; more effort than 2 takes six times as long for a twentieth of the bytes. */
const SETTINGS = { quality: 55, effort: 2 }

/** Several processes may share the work. Until it is done the pages show WebP, which is larger but correct. */
export async function makeAvifs(db: Database, files: FileStore): Promise<void> {
  let made = 0
  while (await makeNext(db, files)) made++
  if (made > 0) await transact(db, async (_db, invalidate) => invalidate('catalog'))
}

/** False when none waits. The row stays locked during the work, so that a crash returns it. */
function makeNext(db: Database, files: FileStore): Promise<boolean> {
  return transact(db, async db => {
    const file = await takeWaiting(db)
    if (file === undefined) return false

    const isMade = await writeAvifs(files, file)
    const at = isMade ? sql`now()` : sql`'infinity'`
    await sql`update media set avif_at = ${at} where file = ${file} and avif_at is null`.execute(db)
    return true
  })
}

/** The lock is weaker than an update's: products may use the picture meanwhile. */
async function takeWaiting(db: Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ file: string }>`
    select file from media where avif_at is null order by id limit 1 for no key update skip locked`.execute(db)
  return rows[0]?.file
}

/** False when the picture is missing or cannot be encoded. */
async function writeAvifs(files: FileStore, file: string): Promise<boolean> {
  if (await files.has(avifOf(file, 1200))) return true
  for (const width of PICTURE_WIDTHS) {
    const bytes = await encode(files, file, width).catch(() => undefined)
    if (!bytes) return false
    await files.write(avifOf(file, width), bytes)
  }
  return true
}

const encode = async (files: FileStore, file: string, width: PictureWidth) =>
  sharp(await files.read(file))
    .resize(boxOf(width))
    .avif(SETTINGS)
    .toBuffer()

const avifOf = (file: string, width: PictureWidth) => pictureUrl(file, width, 'avif')
