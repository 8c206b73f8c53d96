export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** The sale price counts only between 0 and the price. Any unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

export function savedPercent(product: Priced): number {
  return product.price > 0 ? (savedPerUnit(product) / product.price) * 100 : 0
}
