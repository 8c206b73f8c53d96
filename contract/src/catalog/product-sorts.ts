export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'rating'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export const PRODUCT_LIST_KEYS = [
  'category',
  'minPrice',
  'maxPrice',
  'onSale',
  'inStock',
  'rating',
  'sort',
  'plain',
] as const

/** What is read from a keyword; those in `plain` are searched as words instead. */
export const READ_KINDS = ['price', 'sale', 'sort', 'best', 'option'] as const
export type ReadKind = (typeof READ_KINDS)[number]
