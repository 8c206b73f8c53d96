import type { KeywordReading, Media, PageLink, PageMeta, ProductCard } from '@mela/contract'
import { productPictures } from '../../lib/stored-product.ts'

export type CardPicture = Pick<Media, 'url' | 'hasAvif'>

/** The fields of a product card. */
export interface CardProduct
  extends Pick<ProductCard, '_id' | 'name' | 'price' | 'onSale' | 'salePrice' | 'stock' | 'isActive' | 'priceRange'> {
  /** Missing in a product that was stored before there were slugs. */
  slug?: string
  category: { name: string }
  thumbnail: CardPicture | null
  gallery: CardPicture[]
  rating?: { average: number; count: number }
  /** Missing in a product that was stored before there were options. */
  options?: { values: CardValue[] }[]
}

interface CardValue {
  name: string
  swatch?: string | undefined
}

export interface CardPage {
  data: CardProduct[]
  meta: PageMeta & {
    correction?: string | undefined
    partial?: string | undefined
    mentioned?: boolean | undefined
    reading?: KeywordReading | undefined
    pages?: PageLink[] | undefined
  }
}

/**
 * Drops fields that no card shows, because lists are embedded in their page: a card has two pictures, without names.
 */
export function cardPage({ data, meta }: { data: ProductCard[]; meta: CardPage['meta'] }): CardPage {
  const cards = known.get(data) ?? data.map(cardProduct)
  known.set(data, cards)
  return { data: cards, meta }
}

/** The cards by list: for the same list the server gets the same cards, whose markup it reuses. */
const known = new WeakMap<ProductCard[], CardProduct[]>()

function cardProduct(product: ProductCard): CardProduct {
  const [thumbnail = null, ...gallery] = productPictures(product).slice(0, 2).map(cardPicture)
  const options = product.options
    .map(option => ({ values: swatchesOf(option).slice(0, 4) }))
    .filter(({ values }) => values.length > 0)
  return { ...product, category: { name: product.category.name }, thumbnail, gallery, options }
}

/** The values with a colour as swatch; a picture would be too small to recognise. */
export const swatchesOf = ({ values }: { values: CardValue[] }) =>
  values.filter(({ swatch }) => swatch?.startsWith('#'))

export const cardPicture = ({ url, hasAvif }: Media): CardPicture => ({ url, hasAvif })
