/** Highest price of one unit, in dollars (B4). */
export const LOWEST_PRICE = 0.01
export const HIGHEST_PRICE = 10_000_000
export const HIGHEST_STOCK = 1_000_000

/** Defaults of a product's missing fields (T312, B9); effectivePrice makes the sale price harmless. */
export const PRODUCT_DEFAULTS = { isActive: false, onSale: true } as const

/** The fields that say what there is to choose between; spreadsheets have no columns for them. */
export const VARIANT_LABELS = { options: 'Options', variants: 'Variants' } as const

/** Labels of product fields in forms, tables and logs, in the order of the form. */
export const PRODUCT_LABELS = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  onSale: 'On sale',
  salePrice: 'Sale price',
  stock: 'Stock',
  isActive: 'Active',
  category: 'Category',
  thumbnail: 'Thumbnail',
  gallery: 'Gallery',
} as const
