export const API_BASE = '/api'

export const CURRENCY = { code: 'USD', symbol: '$' } as const
export const FREE_SHIPPING_ABOVE_CENTS = 500_000
export const SHIPPING_CENTS = 8_000
export const TAX_PERCENT = 18

export const KEYWORD_LENGTH = 100

export const PAGE_SIZES = [8, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 8
export const PUBLIC_PAGE_CAP = 100
export const STAFF_PAGE_CAP = 1000

export const SHOP_TIME_ZONE = 'Asia/Kolkata'

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

export const ADDRESSES_PER_USER = 20

/** Header of calls that the browser makes on its own, such as live updates: they do not extend the session. */
export const UNATTENDED_HEADER = 'x-unattended'

/** A change or deletion of an account that lacked the password can be undone so long. */
export const UNDO_DAYS = 7

/** Indian tax law requires paid and invoiced orders to keep name, contact and street so long. */
export const ORDER_RETENTION_YEARS = 8

/** A readable cookie beside the session's: it tells scripts that asking for the current user is worthwhile. */
export const SIGNED_IN_COOKIE = 'mela_signed_in'

/** Retries of one checkout send the same key and get the same order. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

export const IDEMPOTENCY_HOURS = 24

/** Characters of what is written with an order: for the shop, and for the parcel. */
export const MOST_NOTE = 500
export const MOST_GIFT_TEXT = 300

export const SHARED_CART_DAYS = 30

export const LINK = /https?:|\bwww\.|\.\p{L}{2,}\//iu
export const NO_LINK =
  'The message goes into an email of the shop, so it cannot have a link. Please leave the link out.'

/** What an email is; a first view checks it without a schema. */
export const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
