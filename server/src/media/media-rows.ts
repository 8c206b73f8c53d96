import type { Media } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

export const MEDIA_PATH = '/media'

export const mediaFields = [
  'media.id as _id',
  'media.name',
  'media.alt',
  'media.width',
  'media.height',
  sql<string>`${sql.lit(`${MEDIA_PATH}/`)} || media.file`.as('url'),
  // 'infinity' means never: it cannot be encoded.
  sql<boolean>`coalesce(isfinite(media.avif_at), false)`.as('hasAvif'),
] as const

export async function findMedia(db: Database, id: string): Promise<Media | undefined> {
  return db.selectFrom('media').select(mediaFields).where('id', '=', id).executeTakeFirst()
}
