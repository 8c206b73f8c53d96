import type { Database } from '../database/database.ts'

/** Whether pictures wait for their AVIF. A file of its own, because the server must not load the decoder. */
export async function hasWaitingPictures(db: Database): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('avif_at', 'is', null).limit(1).executeTakeFirst()
  return row !== undefined
}
