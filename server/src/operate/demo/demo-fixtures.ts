import { PICTURE_WIDTHS } from '@mela/contract'
import type { startShop } from '../../../test/shop.ts'
import type { FileStore } from '../../media/file-store.ts'
import type { StoredPicture } from '../../media/pictures.ts'
import { seedDemo } from './demo.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'

/** Seeds the demo without decoding its pictures: their files are empty. */
export function seedWithEmptyPictures(shop: ReturnType<typeof startShop>) {
  return seedDemo(shop.db, shop.app.files, shop.app.env, () => {}, writeEmptyPictures)
}

async function writeEmptyPictures(files: FileStore, { products }: DemoCatalogue): Promise<Map<string, StoredPicture>> {
  const stored = new Map<string, StoredPicture>()
  for (const name of products.flatMap(({ pictures }) => pictures)) {
    const hash = String(stored.size).padStart(32, '0')
    for (const width of PICTURE_WIDTHS) await files.write(`${hash}-${width}.webp`, Buffer.alloc(0))
    stored.set(name, { file: `${hash}-1200.webp`, width: 1200, height: 1500 })
  }
  return stored
}
