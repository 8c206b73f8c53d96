import type {
  AdjustmentKind,
  DisputeState,
  FieldChange,
  InvoiceKind,
  Media,
  OrderStatus,
  PaymentGatewayName,
  PaymentMode,
  PaymentStatus,
  ProductImport,
  ProductOption,
  ReviewState,
  Role,
  RowKind,
  ShippingAddress,
  ShopSettings,
} from '@mela/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface Users {
  id: string
  first_name: string
  last_name: string
  email: string
  password_hash: string
  role: Generated<Role>
  is_active: Generated<boolean>
  avatar_url: string | null
  email_confirmed_at: Date | null
  /** Since when the mailbox is unchanged. */
  email_since: Generated<Date>
  created_at: CreatedAt
  deleted_at: Date | null
}

interface UserTokens {
  token_hash: Buffer
  user_id: string
  purpose: 'password-reset' | 'confirm-email' | 'restore-email' | 'reopen-account'
  email: string
  email_id: string
  created_at: CreatedAt
  expires_at: Date
}

interface EmailChanges {
  id: GeneratedAlways<number>
  user_id: string
  email: string
  was_confirmed: Generated<boolean>
  expires_at: Date
}

interface ClosedAccounts {
  user_id: string
  first_name: string
  last_name: string
  email: string
  password_hash: string
  avatar_url: string | null
  was_confirmed: Generated<boolean>
  erase_at: Date
}

interface Sessions {
  id: string
  token_hash: Buffer
  user_id: string
  user_agent: Generated<string>
  created_at: CreatedAt
  last_used_at: Generated<Date>
  /** Set by a trigger from the role of the user. */
  expires_at: Generated<Date>
}

interface Attempts {
  key: Buffer
  count: Generated<number>
  since: Generated<Date>
  lasts: string
}

interface WithheldEmails {
  day: Generated<Date>
  kind: string
  count: Generated<number>
}

interface KnownDevices {
  token_hash: Buffer
  user_id: string
  created_at: CreatedAt
  last_used_at: Generated<Date>
}

interface TwoFactor {
  user_id: string
  secret: string
  confirmed_at: Date | null
  last_step: Generated<number>
  was_confirmed: Generated<boolean>
}

interface PendingEmails {
  user_id: string
  email: string
  expires_at: Date
}

interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
}

interface Addresses {
  id: string
  user_id: string
  first_name: string
  last_name: string
  country_code: string
  phone_number: string
  building: string
  street: string
  city: string
  state: string
  pin_code: string
  country: string
}

interface Categories {
  id: string
  name: string
  slug: string
  description: Generated<string>
  picture_id: string | null
  hides_while_empty: Generated<boolean>
  version: Generated<number>
  position: Generated<number>
  parent_id: string | null
  is_child: GeneratedAlways<boolean>
  parent_is_child: GeneratedAlways<boolean>
  is_hidden: Generated<boolean>
  seo_title: Generated<string>
  seo_description: Generated<string>
  number: GeneratedAlways<number>
}

interface Collections {
  id: string
  name: string
  slug: string
  description: Generated<string>
  max_price_cents: number | null
  new_days: number | null
  tag: string | null
  on_sale: Generated<boolean>
  is_hidden: Generated<boolean>
  seo_title: Generated<string>
  seo_description: Generated<string>
  version: Generated<number>
}

interface Pages {
  id: string
  slug: string
  title: string
  body: string
  seo_title: Generated<string>
  seo_description: Generated<string>
  is_published: Generated<boolean>
  version: Generated<number>
  updated_at: Generated<Date>
}

interface MovedPages {
  slug: string
  page_id: string
}

interface MovedCategories {
  slug: string
  category_id: string
}

interface MediaFiles {
  id: string
  name: string
  file: string
  alt: Generated<string>
  width: number
  height: number
  /** Null while it waits; 'infinity' when it gets none. */
  avif_at: Date | null
  created_at: CreatedAt
}

