import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../platform/database/ids.ts'

/** A name is a content hash or random, so a file is written once and never changes. */
export interface FileStore {
  has(file: string): Promise<boolean>
  read(file: string): Promise<Buffer>
  write(file: string, bytes: Buffer): Promise<void>
  remove(file: string): Promise<void>
  /** The folder that a web server may read, if any. */
  readonly folder: string
}

export async function folderStore(folder: string, { writeDraft = writeFile } = {}): Promise<FileStore> {
  await mkdir(folder, { recursive: true })
  return {
    folder,
    has: async file => existsSync(join(folder, file)),
    read: file => readFile(join(folder, file)),
    // Renamed into place, so that no reader sees a partial picture, and removed when the disk is full.
    async write(file, bytes) {
      const draft = join(folder, `.${newId()}`)
      try {
        await writeDraft(draft, bytes)
        await rename(draft, join(folder, file))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    remove: file => rm(join(folder, file), { force: true }),
  }
}
