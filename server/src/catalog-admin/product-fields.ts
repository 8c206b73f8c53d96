import type { Product, ProductInput } from '@mela/contract'

/** The fields of a product that an admin can change. */
export type Fields = Omit<ProductInput, 'thumbnail'> & { thumbnail: string | null }

/** Marks the audit event of an undo with the history entry that it undid. */
export const UNDOES = 'undoes'

type Editable = Omit<Product, 'reviews' | 'rating'>

export function fieldsOf({ category, thumbnail, gallery, ...product }: Editable): Fields {
  return {
    name: product.name,
    description: product.description,
    price: product.price,
    onSale: product.onSale,
    salePrice: product.salePrice,
    stock: product.stock,
    isActive: product.isActive,
    category: category._id,
    thumbnail: thumbnail?._id ?? null,
    gallery: gallery.map(({ _id }) => _id),
  }
}

/** The fields that differ, before and after. */
export function whatChanged(before: Fields, after: Fields): { before: Partial<Fields>; after: Partial<Fields> } {
  const changed = differences(before, after)
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, before[key as keyof Fields]])),
    after: Object.fromEntries(changed),
  }
}

/** The entries of `after` that differ from `before`. */
export const differences = (before: Fields, after: Partial<Fields>): [string, unknown][] =>
  Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Fields]))
