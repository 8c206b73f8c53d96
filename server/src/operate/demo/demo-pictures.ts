import { availableParallelism } from 'node:os'
import type { FileStore } from '../../media/file-store.ts'
import type { StoredPicture } from '../../media/pictures.ts'
import { writePicture } from '../../media/render-pictures.ts'
import { type DemoCatalogue, readPicture } from './demo-catalogue.ts'

const REPORTED_EVERY = 12

export async function writeDemoPictures(
  files: FileStore,
  { products }: DemoCatalogue,
  report: (line: string) => void,
): Promise<Map<string, StoredPicture>> {
  const names = products.flatMap(product => product.pictures)
  const stored = new Map<string, StoredPicture>()
  const waiting = names.values()

  async function work() {
    for (const name of waiting) {
      stored.set(name, await writePicture(files, await readPicture(name)))
      if (stored.size % REPORTED_EVERY === 0) report(`Pictures ${stored.size} of ${names.length} …`)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return stored
}
