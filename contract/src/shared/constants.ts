/** The path prefix of every call. */
export const API_BASE = '/api'

/** Domain of the addresses of closed accounts; it cannot be registered. */
export const UNREACHABLE_DOMAIN = 'deleted.invalid'

/** The business constants (T400); amounts in cents. */
export const CURRENCY = { code: 'USD', symbol: '$' } as const
export const FREE_SHIPPING_ABOVE_CENTS = 500_000
export const SHIPPING_CENTS = 8_000
export const TAX_PERCENT = 18

/** Highest price of one unit, in dollars (B4). */
export const LOWEST_PRICE = 0.01
export const HIGHEST_PRICE = 10_000_000
export const HIGHEST_STOCK = 1_000_000

export const PAGE_SIZES = [8, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 8
export const PUBLIC_PAGE_CAP = 100
export const STAFF_PAGE_CAP = 1000

/** The time zone in which the shop's days begin. */
export const SHOP_TIME_ZONE = 'Asia/Kolkata'

/** Orders of staff's lists of orders and payments: a column; a dash means descending. */
export const ORDER_SORTS = ['-created', 'created', '-total', 'total', '-status', 'status'] as const
export const PAYMENT_SORTS = ['-created', 'created', '-amount', 'amount'] as const

/** Orders of a list of products; without a keyword relevance means newest. */
export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'rating'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
/** Query keys that filter and sort a list of products, in calls and page addresses. */
export const PRODUCT_LIST_KEYS = ['category', 'minPrice', 'maxPrice', 'onSale', 'inStock', 'rating', 'sort'] as const

/** Most rows that a keyword finds: counting further would make search slow. */
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

/** Header of calls that the browser makes on its own, such as live updates: they do not extend the session. */
export const UNATTENDED_HEADER = 'x-unattended'

/** How long a change or deletion of an account without its password can be undone (B66, B67). */
export const UNDO_DAYS = 7

/**
 * How long a paid order of a deleted account keeps name, contact and street: as long as Indian tax law requires (B67).
 */
export const ORDER_RETENTION_YEARS = 8

/** Limits of an upload (B88); its type is read from its content. */
export const UPLOAD_MEGABYTES = 5
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Most pixels of an avatar, in millions. */
export const AVATAR_MEGAPIXELS = 16

/** Limits of a CSV file for the import. */
export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000

/** Defaults of a product's missing fields (T312, B9); effectivePrice makes the sale price harmless. */
export const PRODUCT_DEFAULTS = { isActive: false, onSale: true } as const

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

/** A readable cookie beside the session's: it tells scripts that asking for the current user is worthwhile. */
export const SIGNED_IN_COOKIE = 'mela_signed_in'

/** Retries of one checkout send the same key and get the same order (B21). */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
