import type { Media } from '@mela/contract'
import type { Database } from '../database/database.ts'
import type { FileStore } from './file-store.ts'
import { insertMedia } from './media.repository.ts'
import { writePicture } from './pictures.ts'

interface NewPicture {
  bytes: Buffer
  name: string
  alt: string
}

/** Takes a picture into the library. Its files are stored first: a row never points at nothing. */
export async function storePicture(db: Database, files: FileStore, { bytes, ...named }: NewPicture): Promise<Media> {
  return insertMedia(db, { ...(await writePicture(files, bytes)), ...named })
}
