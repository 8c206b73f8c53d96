import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../database/ids.ts'

/** Where pictures live. A name is a hash of what is inside, or drawn at random, so a file is written once and never changes. */
export interface FileStore {
  has(file: string): Promise<boolean>
  read(file: string): Promise<Buffer>
  write(file: string, bytes: Buffer): Promise<void>
  remove(file: string): Promise<void>
  /** The folder that the web server may read, when there is one. */
  readonly folder: string
}

export async function folderStore(folder: string, { writeDraft = writeFile } = {}): Promise<FileStore> {
  await mkdir(folder, { recursive: true })
  return {
    folder,
    has: file =>
      access(join(folder, file)).then(
        () => true,
        () => false,
      ),
    read: file => readFile(join(folder, file)),
    // Renamed into place, so that nobody ever reads half a picture, and removed when the disk is full.
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
