import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../platform/database/ids.ts'

export type FileStore = Awaited<ReturnType<typeof folderStore>>

/** A name is a content hash or random, so a file is written once and never changes. */
export async function folderStore(folder: string, { writeDraft = writeFile } = {}) {
  await mkdir(folder, { recursive: true })
  return {
    folder,
    has: async (file: string) => existsSync(join(folder, file)),
    read: (file: string) => readFile(join(folder, file)),
    // Renamed into place, so that no reader sees a partial picture, and removed when the disk is full.
    async write(file: string, bytes: Buffer): Promise<void> {
      const draft = join(folder, `.${newId()}`)
      try {
        await writeDraft(draft, bytes)
        await rename(draft, join(folder, file))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    remove: (file: string) => rm(join(folder, file), { force: true }),
  }
}