interface Products {
  id: string
  name: string
  description: string
  price_cents: number
  on_sale: boolean
  sale_price_cents: Generated<number>
  is_active: boolean
  category_id: string
  thumbnail_id: string | null
  version: Generated<number>
  created_at: CreatedAt
  updated_at: GeneratedAlways<Date>
  deleted_at: Date | null
  is_discounted: GeneratedAlways<boolean>
  rating_points: Generated<number>
  rating_count: Generated<number>
  rating_average: GeneratedAlways<number>
  options: JSONColumnType<ProductOption[], string | undefined, string>
  weight_grams: number | null
  size_guide: string | null
  tags: string | null
  vendor: string | null
  seo_title: string | null
  seo_description: string | null
  slug: string
}

interface ProductSlugs {
  slug: string
  product_id: string
}

/** Triggers insert the first variant of a product, and the stock of each variant (ADR 0038). */
interface Variants {
  id: string
  product_id: string
  position: number
  option_values: Generated<string[]>
  sku: string | null
  barcode: string | null
  /** Null for the product's price; `on_sale` and `sale_price_cents` likewise. */
  price_cents: number | null
  on_sale: boolean | null
  sale_price_cents: number | null
  picture_id: string | null
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: CreatedAt
  deleted_at: Date | null
}

/** Written by triggers, except for the terms. */
interface ProductIndex {
  product_id: GeneratedAlways<string>
  category_number: GeneratedAlways<number>
  facet: GeneratedAlways<number>
  price_cents: GeneratedAlways<number>
  rating_average: GeneratedAlways<number>
  is_active: GeneratedAlways<boolean>
  is_discounted: GeneratedAlways<boolean>
  saved_percent: GeneratedAlways<number>
  in_stock: GeneratedAlways<boolean>
  is_low: GeneratedAlways<boolean>
  offered_set: GeneratedAlways<number | null>
  stocked_set: GeneratedAlways<number | null>
  terms: number[] | null
}

interface OptionSets {
  id: GeneratedAlways<number>
  variants: ColumnType<Record<string, string>[], never, never>
  spelled: ColumnType<Record<string, string>[], never, never>
}

interface SearchTerms {
  word: string
}

interface ProductGallery {
  product_id: string
  position: number
  media_id: string
}

interface Stock {
  variant_id: GeneratedAlways<string>
  product_id: GeneratedAlways<string>
  quantity: number
}

interface StockLedger {
  id: GeneratedAlways<number>
  variant_id: string
  product_id: string
  delta: number
  reason: 'opening' | 'edit' | 'order' | 'release'
  order_id: string | null
  actor_id: string | null
  created_at: CreatedAt
}

interface Reviews {
  id: string
  product_id: string
  user_id: string
  title: string
  rating: number
  comment: string
  created_at: CreatedAt
  state: Generated<ReviewState>
  hidden_reason: string | null
  reply: string | null
  replied_at: Date | null
  reply_is_held: Generated<boolean>
  version: Generated<number>
}

interface WithdrawnReviews {
  product_id: string
  user_id: string
}

interface Orders {
  id: string
  user_id: string
  /** Of the owner's series of order numbers. */
  number_prefix: Generated<string | null>
  number: Generated<number | null>
  status: Generated<OrderStatus>
  sub_total_cents: number
  saved_cents: number
  shipping_cents: number
  tax_cents: number
  total_cents: number
  currency: string
  tax_included: Generated<boolean>
  tax_percent: Generated<number>
  tax_on_shipping: Generated<boolean>
  shipping_address: JSONColumnType<ShippingAddress>
  payment_id: string | null
  created_at: CreatedAt
  expires_at: Generated<Date>
  anonymised_at: Date | null
}

interface OrderLines {
  order_id: string
  position: number
  variant_id: string
  product_id: string
  name: string
  sku: string | null
  options: JSONColumnType<Record<string, string>, string | undefined, never>
  picture: JSONColumnType<Media> | null
  price_cents: number
  saved_cents: number
  quantity: number
}

interface OrderAdjustments {
  order_id: string
  position: number
  line: number | null
  kind: AdjustmentKind
  label: string
  amount_cents: number
  source: string | null
}

interface OrderHistory {
  id: GeneratedAlways<number>
  order_id: string
  from_status: OrderStatus | null
  to_status: OrderStatus
  actor_id: string | null
  created_at: CreatedAt
}

