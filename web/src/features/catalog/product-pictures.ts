import type { Media, ProductCard } from '@mela/contract'

/** The thumbnail first, then the gallery, every picture once (DECISIONS B90). */
export function productPictures({ thumbnail, gallery }: Pick<ProductCard, 'thumbnail' | 'gallery'>): Media[] {
  const all = thumbnail ? [thumbnail, ...gallery] : gallery
  return [...new Map(all.map(picture => [picture._id, picture])).values()]
}
