import type { Media, PageMeta, ProductCard } from '@mela/contract'
import { productPictures } from '../../../lib/product-pictures.ts'

export type CardPicture = Pick<Media, 'url' | 'hasAvif'>

/** The fields of a product card. */
export interface CardProduct
  extends Pick<ProductCard, '_id' | 'name' | 'price' | 'onSale' | 'salePrice' | 'stock' | 'isActive' | 'priceRange'> {
  category: { name: string }
  thumbnail: CardPicture | null
  gallery: CardPicture[]
  rating?: { average: number; count: number }
  /** Missing in a product that was stored before there were options. */
  options?: { values: CardValue[] }[]
}

export interface CardValue {
  name: string
  swatch?: string | undefined
}

export interface CardPage {
  data: CardProduct[]
  meta: PageMeta & { correction?: string | undefined; partial?: string | undefined }
}

/**
 * Lists are embedded in their page, so fields that no card shows are dropped: a card has two pictures, without names.
 */
export function cardPage({ data, meta }: { data: ProductCard[]; meta: CardPage['meta'] }): CardPage {
  const cards = known.get(data) ?? data.map(cardProduct)
  known.set(data, cards)
  return { data: cards, meta }
}

/** The server gets the same list for many pages until it changes, and keeps what it renders of the same cards. */
const known = new WeakMap<ProductCard[], CardProduct[]>()

function cardProduct(product: ProductCard): CardProduct {
  const [thumbnail = null, ...gallery] = productPictures(product).slice(0, 2).map(cardPicture)
  const options = product.options
    .map(option => ({ values: swatchesOf(option).slice(0, 4) }))
    .filter(({ values }) => values.length > 0)
  return { ...product, category: { name: product.category.name }, thumbnail, gallery, options }
}

/** The values that have a colour; a picture is not shown that small. */
export const swatchesOf = ({ values }: { values: CardValue[] }) =>
  values.filter(({ swatch }) => swatch?.startsWith('#'))

export const cardPicture = ({ url, hasAvif }: Media): CardPicture => ({ url, hasAvif })
