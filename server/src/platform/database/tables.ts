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

export interface Tables {
  users: {
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
  user_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: 'password-reset' | 'confirm-email' | 'restore-email' | 'reopen-account'
    email: string
    email_id: string
    created_at: CreatedAt
    expires_at: Date
  }
  email_changes: {
    id: GeneratedAlways<number>
    user_id: string
    email: string
    was_confirmed: Generated<boolean>
    expires_at: Date
  }
  closed_accounts: {
    user_id: string
    first_name: string
    last_name: string
    email: string
    password_hash: string
    avatar_url: string | null
    was_confirmed: Generated<boolean>
    erase_at: Date
  }
  sessions: {
    id: string
    token_hash: Buffer
    user_id: string
    user_agent: Generated<string>
    created_at: CreatedAt
    last_used_at: Generated<Date>
    /** Set by a trigger from the role of the user. */
    expires_at: Generated<Date>
  }
  attempts: {
    key: Buffer
    count: Generated<number>
    since: Generated<Date>
    lasts: string
  }
  withheld_emails: {
    day: Generated<Date>
    kind: string
    count: Generated<number>
  }
  known_devices: {
    token_hash: Buffer
    user_id: string
    created_at: CreatedAt
    last_used_at: Generated<Date>
  }
  two_factor: {
    user_id: string
    secret: string
    confirmed_at: Date | null
    last_step: Generated<number>
    was_confirmed: Generated<boolean>
  }
  pending_emails: {
    user_id: string
    email: string
    expires_at: Date
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
  }
  addresses: {
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
  categories: {
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
  collections: {
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
  pages: {
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
  moved_pages: {
    slug: string
    page_id: string
  }
  moved_categories: {
    slug: string
    category_id: string
  }
  media: {
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
  products: {
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
  product_slugs: {
    slug: string
    product_id: string
  }
  /** Triggers insert the first variant of a product, and the stock of each variant (ADR 0038). */
  variants: {
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
  product_index: {
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
  option_sets: {
    id: GeneratedAlways<number>
    variants: ColumnType<Record<string, string>[], never, never>
    spelled: ColumnType<Record<string, string>[], never, never>
  }
  search_terms: {
    word: string
  }
  product_gallery: {
    product_id: string
    position: number
    media_id: string
  }
  stock: {
    variant_id: GeneratedAlways<string>
    product_id: GeneratedAlways<string>
    quantity: number
  }
  stock_ledger: {
    id: GeneratedAlways<number>
    variant_id: string
    product_id: string
    delta: number
    reason: 'opening' | 'edit' | 'order' | 'release'
    order_id: string | null
    actor_id: string | null
    created_at: CreatedAt
  }
  reviews: {
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
  withdrawn_reviews: {
    product_id: string
    user_id: string
  }
  orders: {
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
  order_lines: {
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
  order_adjustments: {
    order_id: string
    position: number
    line: number | null
    kind: AdjustmentKind
    label: string
    amount_cents: number
    source: string | null
  }
  order_history: {
    id: GeneratedAlways<number>
    order_id: string
    from_status: OrderStatus | null
    to_status: OrderStatus
    actor_id: string | null
    created_at: CreatedAt
  }
  order_series: {
    id: GeneratedAlways<boolean>
    prefix: GeneratedAlways<string>
    shift: GeneratedAlways<number>
  }
  order_search: {
    order_id: GeneratedAlways<string>
    text: GeneratedAlways<string>
  }
  order_notes: {
    id: string
    order_id: string
    author_id: string
    text: string
    created_at: CreatedAt
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    created_id: string
    created_at: Generated<Date>
  }
  payment_attempts: {
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
  order_addresses: {
    id: GeneratedAlways<number>
    address_hash: Buffer
    order_id: string | null
    placed_at: Generated<Date>
  }
  payments: {
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
  provider_accounts: {
    gateway: PaymentGatewayName
    client_id: string
    account: string | null
    answered_at: Generated<Date>
  }
  invoices: {
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
  invoice_counters: {
    kind: InvoiceKind
    year: number
    is_test: boolean
    last: number
  }
  refunds: {
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
  scheduled_runs: {
    name: string
    added_at: Generated<Date>
    waiting_since: Generated<Date>
    ran_at: Generated<Date | null>
  }
  webhook_events: {
    gateway: PaymentGatewayName
    event_id: string
    kind: 'session' | 'charge' | 'refund' | 'dispute' | 'other'
    event_type: 'approved' | 'reversed' | 'changed'
    object_id: string
    received_at: CreatedAt
    processed_at: Date | null
  }
  disputes: {
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
  dispute_answers: {
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
  dispute_files: {
    id: string
    answer_id: string
    name: string
    content_type: 'image/jpeg' | 'image/gif' | 'image/png' | 'application/pdf'
    size: number
    bytes: Buffer
  }
  demo_rows: {
    kind: 'user' | 'category' | 'product' | 'media'
    id: string
    name: string
  }
  /** Id and hash are set by a trigger, in the order of the chain. */
  audit_log: {
    id: GeneratedAlways<number>
    at: CreatedAt
    actor_id: string | null
    action: string
    subject: string | null
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    hash: GeneratedAlways<Buffer>
  }
  audit_head: {
    is_only: Generated<boolean>
    id: GeneratedAlways<number>
    hash: Buffer
  }
  imports: {
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
  imported_pictures: {
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
  product_handles: {
    handle: string
    product_id: string
  }
  import_rows: {
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
  settings: {
    id: Generated<boolean>
    changes: JSONColumnType<Record<string, Record<string, unknown>>, string | undefined, string>
    version: Generated<number>
    visitor_password_hash: string | null
    has_left_demo: Generated<boolean>
  }
  first_steps: {
    id: Generated<boolean>
    kept: Generated<string[]>
    is_dismissed: Generated<boolean>
    mail_tested_at: Date | null
  }
}