interface OrderSeries {
  id: GeneratedAlways<boolean>
  prefix: GeneratedAlways<string>
  shift: GeneratedAlways<number>
}

interface OrderSearch {
  order_id: GeneratedAlways<string>
  text: GeneratedAlways<string>
}

interface OrderNotes {
  id: string
  order_id: string
  author_id: string
  text: string
  created_at: CreatedAt
}

interface IdempotencyKeys {
  user_id: string
  key: string
  request_hash: Buffer
  created_id: string
  created_at: Generated<Date>
}

interface PaymentAttempts {
  id: string
  order_id: string
  gateway: PaymentGatewayName
  number: number
  provider_order_id: string | null
  approve_url: string | null
  account_email: string | null
  amount_cents: number
  state: Generated<'open' | 'closed'>
  capture_try: Generated<number>
  next_check_at: Generated<Date>
  held_until: Date | null
  created_at: CreatedAt
}

interface OrderAddresses {
  id: GeneratedAlways<number>
  address_hash: Buffer
  order_id: string | null
  placed_at: Generated<Date>
}

interface Payments {
  id: string
  /** Null for a payment that names no order of the shop. */
  user_id: string | null
  order_id: string | null
  status: PaymentStatus
  gateway: PaymentGatewayName
  gateway_mode: PaymentMode
  transaction_id: string
  provider_order_id: string
  amount_cents: number
  currency: string
  email_address: string | null
  update_time: Date
  problem: string | null
  refunded_at: Date | null
  refunded_cents: Generated<number>
  disputed: Generated<boolean>
  reversed_at: Generated<Date | null>
  /** Written by updateRefundDue(). */
  is_refund_due: Generated<boolean>
  next_check_at: Generated<Date>
  created_at: CreatedAt
}

interface ProviderAccounts {
  gateway: PaymentGatewayName
  client_id: string
  account: string | null
  answered_at: Generated<Date>
}

interface Invoices {
  id: string
  kind: InvoiceKind
  year: number
  is_test: boolean
  position: number
  number: string
  order_id: string
  payment_id: string
  corrects: string | null
  provider_refund_id: string | null
  credited_before_cents: Generated<number>
  amount_cents: number
  seller: JSONColumnType<Partial<ShopSettings>>
  issued_at: Generated<Date>
}

interface InvoiceCounters {
  kind: InvoiceKind
  year: number
  is_test: boolean
  last: number
}

interface Refunds {
  id: string
  payment_id: string
  request_id: string
  provider_refund_id: string | null
  amount_cents: number
  currency: string
  state: 'queued' | 'pending' | 'completed' | 'failed'
  origin: 'staff' | 'automatic' | 'provider'
  reason: string | null
  failure: string | null
  actor_id: string | null
  asked_id: Generated<string | null>
  next_try_at: Generated<Date>
  created_at: CreatedAt
  completed_at: Generated<Date | null>
}

interface ScheduledRuns {
  name: string
  added_at: Generated<Date>
  waiting_since: Generated<Date>
  ran_at: Generated<Date | null>
}

interface WebhookEvents {
  gateway: PaymentGatewayName
  event_id: string
  kind: 'session' | 'charge' | 'refund' | 'dispute' | 'other'
  event_type: 'approved' | 'reversed' | 'changed'
  object_id: string
  received_at: CreatedAt
  processed_at: Date | null
}

interface Disputes {
  id: string
  gateway: PaymentGatewayName
  provider_dispute_id: string
  payment_id: string | null
  state: DisputeState
  is_open: GeneratedAlways<boolean>
  provider_reason: string
  provider_status: string
  provider_stage: string
  provider_outcome: string | null
  amount_cents: number
  awarded_cents: number | null
  currency: string
  respond_by: Date | null
  opened_at: Date
  updated_at: Date
}

interface DisputeAnswers {
  id: string
  dispute_id: string
  actor_id: string | null
  action: 'accept-claim' | 'provide-evidence'
  state: Generated<'sending' | 'sent' | 'refused'>
  refusal: string | null
  text: string | null
  carrier: string | null
  tracking_number: string | null
  created_at: CreatedAt
}

