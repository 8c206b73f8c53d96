import { basename } from 'node:path'
import { EMAIL_FORMATS, type Order, pictureUrl } from '@mela/contract'
import type { FileStore } from '../media/file-store.ts'
import type { PictureMaker } from '../media/pictures.ts'

export interface EmailPictures {
  files: FileStore
  maker: Pick<PictureMaker, 'makeEmailPicture'>
}

/** The format is made when an email first shows the picture; undefined when that fails. */
export async function emailPictureUrl({ files, maker }: EmailPictures, url: string): Promise<string | undefined> {
  for (const format of EMAIL_FORMATS) {
    const made = pictureUrl(url, 400, format)
    if (await files.has(basename(made))) return made
  }
  // An email that lacks a picture is better than none.
  const made = await maker.makeEmailPicture(basename(url)).catch(() => undefined)
  return made && url.replace(basename(url), made.file)
}

export async function withEmailPictures(pictures: EmailPictures, order: Order): Promise<Order> {
  const products: Order['products'] = []
  for (const line of order.products) {
    const { thumbnail } = line.product
    const url = thumbnail && (await emailPictureUrl(pictures, thumbnail.url))
    products.push({ ...line, product: { ...line.product, thumbnail: thumbnail && url ? { ...thumbnail, url } : null } })
  }
  return { ...order, products }
}
