import { optionsText, productPath, type Variant } from '@mela/contract'
import { type StoredProduct, storedProduct } from '../../lib/stored-product.ts'
import type { CartProduct } from './cart.store.ts'

export function inVariant(
  product: StoredProduct & Pick<CartProduct, 'weight' | 'slug'>,
  variant: Variant,
): CartProduct {
  const { _id, options, price, onSale, salePrice, stock, media } = variant
  return {
    ...storedProduct(product),
    ...{ price, onSale, salePrice, stock, thumbnail: media ?? product.thumbnail },
    isActive: product.isActive && variant.isActive,
    variant: { _id, options },
    weight: product.weight,
    slug: product.slug,
  }
}

/** 'Linen shirt, Size M · Indigo'. */
export function lineName({ name, variant }: CartProduct): string {
  return [name, variant && optionsText(variant.options)].filter(Boolean).join(', ')
}

/** The product's page, with its variant chosen if there is a choice. */
export function linePath(product: CartProduct): string {
  const { variant } = product
  return productPath(product, variant && Object.keys(variant.options).length > 0 ? variant._id : undefined)
}