interface DisputeFiles {
  id: string
  answer_id: string
  name: string
  content_type: 'image/jpeg' | 'image/gif' | 'image/png' | 'application/pdf'
  size: number
  bytes: Buffer
}

interface DemoRows {
  kind: 'user' | 'category' | 'product' | 'media'
  id: string
  name: string
}

/** Id and hash are set by a trigger, in the order of the chain. */
interface AuditLog {
  id: GeneratedAlways<number>
  at: CreatedAt
  actor_id: string | null
  action: string
  subject: string | null
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  hash: GeneratedAlways<Buffer>
}

interface AuditHead {
  is_only: Generated<boolean>
  id: GeneratedAlways<number>
  hash: Buffer
}

interface Imports {
  id: string
  actor_id: string
  file_name: string
  state: Generated<ProductImport['state']>
  created_at: CreatedAt
  finished_at: Date | null
  ignored: JSONColumnType<string[], string | undefined, string>
  notes: JSONColumnType<string[], string | undefined, string>
  lacking: Generated<string>
  is_foreign: Generated<boolean>
}

interface ImportedPictures {
  product_id: string
  address: string
  import_id: string
  position: number
  alt: string
  variants: JSONColumnType<string[][]>
  state: Generated<'waiting' | 'fetched' | 'done' | 'failed'>
  media_id: Generated<string | null>
  reason: Generated<string | null>
}

interface ProductHandles {
  handle: string
  product_id: string
}

interface ImportRows {
  import_id: string
  row: number
  kind: RowKind
  product_id: string | null
  name: string
  input: JSONColumnType<Record<string, unknown>>
  changes: JSONColumnType<FieldChange[]>
  errors: JSONColumnType<Record<string, string>>
  warnings: JSONColumnType<string[]>
  done_at: Date | null
}

interface SettingsRow {
  id: Generated<boolean>
  changes: JSONColumnType<Record<string, Record<string, unknown>>, string | undefined, string>
  version: Generated<number>
  visitor_password_hash: string | null
  has_left_demo: Generated<boolean>
}

interface FirstSteps {
  id: Generated<boolean>
  kept: Generated<string[]>
  is_dismissed: Generated<boolean>
  mail_tested_at: Date | null
}

export interface Tables {
  users: Users
  user_tokens: UserTokens
  email_changes: EmailChanges
  pending_emails: PendingEmails
  closed_accounts: ClosedAccounts
  sessions: Sessions
  attempts: Attempts
  withheld_emails: WithheldEmails
  known_devices: KnownDevices
  two_factor: TwoFactor
  recovery_codes: RecoveryCodes
  addresses: Addresses
  categories: Categories
  collections: Collections
  moved_categories: MovedCategories
  moved_pages: MovedPages
  media: MediaFiles
  products: Products
  product_index: ProductIndex
  option_sets: OptionSets
  search_terms: SearchTerms
  product_gallery: ProductGallery
  variants: Variants
  stock: Stock
  stock_ledger: StockLedger
  reviews: Reviews
  withdrawn_reviews: WithdrawnReviews
  orders: Orders
  order_lines: OrderLines
  order_adjustments: OrderAdjustments
  order_history: OrderHistory
  order_search: OrderSearch
  order_series: OrderSeries
  order_notes: OrderNotes
  order_addresses: OrderAddresses
  idempotency_keys: IdempotencyKeys
  payment_attempts: PaymentAttempts
  payments: Payments
  refunds: Refunds
  webhook_events: WebhookEvents
  scheduled_runs: ScheduledRuns
  provider_accounts: ProviderAccounts
  disputes: Disputes
  dispute_answers: DisputeAnswers
  dispute_files: DisputeFiles
  demo_rows: DemoRows
  audit_log: AuditLog
  audit_head: AuditHead
  imports: Imports
  import_rows: ImportRows
  imported_pictures: ImportedPictures
  product_handles: ProductHandles
  product_slugs: ProductSlugs
  invoices: Invoices
  invoice_counters: InvoiceCounters
  settings: SettingsRow
  first_steps: FirstSteps
  pages: Pages
}
