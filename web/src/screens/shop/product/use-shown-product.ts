import { effectivePrice, type Product, savedPerUnit, type Variant } from '@mela/contract'
import type { CartProduct } from '../../../shared/cart/cart.store.ts'
import { inVariant } from '../../../shared/cart/cart-product.ts'
import { type ProductChoice, useChoice } from './choice.ts'

/** What a product's page shows and sells for the present choice. */
export interface ShownProduct {
  choice: ProductChoice
  /** The chosen variant; the cheapest possible one at the highest possible stock while it is not chosen. */
  product: CartProduct
  /** Whether the possible variants differ in price. */
  isFrom: boolean
  /** Whether any variant is reduced: the place for the savings is then reserved for all choices. */
  hasSavings: boolean
  /** Units in stock; before a variant is chosen, the most that a possible one has. */
  stock: number
  isBeforeChoice: boolean
  /** Whether a value of each option is chosen and no variant has all of them. */
  isImpossible: boolean
  /** URL of the picture that all possible variants share. */
  picture: string | undefined
}

export function useShownProduct(product: Product): ShownProduct {
  const choice = useChoice(product)
  const { options, variants, variant, missing } = choice
  const isImpossible = variant === undefined && missing === undefined && options.length > 0
  const possible = choice.possible.length > 0 ? choice.possible : variants
  const [cheapest] = possible.toSorted((a, b) => effectivePrice(a) - effectivePrice(b))
  const stock = isImpossible ? 0 : Math.max(0, ...possible.map(one => one.stock))
  return {
    choice,
    product: cheapest
      ? { ...inVariant(product, variant ?? cheapest), ...(!variant && { stock, variant: null }) }
      : { ...product, stock: 0, variant: null },
    isFrom: !variant && new Set(possible.map(effectivePrice)).size > 1,
    hasSavings: options.length > 0 && variants.some(one => savedPerUnit(one) > 0),
    stock,
    isBeforeChoice: missing !== undefined,
    isImpossible,
    picture: pictureOf(choice.possible),
  }
}

function pictureOf(possible: Variant[]): string | undefined {
  const [first, ...others] = new Set(possible.map(({ media }) => media?.url))
  return others.length === 0 ? first : undefined
}
