interface WithPictures<Picture> {
  thumbnail: Picture | null
  gallery: readonly Picture[]
}

/** The thumbnail first, then the gallery, every picture once. */
export function productPictures<Picture extends { url: string }>(product: WithPictures<Picture>): Picture[] {
  const { thumbnail, gallery } = product
  const all = thumbnail ? [thumbnail, ...gallery] : gallery
  return [...new Map(all.map(picture => [picture.url, picture])).values()]
}

/** The view-transition name of a product's picture. */
export const pictureName = (productId: string) => `product-${productId}`
