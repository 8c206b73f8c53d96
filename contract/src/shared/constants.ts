/** The path prefix of every call. */
export const API_BASE = '/api'

/** Of the addresses that closed accounts have; no account can be opened there. */
export const UNREACHABLE_DOMAIN = 'deleted.invalid'

/** The business constants (T400); amounts in cents. */
export const CURRENCY = { code: 'USD', symbol: '$' } as const
export const FREE_SHIPPING_ABOVE_CENTS = 500_000
export const SHIPPING_CENTS = 8_000
export const TAX_PERCENT = 18

/** What one piece may cost, in dollars (B4). */
export const LOWEST_PRICE = 0.01
export const HIGHEST_PRICE = 10_000_000
export const HIGHEST_STOCK = 1_000_000

export const PAGE_SIZES = [8, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 8
export const PUBLIC_PAGE_CAP = 100
export const STAFF_PAGE_CAP = 1000

/** Whose midnight begins a day of the shop. */
export const SHOP_TIME_ZONE = 'Asia/Kolkata'

/** How staff may order their lists of orders and of payments: a column, backwards with a dash. */
export const ORDER_SORTS = ['-created', 'created', '-total', 'total', '-status', 'status'] as const
export const PAYMENT_SORTS = ['-created', 'created', '-amount', 'amount'] as const

/** How a list of products may be ordered; without a keyword relevance means newest. */
export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'rating'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
/** The keys, in a call and in a page's address, that narrow and order a list of products. */
export const SHELF_KEYS = ['category', 'minPrice', 'maxPrice', 'onSale', 'inStock', 'rating', 'sort'] as const

/** A keyword finds so many rows of a list at the most: nobody pages beyond, and counting on is what would make search slow. */
export const MOST_FOUND = 10_000

export const LOW_STOCK = 10
export const RECENTLY_VIEWED_MAX = 8
export const RECENTLY_VIEWED_DELAY_MS = 1000
export const REVIEWS_SHOWN = 50
export const RECOMMENDED_COUNT = 8
export const RATING_STARS = 5

export const TOAST_MS = 5000
export const CATEGORY_STALE_MS = 5000
export const CACHE_RETENTION_MS = 60_000

export const DEFAULT_COUNTRY_CODE = '91'
export const DEFAULT_COUNTRY = 'India'
export const ADDRESSES_PER_USER = 20

/** Stands on calls that a browser makes by itself, such as those that news cause: they are no use of the session. */
export const UNATTENDED_HEADER = 'x-unattended'

/** How long an account can be given back after what was done to it without its password (B66, B67). */
export const UNDO_DAYS = 7

/** How long a paid order of a deleted account keeps name, contact and street: as long as Indian tax law wants it (B67). */
export const ORDER_RETENTION_YEARS = 8

/** What an upload may be (B88); what a file really is, its content tells. */
export const UPLOAD_MEGABYTES = 5
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** How many pixels a customer's own picture may have, in millions. */
export const AVATAR_MEGAPIXELS = 16

/** What a table of products for the import may be. */
export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000

/** What a product is when the caller leaves the field out (T312, B9); effectivePrice makes it harmless. */
export const PRODUCT_DEFAULTS = { isActive: false, onSale: true } as const

/** What staff's forms, tables and logs call the fields of a product, in the order of the form. */
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

/** Stands beside the session cookie and, unlike it, can be seen by scripts: it says that asking who is there is worth it. */
export const SIGNED_IN_COOKIE = 'mela_signed_in'

/** Retries of one checkout carry the same key and get the same order (B21). */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
