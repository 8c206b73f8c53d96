-- The present schema, written by `npm run schema` and compared in the tests. Migrations change it.

-- Triggers, each with what must hold for every writer:
-- users.users_keep_order_search: Search rows in step: orders are found by the email that their customer has now.
-- users.users_limit_sessions: Access: sessions of staff end earlier than those of customers, whoever changes the role.
-- users.users_notify_of_lost_access: Access ends at once, whoever takes it away: all instances close the event streams of that admin.
-- users.users_refuse_reserved_email: An address that an account can be given back belongs to no other account, however that comes to it.
-- sessions.sessions_limit: Access: no session outlives the limit of its role.
-- sessions.sessions_notify_of_end: Access ends at once, whoever ends the session: all instances close its event streams.
-- products.products_index: Search rows in step: texts, prices and options of a product.
-- products.products_keep_price_history: Price history in step, at the commit: forms, imports and planned prices alike.
-- products.products_set_updated_at: The sitemap names the last change, whoever made it.
-- variants.variants_have_stock: Each variant has its row of stock, which sales lock and which cannot become negative.
-- variants.variants_keep_index: Search rows in step: codes, prices and options.
-- variants.variants_keep_price_history: Price history in step, at the commit: forms, imports and planned prices alike.
-- stock.stock_keeps_index: Search rows in step: a sale updates them only when it takes the last unit, or leaves the last few.
-- stock.stock_opens_in_index: Search rows in step: a new variant and its codes.
-- stock_ledger.stock_ledger_is_append_only: The sum of a variant's rows is its stock, so rows never change.
-- product_index.product_index_stock: Search rows in step: a row begins with what is in stock.
-- orders.orders_keep_search: Search rows in step: at the commit, when lines and address are written.
-- refunds.refunds_completed_at: A refund has the time of its completion while it is completed, and at no other time.
-- audit_log.append_to_audit_log: Audit chain: each row carries the hash of the row before it.
-- audit_log.refuse_audit_change: Audit chain: rows are neither changed nor deleted.
-- gift_card_ledger.gift_card_ledger_is_append_only: The sum of a card's rows is its balance, so rows never change.
-- price_history.price_history_is_append_only: The lowest price of thirty days is named by law, so what was asked never changes.

-- Live events of staff, from add_live_events():
-- users: customers after insert or delete
-- users: customers after update of first_name, last_name, email, role, is_active, avatar_url, deleted_at
-- settings: settings after insert
-- settings: settings after update of changes, takes_real_money
-- pages: pages after insert or delete
-- pages: pages after update of *
-- media: media after insert or delete
-- media: media after update of name, alt, file
-- categories: categories after insert or delete
-- categories: categories after update of *
-- products: categories after insert
-- products: categories after update of category_id, deleted_at
-- products: products after insert
-- products: products after update of version, name, price_cents, on_sale, sale_price_cents, is_active, category_id, thumbnail_id,
-- deleted_at
-- reviews: reviews after insert or delete
-- reviews: reviews after update of state, title, rating, comment, reply
-- stock: low-stock after update
-- orders: order after insert
-- orders: order after update of status
-- payments: payment after insert
-- payments: payment after update of status, problem, refunded_cents, received_cents, disputed
-- refunds: refund after insert
-- refunds: refund after update of state
-- disputes: dispute after insert
-- disputes: dispute after update of *
-- imports: imports after insert or delete
-- imports: imports after update of *
-- audit_log: audit after insert
-- discounts: discounts after insert or delete
-- discounts: discounts after update of *
-- gift_cards: gift-cards after insert
-- gift_cards: gift-cards after update of balance_cents, is_active, last_four
-- planned_prices: planned-prices after insert or delete
-- planned_prices: planned-prices after update of state, version

create extension fuzzystrmatch;
create extension pg_trgm;
create domain object_id as text check (value ~ '^[0-9a-f]{24}$');
create sequence order_numbers;

create table users (
  id object_id primary key,
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null check (email = lower(email)),
  password_hash text not null,
  role text not null default 'customer' check (role in ('admin', 'customer', 'manager', 'guest')),
  is_active boolean not null default true,
  avatar_url text,
  created_at timestamptz not null default now(),
  -- Null: not confirmed. Restricts nothing.
  email_confirmed_at timestamptz,
  deleted_at timestamptz,
  -- Since when the account has an address of its mailbox: the earliest account has a place of its own among the emails to it.
  email_since timestamptz not null default now(),
  -- Whether emails may remind of what was left unpaid; empty: not asked.
  reminders boolean,
  -- False for an admin whom nobody has appointed with a password: a stolen session can appoint one.
  is_role_proven boolean not null default true,
  constraint users_deleted_are_inactive check (deleted_at is null or not is_active)
);
create index users_customers on users (id desc) where role = 'customer';
-- For the nightly job, which anonymises the orders of these accounts.
create index users_deleted on users (id) where deleted_at is not null;
create unique index users_email_key on users (email) where role <> 'guest';
-- For the orders that an account takes over once its address is confirmed, and for the nightly job, which erases guests.
create index users_guests on users (email) where role = 'guest' and deleted_at is null;
-- For the list of deactivated customers.
create index users_inactive_customers on users (id desc) where role = 'customer' and deleted_at is null and not is_active;
create index users_mailbox on users (mailbox_of(email), email_since, id) where role <> 'guest';
create index users_searched on users using gin (folded((((first_name || ' ') || last_name) || ' ') || email) gin_trgm_ops) where role <> 'guest';
-- Search rows in step: orders are found by the email that their customer has now.
create trigger users_keep_order_search after update of email on users for each row when (old.email <> new.email) execute function keep_email_in_order_search();
-- Access: sessions of staff end earlier than those of customers, whoever changes the role.
create trigger users_limit_sessions after update of role on users for each row when (old.role <> new.role) execute function limit_sessions_of_role();
-- Access ends at once, whoever takes it away: all instances close the event streams of that admin.
create trigger users_notify_of_lost_access after update of role, is_active on users for each row when (old.role = 'admin' and old.is_active and (new.role <> 'admin' or not new.is_active)) execute function notify_of_lost_access();
-- An address that an account can be given back belongs to no other account, however that comes to it.
create trigger users_refuse_reserved_email after insert or update of email on users for each row when (new.role <> 'guest') execute function refuse_reserved_email();

create table addresses (
  id object_id primary key,
  user_id object_id not null references users(id) on delete cascade,
  first_name text not null,
  last_name text not null,
  country_code text not null,
  phone_number text not null,
  building text not null,
  street text not null,
  city text not null,
  state text not null,
  pin_code text not null,
  country text not null
);
create index addresses_user_id on addresses (user_id, id desc);

-- Changes of address made without the password, until they can no longer be undone. An undo takes back its own change and all later
-- ones, never an earlier one: ids give the order.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id object_id not null references users(id) on delete cascade,
  -- The address before the change.
  email text not null,
  expires_at timestamptz not null,
  -- Whether the address before the change was confirmed: what was set up before that may belong to another person.
  was_confirmed boolean not null default true
);
create index email_changes_email on email_changes (email);
create index email_changes_user_id on email_changes (user_id, id);

-- The new address of an account with two-factor sign-in, until the link in the email to it is opened. Until then the account keeps its
-- confirmed address.
create table pending_emails (
  user_id object_id primary key references two_factor(user_id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);

-- What a closed account gets back when it is reopened. Its row in users is blank meanwhile, as after erasure, so that queries need no
-- case for it.
create table closed_accounts (
  user_id object_id primary key references users(id) on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  password_hash text not null,
  avatar_url text,
  erase_at timestamptz not null,
  -- Whether its address was confirmed: it then gets emails like a confirmed one.
  was_confirmed boolean not null default true
);
create index closed_accounts_email on closed_accounts (email);
create index closed_accounts_erase_at on closed_accounts (erase_at);

-- The cookie holds the token, the table only its SHA-256: a stolen backup opens no session.
create table sessions (
  token_hash bytea primary key,
  user_id object_id not null references users(id) on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Shown in the list of sessions in place of the token's hash.
  id object_id not null unique
);
create index sessions_user_id on sessions (user_id);
-- Access: no session outlives the limit of its role.
create trigger sessions_limit before insert or update of created_at, last_used_at on sessions for each row execute function limit_session();
-- Access ends at once, whoever ends the session: all instances close its event streams.
create trigger sessions_notify_of_end after delete on sessions referencing old table as ended for each statement execute function notify_of_ended_sessions();

-- Browsers that an account signed in with before. Each has a counter of failed logins of its own, so that failures elsewhere do not lock
-- the owner out. The token is no credential.
create table known_devices (
  token_hash bytea primary key,
  user_id object_id not null references users(id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index known_devices_user_id on known_devices (user_id, last_used_at);

-- The secret is encrypted with a key that is not in the database.
create table two_factor (
  user_id object_id primary key references users(id) on delete cascade,
  secret text not null,
  -- Null until a code has shown that the owner's app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was accepted: no code works twice.
  last_step bigint not null default 0,
  -- Whether an address of the account was confirmed when two-factor sign-in was turned on, or since.
  was_confirmed boolean not null default true
);

create table recovery_codes (
  user_id object_id not null references two_factor(user_id) on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);

-- Tokens of links in emails, as SHA-256. An email that was sent again has several, and each of them works.
create table user_tokens (
  token_hash bytea primary key,
  user_id object_id not null references users(id) on delete cascade,
  purpose text not null check (purpose in ('password-reset', 'confirm-email', 'restore-email', 'reopen-account', 'guest-order', 'stop-reminders')),
  -- The address that the link proves. Empty once it proves nothing; the row then only counts as an email.
  email text not null,
  email_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index user_tokens_user_id on user_tokens (user_id, purpose);

-- Failed attempts at a password or code, and emails, by the hash of their subject. An attempt is counted before it is checked, so that
-- parallel ones cannot pass the limit together.
create table attempts (
  key bytea primary key,
  count integer not null default 1,
  since timestamptz not null default now(),
  -- The time that the limit counts over.
  lasts interval not null
);

-- What the owner has made different from the defaults, by group and field (contract/src/settings). One row.
create table settings (
  id boolean default true primary key check (id),
  changes jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  -- The password with which visitors enter a closed shop; no setting, because settings are shown and logged.
  visitor_password_hash text,
  -- True once `leave-demo` has made the shop its owner's: it is neither seeded again nor offers the demo's admin.
  has_left_demo boolean not null default false,
  -- The owner has switched a rehearsal live; no setting, because it cannot be undone.
  takes_real_money boolean not null default false
);

-- What the owner has said about the checklist of first steps. One row.
create table first_steps (
  id boolean default true primary key check (id),
  -- Steps that are done as they are, and whether the checklist is put away.
  kept text[] not null default '{}'::text[],
  is_dismissed boolean not null default false,
  -- Of the last test mail that the mail server has taken.
  mail_tested_at timestamptz
);

-- Pages of the owner, and SPEC's four once they were changed.
create table pages (
  id object_id primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  -- Markdown.
  body text not null,
  seo_title text not null default '',
  seo_description text not null default '',
  is_published boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Former addresses of pages, which lead to the present one. Never an address in use.
create table moved_pages (
  slug text primary key,
  page_id object_id not null references pages(id) on delete cascade
);
create index moved_pages_page_id on moved_pages (page_id);

create table media (
  id object_id primary key,
  name text not null,
  -- The largest rendition, '<hash>-<width>.webp'. Equal pictures share their files.
  file text not null check (file ~ '^[0-9a-f]{32}-[0-9]+\.webp$'),
  alt text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now(),
  -- When all renditions were there as AVIF. Null rows are the queue of that work.
  avif_at timestamptz
);
-- A change to a file changes all rows that share it.
create index media_file on media (file);
create index media_searched on media using gin (folded(name) gin_trgm_ops);
create index media_without_avif on media (id) where avif_at is null;

create table categories (
  id object_id primary key,
  name text not null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  picture_id object_id references media(id) on delete set null,
  hides_while_empty boolean not null default false,
  version integer not null default 1,
  position integer not null generated by default as identity,
  -- Narrower than the id in an index of every product. It never changes.
  number integer not null generated always as identity unique,
  parent_id object_id,
  is_child boolean not null generated always as (parent_id is not null) stored,
  -- What is_child of its parent must be.
  parent_is_child boolean not null generated always as (false) stored,
  is_hidden boolean not null default false,
  seo_title text not null default '',
  seo_description text not null default '',
  constraint categories_id_is_child_key unique (id, is_child),
  -- A category with a parent has no children and is no parent of itself, so that there are two levels and no circles.
  constraint categories_parent_fkey foreign key (parent_id, parent_is_child) references categories(id, is_child)
);
create unique index categories_name_key on categories (lower(name));
create index categories_parent_id on categories (parent_id) where parent_id is not null;
create index categories_picture_id on categories (picture_id) where picture_id is not null;

-- Former slugs of categories, and slugs of deleted ones, with the category that they redirect to. Never a slug in use.
create table moved_categories (
  slug text primary key,
  category_id object_id not null references categories(id) on delete cascade
);
create index moved_categories_category_id on moved_categories (category_id);

-- Lists of products by rule.
create table collections (
  id object_id primary key,
  name text not null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  -- The rule: a product must meet all that is given.
  max_price_cents bigint check (max_price_cents > 0),
  new_days integer check (new_days > 0),
  tag text check (tag <> ''),
  on_sale boolean not null default false,
  is_hidden boolean not null default false,
  seo_title text not null default '',
  seo_description text not null default '',
  version integer not null default 1,
  constraint collections_have_a_rule check (num_nonnulls(max_price_cents, new_days, tag) > 0 or on_sale)
);
create unique index collections_name_key on collections (lower(name));

create table products (
  id object_id primary key,
  name text not null,
  description text not null,
  -- Of an import it may be 0.
  price_cents bigint not null check (price_cents >= 0),
  on_sale boolean not null,
  sale_price_cents bigint not null default 0 check (sale_price_cents >= 0),
  is_active boolean not null,
  category_id object_id not null references categories(id),
  thumbnail_id object_id references media(id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A sale price counts only between 0 and the price, as in effectivePrice() of the contract.
  is_discounted boolean generated always as (on_sale and sale_price_cents > 0 and sale_price_cents < price_cents) stored,
  rating_points integer not null default 0 check (rating_points >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_average real generated always as (
case
    when rating_count = 0 then 0::double precision
    else rating_points::real / rating_count::double precision
end) stored,
  -- For the sitemap. Stock has a table of its own, so a sale does not count as a change.
  updated_at timestamptz not null default now(),
  -- At most three, in order: [{"name": "Size", "values": [{"name": "M"}]}].
  options jsonb not null default '[]'::jsonb,
  weight_grams integer check (weight_grams > 0),
  size_guide text check (size_guide <> ''),
  -- Separated by commas.
  tags text,
  vendor text,
  seo_title text,
  seo_description text,
  slug text not null,
  -- The name of a class of the settings; null: the default class.
  tax_class text check (tax_class <> ''),
  hsn_code text check (hsn_code <> ''),
  -- What is sold are gift cards: their value is the price, and they are neither delivered nor taxed.
  is_gift_card boolean not null default false,
  content text check (content <> ''),
  unit_price_for text check (unit_price_for <> '')
);
create index products_of_active_category on products (category_id, id desc) where is_active and deleted_at is null;
create index products_of_category on products (category_id, id desc) where deleted_at is null;
create unique index products_slug_key on products (slug) where deleted_at is null;
-- For the references of a picture that is to be deleted.
create index products_thumbnail_id on products (thumbnail_id) include (id, deleted_at);
-- Search rows in step: texts, prices and options of a product.
create trigger products_index after insert or update on products for each row execute function index_product();
-- Price history in step, at the commit: forms, imports and planned prices alike.
create constraint trigger products_keep_price_history after update of price_cents, on_sale, sale_price_cents on products deferrable initially deferred for each row when (old.price_cents is distinct from new.price_cents or old.on_sale is distinct from new.on_sale or old.sale_price_cents is distinct from new.sale_price_cents) execute function record_prices_of_product();
-- The sitemap names the last change, whoever made it.
create trigger products_set_updated_at before update on products for each row execute function set_updated_at();

-- Addresses of products. A slug stays its product's when the product gets another one.
create table product_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  product_id object_id not null,
  constraint product_slugs_product_id_fkey foreign key (product_id) references products(id) on delete cascade deferrable initially deferred
);
create index product_slugs_product_id on product_slugs (product_id);

create table product_gallery (
  product_id object_id not null references products(id) on delete cascade,
  position integer not null,
  media_id object_id not null references media(id) on delete cascade,
  constraint product_gallery_pkey primary key (product_id, "position"),
  constraint product_gallery_product_id_media_id_key unique (product_id, media_id)
);
create index product_gallery_media_id on product_gallery (media_id);

-- What is bought and in stock. A product without options has exactly one, which shoppers do not see.
create table variants (
  id object_id primary key,
  product_id object_id not null references products(id) on delete cascade,
  position integer not null,
  -- A value of each option of the product, in their order.
  option_values text[] not null default '{}'::text[],
  sku text check (sku <> ''),
  barcode text check (barcode <> ''),
  -- Null: the product's.
  price_cents bigint check (price_cents >= 0),
  on_sale boolean,
  sale_price_cents bigint check (sale_price_cents >= 0),
  picture_id object_id references media(id) on delete set null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Null: the product's; so is the weight.
  content text check (content <> ''),
  weight_grams integer check (weight_grams > 0),
  -- For references that name both, so that no row has a variant of another product.
  constraint variants_id_product_id_key unique (id, product_id)
);
create unique index variants_option_values_key on variants (product_id, option_values) where deleted_at is null;
create index variants_picture_id on variants (picture_id) where picture_id is not null;
create index variants_product_id on variants (product_id, "position");
create unique index variants_sku_key on variants (lower(sku)) where deleted_at is null;
-- Each variant has its row of stock, which sales lock and which cannot become negative.
create trigger variants_have_stock after insert on variants referencing new table as added for each statement execute function insert_stock();
-- Search rows in step: codes, prices and options.
create trigger variants_keep_index after update on variants referencing old table as changed_from new table as changed_to for each statement execute function index_changed_variants();
-- Price history in step, at the commit: forms, imports and planned prices alike.
create constraint trigger variants_keep_price_history after insert or update of price_cents, on_sale, sale_price_cents on variants deferrable initially deferred for each row execute function record_price_of_variant();

create table reviews (
  id object_id primary key,
  product_id object_id not null references products(id) on delete cascade,
  user_id object_id not null references users(id),
  title text not null,
  rating integer not null check (rating >= 1 and rating <= 5),
  comment text not null,
  created_at timestamptz not null default now(),
  -- Shoppers see reviews that are shown. A reason on a waiting review means that it was hidden and edited since.
  state text not null default 'shown' check (state in ('waiting', 'shown', 'hidden')),
  hidden_reason text,
  reply text,
  replied_at timestamptz,
  version integer not null default 1,
  -- A reply to words that their author has changed since is not shown until staff have read the new ones.
  reply_is_held boolean not null default false,
  constraint reviews_one_per_user unique (product_id, user_id),
  constraint reviews_held_reply_exists check (not reply_is_held or reply is not null),
  constraint reviews_reason_of_hidden check (
case state
    when 'hidden' then hidden_reason is not null
    when 'shown' then hidden_reason is null
    else true
end),
  constraint reviews_reply_has_time check ((reply is null) = (replied_at is null))
);
create index reviews_held_replies on reviews (id desc) where reply_is_held;
create index reviews_hidden on reviews (id desc) where state = 'hidden';
create index reviews_product_id on reviews (product_id, id desc);
create index reviews_text on reviews using gin (folded((title || ' ') || comment) gin_trgm_ops);
create index reviews_user_id on reviews (user_id);
create index reviews_waiting on reviews (id desc) where state = 'waiting';

-- Authors who deleted a review that was hidden: their next one of the product waits for approval.
create table withdrawn_reviews (
  product_id object_id not null references products(id) on delete cascade,
  user_id object_id not null references users(id) on delete cascade,
  constraint withdrawn_reviews_pkey primary key (product_id, user_id)
);

-- Narrow and apart from variants, because every sale updates it.
create table stock (
  variant_id object_id primary key,
  product_id object_id not null,
  quantity integer not null check (quantity >= 0),
  constraint stock_variant_id_fkey foreign key (variant_id, product_id) references variants(id, product_id) on delete cascade
) with (fillfactor=50);
create index stock_product_id on stock (product_id);
-- Search rows in step: a sale updates them only when it takes the last unit, or leaves the last few.
create trigger stock_keeps_index after update of quantity on stock for each row when ((old.quantity > 0) <> (new.quantity > 0) or (old.quantity <= reorder_level()) <> (new.quantity <= reorder_level())) execute function index_variants_of_stock();
-- Search rows in step: a new variant and its codes.
create trigger stock_opens_in_index after insert on stock referencing new table as added for each statement execute function index_opened_stock();

-- Append-only: the sum of a variant's rows is its stock.
create table stock_ledger (
  id bigint generated always as identity primary key,
  variant_id object_id not null,
  product_id object_id not null,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('opening', 'edit', 'order', 'release')),
  order_id object_id,
  -- Of an edit; without a reference, as in the audit log.
  actor_id object_id,
  created_at timestamptz not null default now(),
  constraint stock_ledger_check check ((order_id is not null) = (reason in ('order', 'release'))),
  constraint stock_ledger_variant_id_fkey foreign key (variant_id, product_id) references variants(id, product_id) on delete cascade
);
-- An order takes a variant's stock once and releases it once.
create unique index stock_ledger_once on stock_ledger (order_id, variant_id, reason) where order_id is not null;
create index stock_ledger_product_id on stock_ledger (product_id, id);
-- The sum of a variant's rows is its stock, so rows never change.
create trigger stock_ledger_is_append_only before update on stock_ledger for each row execute function refuse_change();

-- A narrow row per product with what lists, search and facets read: 30,000 of them are counted in milliseconds, which the wide rows of
-- products are not. Kept by triggers on products and stock, in the writer's transaction.
create table product_index (
  -- The effective price, in cents.
  price_cents bigint not null,
  -- All that facets count by, but options. Two bits are left for what a request asks.
  facet bigint not null generated always as (category_number::bigint * 16384 + price_step(price_cents) * 128 + floor(rating_average::double precision)::integer * 16 + is_discounted::integer * 8 + in_stock::integer * 4) stored,
  category_number integer not null,
  rating_average real not null,
  -- The variants on sale and those of them in stock, as sets of options (option_sets); null where there is nothing to choose.
  offered_set integer,
  stocked_set integer,
  saved_percent smallint not null default 0,
  is_active boolean not null,
  is_discounted boolean not null,
  -- Whether any variant on sale has stock.
  in_stock boolean not null,
  -- Whether reorder_level() units or fewer are left of any variant on sale. Here, because an index on stock would slow down every sale;
  -- this row is updated only when the threshold is crossed.
  is_low boolean not null,
  product_id object_id primary key references products(id) on delete cascade,
  -- Hashes of its search terms; null until indexProducts() has read its texts.
  terms integer[]
);
create index product_index_by_price on product_index (price_cents, product_id desc) where is_active;
create index product_index_by_rating on product_index (rating_average desc, product_id desc) where is_active;
create index product_index_counts on product_index (category_number, stocked_set, offered_set, price_cents, rating_average, is_discounted, in_stock, facet) where is_active;
create index product_index_discounted on product_index (product_id desc) where is_active and is_discounted;
-- Counts and facets without a keyword are index-only scans.
create index product_index_facets on product_index (facet, offered_set, stocked_set) where is_active;
create index product_index_hidden on product_index (product_id desc) where not is_active;
create index product_index_low on product_index (product_id) where is_low and is_active;
create index product_index_newest on product_index (product_id desc) where is_active;
create index product_index_of_category on product_index (category_number, product_id desc) where is_active;
create index product_index_offered on product_index (offered_set) where is_active;
create index product_index_stocked on product_index (stocked_set) where is_active;
-- Terms and sets together, so that only rows with both are visited. Without the pending list, which every search would read.
create index product_index_terms on product_index using gin (terms, (array[offered_set, - stocked_set])) with (fastupdate=off);
create index product_index_without_terms on product_index (product_id) where terms is null;
-- Search rows in step: a row begins with what is in stock.
create trigger product_index_stock before insert on product_index for each row execute function index_stock();

-- What there is to choose between, each set once: [{"Size": "M", "Colour": "Indigo"}, …]. Products share sets, so that a filter looks
-- for its options among a few hundred rows. Two transactions may insert the same set; nothing depends on its being one row, and none
-- waits.
create table option_sets (
  id integer generated always as identity primary key,
  variants jsonb not null,
  -- Case and spaces do not count (spellingOf() of the contract does the same).
  spelled jsonb not null generated always as (regexp_replace(lower(variants::text), '[\s\u00a0]+', ' ', 'g')::jsonb) stored
);
create index option_sets_of_variants on option_sets using hash (variants);
create index option_sets_with on option_sets using gin (spelled jsonb_path_ops) with (fastupdate=off);

-- All terms that products were ever described with: the candidates of spelling correction.
create table search_terms (
  word text primary key
);
create index search_terms_first_letter on search_terms ("left"(word, 1));
create index search_terms_trigrams on search_terms using gin (word gin_trgm_ops);

create table orders (
  id object_id primary key,
  user_id object_id not null references users(id),
  status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
  sub_total_cents bigint not null check (sub_total_cents >= 0),
  saved_cents bigint not null check (saved_cents >= 0),
  shipping_cents bigint not null check (shipping_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null,
  -- ISO 4217. Amounts are in its minor unit, which columns call cents: of yen, yen.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- A copy: editing the address does not change the order.
  shipping_address jsonb not null,
  payment_id object_id references payments(id),
  created_at timestamptz not null default now(),
  -- Until when an unpaid order holds its stock.
  expires_at timestamptz not null default now() + '00:30:00'::interval,
  -- When the order was anonymised.
  anonymised_at timestamptz,
  -- The rule for the tax with which the order was placed.
  tax_included boolean not null default false,
  tax_percent double precision not null default 18 check (tax_percent >= 0::double precision and tax_percent <= 100::double precision),
  number_prefix text,
  number bigint,
  tax_on_shipping boolean not null default false,
  -- Null: the shipping address.
  billing_address jsonb,
  company text check (company <> ''),
  tax_number text check (tax_number <> ''),
  -- Why the order has no tax, although its lines would have.
  tax_exemption text check (tax_exemption in ('reverse-charge', 'export')),
  -- What the way to pay costs.
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- The version of the settings by which it was priced; null: before versions were kept.
  settings_version integer,
  -- What gift cards pay of the total. A provider is asked for the rest.
  gift_card_cents bigint not null default 0,
  -- What the shopper asks of the shop.
  note text check (length(note) >= 1 and length(note) <= 500),
  -- Goes into the parcel.
  gift_text text check (length(gift_text) >= 1 and length(gift_text) <= 300),
  -- The days that were promised when the order was placed.
  arrives_from date,
  arrives_to date,
  -- An order and a cart are followed by one reminder at the most.
  reminded_at timestamptz,
  -- Why staff have to look at the order before it is sent. Null: there is no reason, or they have.
  review_reason text check (length(review_reason) >= 1 and length(review_reason) <= 1000),
  -- Of the guest who placed the order, also once an account has it: limits per customer count by it. Null once the buyer is erased.
  guest_mailbox text,
  constraint orders_check check (total_cents = (sub_total_cents + shipping_cents + fee_cents +
case
    when tax_included then 0::bigint
    else tax_cents
end)),
  constraint orders_gift_card_check check (gift_card_cents >= 0 and gift_card_cents <= total_cents),
  constraint orders_number_check check ((number is null) = (number_prefix is null))
);
create index orders_due on orders (expires_at) where status = 'pending' and payment_id is null;
create index orders_guest_mailbox on orders (guest_mailbox) where guest_mailbox is not null;
create unique index orders_number on orders (number_prefix, number) where number is not null;
create index orders_status on orders (status, id desc);
create index orders_status_total on orders (status, total_cents, id);
create index orders_to_review on orders (id) where review_reason is not null;
-- For lists ordered by total, of all orders or of one status; by time they follow the ids.
create index orders_total on orders (total_cents, id);
create index orders_user_id on orders (user_id, id desc);
-- Search rows in step: at the commit, when lines and address are written.
create constraint trigger orders_keep_search after insert or update of shipping_address on orders deferrable initially deferred for each row execute function keep_order_search();

create table order_lines (
  order_id object_id not null references orders(id) on delete cascade,
  position integer not null,
  variant_id object_id not null,
  product_id object_id not null,
  -- Name, SKU, options and picture at the time of the order; json, which keeps the options in their order: {"Size": "M"}.
  name text not null,
  sku text,
  options json not null default '{}'::json,
  picture jsonb,
  price_cents bigint not null check (price_cents >= 0),
  saved_cents bigint not null check (saved_cents >= 0),
  quantity integer not null check (quantity > 0),
  -- Of the product at the time of the order.
  tax_class text,
  hsn_code text,
  -- Of a line of gift cards, for whom they are: [{"quantity": 1, "email": "ravi@example.com", "message": "…"}]. Null: the line is of
  -- goods.
  gift_cards jsonb,
  constraint order_lines_pkey primary key (order_id, "position"),
  constraint order_lines_order_id_variant_id_key unique (order_id, variant_id),
  constraint order_lines_variant_id_fkey foreign key (variant_id, product_id) references variants(id, product_id)
);
create index order_lines_product_id on order_lines (product_id);

-- Discounts, shipping and taxes. The amounts of an order are sums of these and of its lines.
create table order_adjustments (
  order_id object_id not null references orders(id) on delete cascade,
  position integer not null,
  -- Null: the whole order.
  line integer,
  kind text not null check (kind in ('product-discount', 'order-discount', 'shipping', 'shipping-discount', 'fee', 'tax', 'included-tax')),
  label text not null,
  amount_cents bigint not null,
  -- What it comes from, such as a coupon; null: the shop's own rule.
  source text,
  percent double precision check (percent >= 0::double precision and percent <= 100::double precision),
  -- The net amount that the percent of a tax is of.
  taxable_cents bigint check (taxable_cents >= 0),
  constraint order_adjustments_pkey primary key (order_id, "position"),
  constraint order_adjustments_rate check ((kind in ('tax', 'included-tax')) = (percent is not null) and (percent is null) = (taxable_cents is null)),
  constraint order_adjustments_sign check (
case
    when kind in ('shipping', 'tax', 'included-tax') then amount_cents >= 0
    when kind = 'fee' and source is null then amount_cents >= 0
    else amount_cents < 0
end),
  constraint order_adjustments_line_fkey foreign key (order_id, line) references order_lines(order_id, "position") on delete cascade
);

-- Every change of an order's status. `actor_id` is null for the shop itself.
create table order_history (
  id bigint generated always as identity primary key,
  order_id object_id not null references orders(id) on delete cascade,
  from_status text,
  to_status text not null,
  actor_id object_id references users(id),
  created_at timestamptz not null default now()
);
create index order_history_order_id on order_history (order_id);

-- Notes of staff for each other.
create table order_notes (
  id object_id primary key,
  order_id object_id not null references orders(id) on delete cascade,
  author_id object_id not null references users(id),
  text text not null,
  created_at timestamptz not null default now()
);
create index order_notes_order_id on order_notes (order_id, id);

-- What an order is searched by: id, recipient, phone number, products with SKU and options, and the customer's present email. Apart from
-- orders, whose wide rows take five times as long to scan. Kept by triggers.
create table order_search (
  order_id object_id primary key references orders(id) on delete cascade,
  text text not null
);
create index order_search_text on order_search using gin (text gin_trgm_ops);

-- Network addresses of orders as hashes, to limit how many orders and units one address holds (RATE_LIMIT_*).
create table order_addresses (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  placed_at timestamptz not null default now(),
  order_id object_id references orders(id) on delete cascade
);
create index order_addresses_placed_at on order_addresses (placed_at);
create index order_addresses_recent on order_addresses (address_hash, placed_at);

-- Written in the transaction that creates the order, product, note or address.
create table idempotency_keys (
  user_id object_id not null references users(id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  created_id object_id not null,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (user_id, key)
);
-- For the nightly cleaning.
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- A row while the owner has set a first number. A number is the sequence's next value plus the shift, so that a new series is a change
-- that a transaction can take back.
create table order_series (
  id boolean default true primary key check (id),
  prefix text not null,
  shift bigint not null
);

-- One attempt to pay an order at the provider. The provider's order id is null until the provider has answered.
create table payment_attempts (
  id object_id primary key,
  order_id object_id not null references orders(id) on delete cascade,
  gateway text not null check (gateway ~ '^[a-z]+$'),
  number integer not null,
  provider_order_id text,
  approve_url text,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'closed')),
  capture_try integer not null default 1,
  created_at timestamptz not null default now(),
  -- When the reconciliation round looks at an open attempt; moved ahead by the instance that takes it.
  next_check_at timestamptz not null default now() + '00:02:00'::interval,
  -- Until when the attempt keeps its order from expiring, while the provider is asked whether it was paid.
  held_until timestamptz,
  -- The email of the receiving account when the provider opened the session: a browser can change it beside the merchant id. Empty when
  -- the provider named none; null of sessions that were opened before this was kept.
  account_email text,
  -- Of the network address that began it, for limits on declined payments.
  network_hash bytea,
  -- Tries that a bank has refused, as far as the shop knows.
  declines integer not null default 0 check (declines >= 0),
  constraint payment_attempts_gateway_provider_order_id_key unique (gateway, provider_order_id),
  constraint payment_attempts_order_id_number_key unique (order_id, number)
);
create index payment_attempts_due on payment_attempts (next_check_at) where state = 'open';
create unique index payment_attempts_open on payment_attempts (order_id) where state = 'open';

-- A payment at the provider that names no order of the shop has neither order nor customer, and never counts.
create table payments (
  id object_id primary key,
  user_id object_id references users(id),
  order_id object_id references orders(id),
  status text not null check (status in ('pending', 'completed', 'failed')),
  gateway text not null check (gateway ~ '^[a-z]+$'),
  gateway_mode text not null check (gateway_mode in ('test', 'sandbox', 'live')),
  transaction_id text not null,
  provider_order_id text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  email_address text,
  update_time timestamptz not null,
  -- Why the payment does not count; on a failed one, the captured amount has to go back.
  problem text,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  -- The sum of its completed refunds, in cents.
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- The buyer or the bank disputes it: its order is not shipped.
  disputed boolean not null default false,
  -- When a pending payment is looked up again.
  next_check_at timestamptz not null default now() + '01:00:00'::interval,
  -- Whether a refund is due: paid for a cancelled or refunded order, sent back by a bank, or never meant to count. While a dispute is
  -- open, the provider decides. Written by updateRefundDue().
  is_refund_due boolean not null default false,
  -- When a bank took the money back without a dispute. An open dispute overrides it.
  reversed_at timestamptz,
  received_cents bigint not null default 0 check (received_cents >= 0),
  due_at timestamptz,
  reminded_at timestamptz,
  -- The most that it has given back at any time, in cents: what a bank has sent back of it is due again.
  most_refunded_cents bigint not null default 0,
  constraint payments_transaction_key unique (gateway, transaction_id),
  constraint payments_of_no_order_fail check ((order_id is null) = (user_id is null) and (order_id is not null or status = 'failed' and problem is not null))
);
create index payments_amount on payments (amount_cents, id);
create index payments_due on payments (next_check_at) where status = 'pending' and problem is null;
create index payments_offline on payments (created_at) where status = 'pending' and (gateway in ('transfer', 'delivery'));
create unique index payments_one_per_order on payments (order_id) where (status in ('pending', 'completed')) and problem is null;
create index payments_order_id on payments (order_id);
create index payments_provider_order_id on payments (provider_order_id);
create index payments_refund_due on payments (order_id) where is_refund_due;
-- For the revenue per day: an index-only scan.
create index payments_sales on payments (created_at) include (amount_cents, refunded_cents, reversed_at, currency) where status = 'completed';
create index payments_searched on payments using gin (folded((((transaction_id || ' ') || coalesce(email_address, '')) || ' ') || coalesce(order_id::text, '')) gin_trgm_ops);
create index payments_status on payments (status, id desc);
create index payments_status_amount on payments (status, amount_cents, id);
-- Completed payments are looked up again now and then: refunds and reversals at the provider may have no event.
create index payments_to_check on payments (next_check_at) where status = 'completed' and refunded_at is null;

-- `request_id` is the idempotency key at the provider: a repeated request refunds once.
create table refunds (
  id object_id primary key,
  payment_id object_id not null references payments(id),
  request_id text not null,
  provider_refund_id text unique,
  amount_cents bigint not null check (amount_cents > 0),
  -- That of its payment.
  currency text not null,
  state text not null check (state in ('queued', 'pending', 'completed', 'failed')),
  -- staff: asked for by staff · automatic: the shop's own · provider: made at the provider's site.
  origin text not null check (origin in ('staff', 'automatic', 'provider')),
  reason text,
  -- Why the provider refused it.
  failure text,
  actor_id object_id references users(id),
  -- When the provider is asked again, unless it has ended.
  next_try_at timestamptz not null default now() + '00:01:00'::interval,
  created_at timestamptz not null default now(),
  -- Set by a trigger.
  completed_at timestamptz,
  -- The request id under which the provider gave no definite answer. While it equals `request_id` the provider may have refunded, and
  -- neither wrong keys nor a silent provider make the refund fail.
  asked_id text,
  constraint refunds_request_key unique (request_id)
);
create index refunds_due on refunds (next_try_at) where state in ('queued', 'pending');
create unique index refunds_one_automatic on refunds (payment_id) where origin = 'automatic' and (state in ('queued', 'pending'));
create index refunds_payment_id on refunds (payment_id);
-- A refund has the time of its completion while it is completed, and at no other time.
create trigger refunds_completed_at before insert or update of state, completed_at on refunds for each row execute function set_refund_completed_at();

create table disputes (
  id object_id primary key,
  gateway text not null,
  provider_dispute_id text not null,
  payment_id object_id references payments(id),
  state text not null check (state in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  is_open boolean not null generated always as (state in ('needs_response', 'under_review')) stored,
  -- The provider's own words, shown to staff; no rule depends on them.
  provider_reason text not null,
  provider_status text not null,
  provider_stage text not null,
  provider_outcome text,
  amount_cents bigint not null,
  currency text not null,
  respond_by timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the provider awards the buyer, in cents; null while the dispute is open or when the provider does not say.
  awarded_cents bigint check (awarded_cents >= 0),
  constraint disputes_gateway_provider_dispute_id_key unique (gateway, provider_dispute_id)
);
create index disputes_is_open on disputes (is_open, id desc);
create index disputes_payment_id on disputes (payment_id);

-- The shop's answers to disputes, written before the provider is called, so that a lost answer loses nothing.
create table dispute_answers (
  id object_id primary key,
  dispute_id object_id not null references disputes(id) on delete cascade,
  -- Null for a deleted account.
  actor_id object_id references users(id) on delete set null,
  action text not null check (action in ('accept-claim', 'provide-evidence')),
  -- sending: no definite answer yet, the provider may have it · sent · refused.
  state text not null default 'sending' check (state in ('sending', 'sent', 'refused')),
  -- The provider's message.
  refusal text,
  -- Emptied when the order is anonymised.
  text text,
  carrier text,
  tracking_number text,
  created_at timestamptz not null default now()
);
create index dispute_answers_actor_id on dispute_answers (actor_id);
create index dispute_answers_dispute_id on dispute_answers (dispute_id);

create table dispute_files (
  id object_id primary key,
  answer_id object_id not null references dispute_answers(id) on delete cascade,
  name text not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/gif', 'image/png', 'application/pdf')),
  size integer not null,
  bytes bytea not null
);
create index dispute_files_answer_id on dispute_files (answer_id);

-- Events of the provider, by id: everything else is retrieved from the provider.
create table webhook_events (
  gateway text not null,
  event_id text not null,
  kind text not null check (kind in ('session', 'charge', 'refund', 'dispute', 'other')),
  event_type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  constraint webhook_events_pkey primary key (gateway, event_id)
);
create index webhook_events_waiting on webhook_events (received_at) where processed_at is null;

-- The shop's own account at each provider, as the provider named it when asked with these keys; null when it answered without one.
create table provider_accounts (
  gateway text primary key,
  client_id text not null,
  account text,
  answered_at timestamptz not null default now(),
  -- The provider refused these keys when it was asked last.
  is_refused boolean not null default false,
  -- What the provider said when it would not open the last payment; null when it opened it.
  payment_refusal text
);

-- The last number of each series: a series without a gap needs a row that waits for the transaction before it.
create table invoice_counters (
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  -- Of test or sandbox money.
  is_test boolean not null,
  last integer not null,
  constraint invoice_counters_pkey primary key (kind, year, is_test)
);

-- What does not change afterwards is read from the order; the rest is kept as it was.
create table invoices (
  id object_id primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  is_test boolean not null,
  position integer not null,
  number text not null,
  order_id object_id not null references orders(id) on delete cascade,
  -- Null: gift cards paid the whole order.
  payment_id object_id references payments(id) on delete cascade,
  -- Of a credit note: its invoice. Of an invoice that charges again: the credit note that it undoes.
  corrects object_id references invoices(id) on delete cascade,
  provider_refund_id text,
  amount_cents bigint not null check (amount_cents >= 0),
  -- The changed settings of the group 'shop'.
  seller jsonb not null,
  issued_at timestamptz not null default now(),
  payable jsonb,
  constraint invoices_kind_year_is_test_position_key unique (kind, year, is_test, "position"),
  constraint invoices_check1 check ((kind = 'invoice') = (provider_refund_id is null)),
  constraint invoices_corrects_check check (kind = 'invoice' or corrects is not null)
);
-- A chargeback is credited, and charged again by an invoice of the same amount once the shop wins.
create unique index invoices_charged_again on invoices (corrects) where kind = 'invoice';
create unique index invoices_of_gift_cards on invoices (order_id) where kind = 'invoice' and corrects is null and payment_id is null;
create index invoices_of_order on invoices (order_id);
create unique index invoices_of_payment on invoices (payment_id) where kind = 'invoice' and corrects is null;
create unique index invoices_of_refund on invoices (payment_id, provider_refund_id) where kind = 'credit-note';

-- How many emails were withheld because their recipient had had enough, by day and kind, without recipients. Read by the doctor, deleted
-- after 30 days.
create table withheld_emails (
  day date not null default current_date,
  kind text not null,
  count integer not null default 1,
  constraint withheld_emails_pkey primary key (day, kind)
);

-- CSV imports: what each row would do is stored before anything is written, and each row is marked in the transaction that writes it, so
-- that an import goes on where it stopped.
create table imports (
  id object_id primary key,
  actor_id object_id not null,
  file_name text not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'done')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What a file says beside its rows: columns that are not taken, and how its numbers are read.
  ignored jsonb not null default '[]'::jsonb,
  notes jsonb not null default '[]'::jsonb,
  -- Whether the file is another shop's, and the sentence on columns that its new products need and it has not.
  is_foreign boolean not null default false,
  lacking text not null default '',
  constraint imports_check check ((finished_at is not null) = (state = 'done'))
);

create table import_rows (
  import_id object_id not null references imports(id) on delete cascade,
  -- As spreadsheets number rows; the first one names the columns.
  row integer not null check ("row" > 1),
  kind text not null check (kind in ('created', 'updated', 'unchanged', 'refused')),
  -- Also of a product that is still to be created, so that it is created once.
  product_id object_id,
  name text not null,
  input jsonb not null,
  changes jsonb not null,
  errors jsonb not null,
  warnings jsonb not null default '[]'::jsonb,
  done_at timestamptz,
  constraint import_rows_pkey primary key (import_id, "row"),
  constraint import_rows_check check (product_id is not null or kind = 'refused')
);
create index import_rows_waiting on import_rows (import_id, "row") where done_at is null and (kind in ('created', 'updated'));

-- The names that imported products had in another shop, in small letters: a file that is imported again finds them. Taken before the
-- product is inserted.
create table product_handles (
  handle text primary key check (handle = lower(handle)),
  product_id object_id not null,
  constraint product_handles_product_id_fkey foreign key (product_id) references products(id) on delete cascade deferrable initially deferred
);
create index product_handles_product_id on product_handles (product_id);

-- Pictures that a file gives by address, fetched once for each product after the import.
create table imported_pictures (
  product_id object_id not null references products(id) on delete cascade,
  address text not null,
  import_id object_id not null,
  position integer not null,
  alt text not null,
  -- The values of the options of the variants that show it.
  variants jsonb not null default '[]'::jsonb,
  -- 'fetched': in the library, and not yet among the product's pictures.
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'done', 'failed')),
  media_id object_id references media(id) on delete set null,
  reason text,
  constraint imported_pictures_pkey primary key (product_id, address)
);
create index imported_pictures_import_id on imported_pictures (import_id, product_id);
create index imported_pictures_media_id on imported_pictures (media_id);

-- One row: the end of the chain. Locked by every writer, so that writers take turns.
create table audit_head (
  is_only boolean default true primary key check (is_only),
  id bigint not null,
  hash bytea not null
);

-- Security-relevant events and changes by staff. The hash of a row covers the one before, so that a row that is changed, removed or
-- inserted later breaks the chain.
create table audit_log (
  id bigint primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null for the operator and for the shop itself.
  actor_id object_id,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  hash bytea not null
);
-- The log is read by action, by time, and by subject, of which a prefix is enough.
create index audit_log_action on audit_log (action, id desc);
create index audit_log_actor_action on audit_log (actor_id, action, id desc);
create index audit_log_actor_id on audit_log (actor_id, id desc);
create index audit_log_at on audit_log (at);
create index audit_log_subject on audit_log (subject text_pattern_ops, id desc);
-- Audit chain: each row carries the hash of the row before it.
create trigger append_to_audit_log before insert on audit_log for each row execute function append_to_audit_log();
-- Audit chain: rows are neither changed nor deleted.
create trigger refuse_audit_change before delete or update or truncate on audit_log for each statement execute function refuse_audit_change();

-- When each scheduled job has last run, so that one that has stopped is noticed. `waiting_since` is when the shop was last opened.
create table scheduled_runs (
  name text primary key,
  added_at timestamptz not null default now(),
  waiting_since timestamptz not null default now(),
  ran_at timestamptz
);

-- The rows of the demo seed: what `npm run admin -- leave-demo` removes.
create table demo_rows (
  kind text not null check (kind in ('user', 'category', 'product', 'media')),
  id object_id not null,
  name text not null,
  constraint demo_rows_pkey primary key (kind, id)
);

create table discounts (
  id object_id primary key,
  -- Shoppers read it beside what it takes off.
  name text not null check (name <> ''),
  kind text not null check (kind in ('percent', 'amount', 'free-delivery', 'buy-get')),
  percent double precision check (percent > 0::double precision and percent <= 100::double precision),
  amount_cents bigint check (amount_cents > 0),
  buy integer check (buy > 0),
  get integer check (get > 0),
  applies_to text not null check (applies_to in ('everything', 'categories', 'collections', 'products')),
  target_ids text[] not null default '{}'::text[],
  min_subtotal_cents bigint check (min_subtotal_cents > 0),
  min_quantity integer check (min_quantity > 0),
  first_order_only boolean not null default false,
  -- Accounts that may use it; empty: everyone.
  customer_ids text[] not null default '{}'::text[],
  begins_at timestamptz,
  ends_at timestamptz,
  limit_in_all integer check (limit_in_all > 0),
  limit_per_customer integer check (limit_per_customer > 0),
  -- The number of its rows in discount_uses.
  uses integer not null default 0,
  is_automatic boolean not null default false,
  is_combinable boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  deleted_at timestamptz,
  constraint discounts_cover_something check ((applies_to = 'everything') = (target_ids = '{}'::text[])),
  constraint discounts_end_after_they_begin check (ends_at > begins_at),
  constraint discounts_say_how_much check (
case kind
    when 'percent' then percent is not null
    when 'amount' then amount_cents is not null
    when 'buy-get' then percent is not null and buy is not null and get is not null
    else true
end),
  constraint discounts_uses_within_limit check (uses >= 0 and uses <= coalesce(limit_in_all, uses))
);
-- Every cart asks for these.
create index discounts_automatic on discounts (id) where is_automatic and is_active and deleted_at is null;

-- A discount has one code for all, or many for one order each.
create table discount_codes (
  -- The code as codes are compared: in upper case, without spaces and hyphens.
  key text primary key check (key <> ''),
  code text not null,
  discount_id object_id not null references discounts(id),
  is_single_use boolean not null,
  -- The order that used up a code for one.
  order_id object_id references orders(id) on delete set null,
  constraint discount_codes_for_all_are_not_used_up check (is_single_use or order_id is null)
);
create index discount_codes_discount_id on discount_codes (discount_id);
create unique index discount_codes_one_for_all on discount_codes (discount_id) where not is_single_use;
create index discount_codes_order_id on discount_codes (order_id) where order_id is not null;

-- The discounts of orders; the rows of an order go when it is cancelled.
create table discount_uses (
  order_id object_id not null references orders(id) on delete cascade,
  discount_id object_id not null references discounts(id),
  code text,
  constraint discount_uses_pkey primary key (order_id, discount_id)
);
create index discount_uses_discount_id on discount_uses (discount_id);

-- A card gets its code when its email is written, so that the database never holds a code: the hash finds it, the last four characters
-- name it.
create table gift_cards (
  id object_id primary key,
  -- SHA-256 of the code in capitals without dashes and spaces.
  code_hash bytea unique,
  last_four text check (last_four ~ '^[0-9A-Z]{4}$'),
  initial_cents bigint not null check (initial_cents > 0),
  -- The sum of the card's ledger.
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expires_at timestamptz,
  -- The order with which it was bought, and the position of its line.
  order_id object_id references orders(id) on delete cascade,
  line integer,
  -- The member of staff who made it; without a reference, as in the audit log.
  made_by object_id,
  recipient_email text check (recipient_email <> ''),
  message text check (message <> ''),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint gift_cards_code_check check ((code_hash is null) = (last_four is null)),
  constraint gift_cards_origin_check check (num_nonnulls(order_id, made_by) = 1 and (order_id is null) = (line is null)),
  constraint gift_cards_line_fkey foreign key (order_id, line) references order_lines(order_id, "position") on delete cascade
);
create index gift_cards_expiring on gift_cards (expires_at) where balance_cents > 0;
create index gift_cards_order_id on gift_cards (order_id, line);
create index gift_cards_searched on gift_cards using gin (folded((((coalesce(last_four, '') || ' ') || coalesce(recipient_email, '')) || ' ') || coalesce(order_id::text, '')) gin_trgm_ops);

-- Append-only: the sum of a card's rows is its balance.
create table gift_card_ledger (
  id bigint generated always as identity primary key,
  gift_card_id object_id not null references gift_cards(id) on delete cascade,
  delta_cents bigint not null check (delta_cents <> 0),
  reason text not null check (reason in ('issue', 'order', 'release', 'refund', 'take-back', 'adjust', 'expire')),
  -- The order that it paid, or with which the card was bought and goes back.
  order_id object_id,
  -- Of a refund by staff: a repeated request gives back once.
  request_id text,
  -- Of staff; without a reference, as in the audit log.
  actor_id object_id,
  note text,
  created_at timestamptz not null default now(),
  constraint gift_card_ledger_order_check check ((order_id is not null) = (reason in ('order', 'release', 'refund', 'take-back')))
);
create index gift_card_ledger_card on gift_card_ledger (gift_card_id, id);
-- An order takes from a card once, and releases it once.
create unique index gift_card_ledger_once on gift_card_ledger (order_id, gift_card_id, reason) where reason in ('order', 'release');
-- The sum of a card's rows is its balance, so rows never change.
create trigger gift_card_ledger_is_append_only before update on gift_card_ledger for each row execute function refuse_change();

-- Effective prices of variants and since when each was asked, for the lowest price before a reduction.
create table price_history (
  variant_id object_id not null references variants(id) on delete cascade,
  since timestamptz not null,
  cents bigint not null check (cents >= 0),
  constraint price_history_pkey primary key (variant_id, since)
);
-- The lowest price of thirty days is named by law, so what was asked never changes.
create trigger price_history_is_append_only before update on price_history for each row execute function refuse_change();

-- Sales with begin and end.
create table planned_prices (
  id object_id primary key,
  name text not null,
  target jsonb not null,
  kind text not null check (kind in ('percent', 'amount', 'price')),
  value bigint not null check (value > 0),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'ended')),
  product_count integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint planned_prices_check check (begins_at < ends_at)
);
create index planned_prices_due on planned_prices (state, begins_at, ends_at) where state <> 'ended';

-- Rows of products and variants that a running plan reduces, as they were chosen when it began.
create table planned_price_rows (
  plan_id object_id not null references planned_prices(id) on delete cascade,
  product_id object_id not null references products(id) on delete cascade,
  variant_id object_id references variants(id) on delete cascade,
  cents bigint not null check (cents >= 0),
  constraint planned_price_rows_plan_id_product_id_variant_id_key unique nulls not distinct (plan_id, product_id, variant_id)
);
create index planned_price_rows_product_id on planned_price_rows (product_id);
create index planned_price_rows_variant_id on planned_price_rows (variant_id) where variant_id is not null;

-- What staff had set on a row that plans reduce, and what was written there instead.
create table replaced_prices (
  product_id object_id not null references products(id) on delete cascade,
  variant_id object_id references variants(id) on delete cascade,
  on_sale boolean,
  sale_price_cents bigint,
  written_on_sale boolean not null,
  written_cents bigint not null,
  constraint replaced_prices_product_id_variant_id_key unique nulls not distinct (product_id, variant_id)
);
create index replaced_prices_variant_id on replaced_prices (variant_id) where variant_id is not null;

-- The cart of an account, which follows it from device to device. Prices are not stored.
create table carts (
  user_id object_id primary key references users(id) on delete cascade,
  lines jsonb not null,
  note text check (length(note) >= 1 and length(note) <= 500),
  gift_text text check (length(gift_text) >= 1 and length(gift_text) <= 300),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Empty again once the cart was emptied: what follows is another cart.
  reminded_at timestamptz
);
create index carts_updated_at on carts (updated_at) where reminded_at is null;

-- Carts behind a link: lines alone, nothing of the person who shares them.
create table shared_carts (
  token_hash bytea primary key,
  lines jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table service_keys (
  name text primary key check (name ~ '^[a-z]+(-(sandbox|live))?$'),
  sealed text not null,
  shown jsonb not null default '{}'::jsonb,
  changed_by object_id references users(id) on delete set null,
  changed_at timestamptz not null default now()
);

create table payment_receipts (
  id object_id primary key,
  payment_id object_id not null references payments(id) on delete cascade,
  request_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  received_on date not null,
  note text,
  actor_id object_id references users(id) on delete set null,
  created_at timestamptz not null default now(),
  constraint payment_receipts_payment_id_request_id_key unique (payment_id, request_id)
);

-- How many visits of a day came how far. Sums alone: nothing here is of one visitor.
create table visit_counts (
  day date not null,
  source text not null,
  visit integer not null default 0,
  product integer not null default 0,
  cart integer not null default 0,
  checkout integer not null default 0,
  placed integer not null default 0,
  constraint visit_counts_pkey primary key (day, source)
);

-- What a refund by staff is of. A line that goes back to gift cards in part and to the provider for the rest has two rows; the second
-- has its units.
create table refunded_lines (
  id bigint generated always as identity primary key,
  order_id object_id not null references orders(id) on delete cascade,
  -- The position of the line; null: delivery with its fee.
  line integer,
  quantity integer not null check (quantity >= 0),
  cents bigint not null check (cents >= 0),
  -- While it is refused, its rows do not count.
  refund_id object_id references refunds(id) on delete cascade,
  -- Of what went back to gift cards: it replaces the refund's id in their credit note.
  card_note text,
  constraint refunded_lines_way_check check (num_nonnulls(refund_id, card_note) = 1),
  constraint refunded_lines_line_fkey foreign key (order_id, line) references order_lines(order_id, "position") on delete cascade
);
create index refunded_lines_order_id on refunded_lines (order_id);

-- Credit notes count up, and what is charged again counts down.
create table credited_taxes (
  invoice_id object_id not null references invoices(id) on delete cascade,
  order_id object_id not null references orders(id) on delete cascade,
  label text not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  constraint credited_taxes_pkey primary key (invoice_id, label)
);
create index credited_taxes_order_id on credited_taxes (order_id);

-- Rows of a table send this live event at these moments, and when one of these columns changes.
create function add_live_events(source text, event text, moments text, columns text[])
 returns void
 language plpgsql
as $$
declare
  was text := (select string_agg('old.' || name, ', ') from unnest(columns) as name);
  becomes text := (select string_agg('new.' || name, ', ') from unnest(columns) as name);
begin
  execute format('create trigger %I after %s on %I for each row execute function send_live_event(%L)',
    'live_' || event, moments, source, event);
  if columns <> '{}' then
    execute format('create trigger %I after update on %I for each row when ((%s) is distinct from (%s)) execute function send_live_event(%L)',
      'live_' || event || '_changed', source, was, becomes, event);
  end if;
end $$;

create function append_to_audit_log()
 returns trigger
 language plpgsql
as $$
declare head audit_head;
begin
  select * into head from audit_head for update;
  new.id := head.id + 1;
  new.hash := audit_hash(head.hash, new);
  update audit_head set id = new.id, hash = new.hash;
  return new;
end $$;

create function audit_hash(previous bytea, entry audit_log)
 returns bytea
 language sql
 stable
as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.actor_id, entry.action, entry.subject, entry.before, entry.after
  )::text, 'UTF8'))
$$;

-- Texts are compared without accents, vowel signs and what is not seen (fold() of runtime/fold.ts does the same).
create function folded(text text)
 returns text
 language sql
 immutable parallel safe
as $$
  select case when octet_length($1) = length($1) then translate(lower($1), '''`', '') else
    normalize(replace(replace(replace(replace(
      translate(
        regexp_replace(
          normalize(regexp_replace(lower($1), '[''’‘ʼ`´]', '', 'g'), nfkd),
          '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]',
          '', 'g'),
        'łøđðħıŧςٱىیةکँ‐', 'loddhitσاييهكं-'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfc)
  end
$$;

create function index_changed_variants()
 returns trigger
 language plpgsql
as $$
begin
  -- Until indexProducts() reads its codes again.
  update product_index set terms = null where terms is not null and product_id in (
    select becomes.product_id from changed_from as was join changed_to as becomes using (id)
    where (was.sku, was.barcode) is distinct from (becomes.sku, becomes.barcode)
      or coalesce(was.sku, was.barcode) is not null
        and (was.is_active, was.deleted_at) is distinct from (becomes.is_active, becomes.deleted_at)
  );
  perform index_variants(product_id) from (
    select distinct becomes.product_id from changed_from as was join changed_to as becomes using (id)
    where (was.is_active, was.deleted_at, was.position, was.option_values)
      is distinct from (becomes.is_active, becomes.deleted_at, becomes.position, becomes.option_values)
    order by 1
  ) as changed;
  perform index_prices(product_id) from (
    select distinct becomes.product_id from changed_from as was join changed_to as becomes using (id)
    where (was.price_cents, was.on_sale, was.sale_price_cents) is distinct from (becomes.price_cents, becomes.on_sale, becomes.sale_price_cents)
    order by 1
  ) as changed;
  return null;
end $$;

create function index_opened_stock()
 returns trigger
 language plpgsql
as $$
begin
  update product_index set terms = null where terms is not null and product_id in (
    select variants.product_id from added join variants on id = variant_id where coalesce(sku, barcode) is not null
  );
  perform index_variants(product_id) from (select distinct product_id from added order by 1) as opened;
  return null;
end $$;

-- Writes lowest price and highest discount into the product index.
create function index_prices(product text)
 returns void
 language sql
as $$
  update product_index set (price_cents, is_discounted, saved_percent) = (lowest, saved > 0, round(saved))
  from products, prices_of(products)
  where id = product and product_id = id
    and (product_index.price_cents, product_index.is_discounted, saved_percent)
      is distinct from (lowest, saved > 0, round(saved)::smallint)
$$;

create function index_product()
 returns trigger
 language plpgsql
as $$
begin
  if new.deleted_at is not null then
    delete from product_index where product_id = new.id;
    return null;
  end if;
  insert into product_index (product_id, category_number, price_cents, rating_average, is_active, is_discounted, saved_percent)
  select new.id, number, lowest, new.rating_average, new.is_active, saved > 0, round(saved)
  from prices_of(new), categories where categories.id = new.category_id
  on conflict (product_id) do update set
    category_number = excluded.category_number,
    price_cents = excluded.price_cents,
    rating_average = excluded.rating_average,
    is_active = excluded.is_active,
    is_discounted = excluded.is_discounted,
    saved_percent = excluded.saved_percent,
    terms = case
      when (old.name, old.description, old.category_id, old.tags, old.vendor) is not distinct from
        (new.name, new.description, new.category_id, new.tags, new.vendor)
        then product_index.terms
    end
  where (old.name, old.description, old.category_id, old.tags, old.vendor) is distinct from
      (new.name, new.description, new.category_id, new.tags, new.vendor)
    or (product_index.price_cents, product_index.rating_average, product_index.is_active, product_index.is_discounted,
        product_index.saved_percent)
      is distinct from (excluded.price_cents, excluded.rating_average, excluded.is_active, excluded.is_discounted,
        excluded.saved_percent);
  if tg_op = 'UPDATE' and old.options is distinct from new.options then
    perform index_variants(new.id);
  end if;
  return null;
end $$;

create function index_stock()
 returns trigger
 language plpgsql
as $$
declare
  present record;
begin
  select * into present from stock_of(new.product_id);
  new.in_stock := present.in_stock;
  new.is_low := present.is_low;
  new.offered_set := option_set_of(present.offered);
  new.stocked_set := option_set_of(present.stocked);
  return new;
end $$;

-- Writes what the product index says of a product's variants.
create function index_variants(product text)
 returns void
 language plpgsql
as $$
declare
  present record;
  now_offered integer;
  now_stocked integer;
begin
  -- When two variants of a product sell out at once, the second one waits here and then sees the first.
  perform from product_index where product_id = product for no key update;
  select * into present from stock_of(product);
  now_offered := option_set_of(present.offered);
  now_stocked := option_set_of(present.stocked);
  update product_index
  set in_stock = present.in_stock, is_low = present.is_low, offered_set = now_offered, stocked_set = now_stocked
  where product_id = product and (in_stock, is_low, offered_set, stocked_set)
    is distinct from (present.in_stock, present.is_low, now_offered, now_stocked);
  perform index_prices(product);
end $$;

create function index_variants_of_stock()
 returns trigger
 language plpgsql
as $$
begin
  perform index_variants(new.product_id);
  return null;
end $$;

create function insert_stock()
 returns trigger
 language plpgsql
as $$
begin
  insert into stock select id, product_id, 0 from added;
  return null;
end $$;

-- Repeats problemsWithoutRefund of the contract. A payment stays disputed after the buyer has won; what is left of it is due once no
-- dispute about it is open. Without a recorded dispute (a chargeback) the flag alone decides.
create function is_refund_due(payment payments)
 returns boolean
 language sql
 stable
as $$
  select payment.refunded_cents < payment.amount_cents and payment.reversed_at is null
    and not (payment.disputed and (select coalesce(bool_or(is_open), true)
      from disputes where payment_id = payment.id))
    and case payment.status
      when 'completed' then payment.refunded_cents < payment.most_refunded_cents
        or (select status in ('cancelled', 'refunded') from orders where id = payment.order_id)
      when 'failed' then coalesce(payment.problem not in (
        'The buyer has not approved this payment.',
        'Its amount was changed at the provider, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It is not as the shop opens payments, so the shop stopped it. No money was taken, and there is nothing to do.',
        'It goes to another account at the provider, not to that of the shop. Do not send the goods. The shop has no money to return: the buyer gets it back from the provider.',
        'It consists of several payments, and the shop asks for one. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'A part of it goes to another account, or it is held back at the provider. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
        'The shop did not open this payment, and it is not of the amount of the order. Look it up at the provider. If it belongs to no sale, refund it there.',
        'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.'
      ), false)
      else false
    end
$$;

create function keep_email_in_order_search()
 returns trigger
 language plpgsql
as $$
begin
  update order_search set text = order_search_text(orders)
  from orders where orders.user_id = new.id and order_search.order_id = orders.id;
  return null;
end $$;

-- The order may be gone, or changed again, when the transaction commits.
create function keep_order_search()
 returns trigger
 language plpgsql
as $$
begin
  insert into order_search select id, order_search_text(orders) from orders where id = new.id
  on conflict (order_id) do update set text = excluded.text where order_search.text <> excluded.text;
  return null;
end $$;

create function limit_session()
 returns trigger
 language plpgsql
as $$
begin
  new.expires_at := session_end((select role from users where id = new.user_id), new.created_at, new.last_used_at);
  return new;
end $$;

create function limit_sessions_of_role()
 returns trigger
 language plpgsql
as $$
begin
  update sessions set expires_at = session_end(new.role, created_at, last_used_at) where user_id = new.id;
  return null;
end $$;

-- The address that most providers deliver an address to: without what follows a plus, and at Gmail without dots.
create function mailbox_of(email text)
 returns text
 language sql
 immutable parallel safe
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select regexp_replace(lower(regexp_replace(email, '@[^@]*$', '')), '(.)\+.*$', '\1') as name,
      lower(substring(email from '[^@]*$')) as domain
  ) as parts
$$;

create function notify_of_ended_sessions()
 returns trigger
 language plpgsql
as $$
begin
  perform pg_notify('lost_access', admins.id)
  from (select distinct users.id from ended join users on users.id = ended.user_id where users.role = 'admin') admins;
  return null;
end $$;

-- Tells all instances whose access to the dashboard may have ended; they close that admin's event streams.
create function notify_of_lost_access()
 returns trigger
 language plpgsql
as $$
begin
  perform pg_notify('lost_access', new.id);
  return null;
end $$;

-- Sends a live event (contract/src/staff/live-events.ts). A transaction that collects its live events sends them after its commit: a
-- NOTIFY in it would hold a lock of the whole database until the commit is on the disk. Equal ones are kept once, and very many are
-- notified as others are.
create function notify_staff(event jsonb)
 returns void
 language plpgsql
as $$
declare
  collected text := coalesce(nullif(current_setting('mela.events', true), ''), '[]');
begin
  if current_setting('mela.collects_events', true) is distinct from 'on' or length(collected) > 8000 then
    perform pg_notify('live_events', event::text);
  elsif not collected::jsonb @> jsonb_build_array(event) then
    perform set_config('mela.events', (collected::jsonb || event)::text, true);
  end if;
end $$;

-- The id of a set, which is inserted when it is new.
create function option_set_of(chosen jsonb)
 returns integer
 language plpgsql
as $$
declare
  known integer;
begin
  if chosen is null then
    return null;
  end if;
  -- Until the commit no set is deleted (forgetUnusedSets()).
  lock table option_sets in row exclusive mode;
  select min(id) into known from option_sets where variants = chosen;
  if known is null then
    insert into option_sets (variants) values (chosen) returning id into known;
  end if;
  return known;
end $$;

-- For so many years paid orders of deleted accounts keep name and address.
create function order_retention_years()
 returns integer
 language sql
 stable parallel safe
as $$
  select coalesce((select (changes #>> '{legal,retentionYears}')::integer from settings), 8)
$$;

-- With the order's number, and the phone number as phones show it, plus and country code included.
create function order_search_text(entry orders)
 returns text
 language sql
 stable
as $$
  select folded(concat_ws(' ',
    entry.id, entry.number_prefix || entry.number,
    entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    '+' || (entry.shipping_address->>'countryCode') || (entry.shipping_address->>'phoneNumber'),
    entry.shipping_address->>'pinCode', users.email,
    (select string_agg(concat_ws(' ', name, sku, chosen.options), ' ' order by position)
      from order_lines, lateral (select string_agg(key || ' ' || value, ' · ') from json_each_text(order_lines.options)) chosen (options)
      where order_id = entry.id)
  )) from users where users.id = entry.user_id
$$;

-- The step between round amounts that holds a price: ROUND_AMOUNTS of search/price-bands.ts.
create function price_step(cents bigint)
 returns integer
 language sql
 immutable parallel safe
return (width_bucket(cents, '{0,100,150,200,250,300,400,500,600,800,1000,1500,2000,2500,3000,4000,5000,6000,8000,10000,15000,20000,25000,30000,40000,50000,60000,80000,100000,150000,200000,250000,300000,400000,500000,600000,800000,1000000,1500000,2000000,2500000,3000000,4000000,5000000,6000000,8000000,10000000,15000000,20000000,25000000,30000000,40000000,50000000,60000000,80000000,100000000,150000000,200000000,250000000,300000000,400000000,500000000,600000000,800000000,1000000000,1500000000,2000000000,2500000000,3000000000,4000000000,5000000000,6000000000,8000000000,10000000000,15000000000,20000000000,25000000000,30000000000,40000000000,50000000000,60000000000,80000000000}'::bigint[]) - 1)$$;

-- The lowest price of the variants with stock, by effectivePrice() of the contract, and the highest discount in percent; of all active
-- ones when everything is sold out, and the product's own if none is active.
create function prices_of(product products)
 returns table(lowest bigint, saved numeric)
 language sql
 stable
as $$
  select coalesce(min(cents) filter (where has_stock), min(cents)),
    coalesce(max(saved) filter (where has_stock), case when bool_or(has_stock) then 0 else max(saved) end, 0)
  from (select) as one
    left join variants on product_id = product.id and variants.is_active and variants.deleted_at is null
    left join stock on variant_id = variants.id
    cross join lateral (select
      coalesce(quantity > 0, false) as has_stock,
      coalesce(variants.price_cents, product.price_cents) as price,
      coalesce(variants.on_sale, product.on_sale) as on_sale,
      coalesce(variants.sale_price_cents, product.sale_price_cents) as sale) as its
    cross join lateral (select case when its.on_sale and sale > 0 and sale < price then sale else price end as cents) as sold
    cross join lateral (select (price - cents) * 100.0 / nullif(price, 0) as saved) as discount
$$;

create function record_price_of_variant()
 returns trigger
 language plpgsql
as $$
begin
  perform record_prices(new.product_id, new.id);
  return null;
end $$;

-- The price is that of effectivePrice() of the contract; an unchanged one adds no row.
create function record_prices(product text, variant text default null::text)
 returns void
 language sql
as $$
  insert into price_history (variant_id, since, cents)
  select variants.id, clock_timestamp(), sold.cents
  from variants join products on products.id = variants.product_id
    cross join lateral (select
      coalesce(variants.price_cents, products.price_cents) as price,
      coalesce(variants.on_sale, products.on_sale) as on_sale,
      coalesce(variants.sale_price_cents, products.sale_price_cents) as sale) as its
    cross join lateral (select case when its.on_sale and sale > 0 and sale < price then sale else price end as cents) as sold
  where variants.product_id = product and (variant is null or variants.id = variant)
    and sold.cents is distinct from (
      select cents from price_history where variant_id = variants.id order by since desc limit 1)
$$;

create function record_prices_of_product()
 returns trigger
 language plpgsql
as $$
begin
  perform record_prices(new.id);
  return null;
end $$;

create function refuse_audit_change()
 returns trigger
 language plpgsql
as $$
begin
  raise exception 'The audit log only grows.';
end $$;

create function refuse_change()
 returns trigger
 language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- An address that an account can be given back belongs to no other account. Runs after the write, so that a registration that waited for
-- the change to commit is refused too.
create function refuse_reserved_email()
 returns trigger
 language plpgsql
as $$
begin
  if exists (select from email_changes where email = new.email and user_id <> new.id and expires_at > now()) then
    raise unique_violation using constraint = 'users_email_key', message = 'This address can still be given back.';
  end if;
  return null;
end $$;

-- At this number of units staff are told to reorder.
create function reorder_level()
 returns integer
 language sql
 immutable parallel safe
as $$ select 5 $$;

-- Events are those of contract/src/staff/live-events.ts. Of a list that is out of date the event names the list, and nothing of what
-- changed.
create function send_live_event()
 returns trigger
 language plpgsql
as $$
begin
  if tg_argv[0] = 'order' then
    perform notify_staff(jsonb_build_object(
      'kind', 'order', 'order', new.id, 'from', old.status, 'status', new.status,
      'total', new.total_cents / 100.0, 'currency', new.currency,
      -- NOTIFY takes 8000 bytes; a longer payload would fail the order.
      'customer', left(concat_ws(' ',
        new.shipping_address->'name'->>'firstName', new.shipping_address->'name'->>'lastName'), 200)
    ));
  elsif tg_argv[0] = 'payment' then
    perform notify_staff(jsonb_build_object(
      'kind', 'payment', 'payment', new.id, 'order', new.order_id,
      'problem', case when new.problem is distinct from old.problem then left(new.problem, 200) end
    ));
  elsif tg_argv[0] = 'refund' then
    perform notify_staff(jsonb_build_object('kind', 'payment', 'payment', id, 'order', order_id, 'problem', null))
    from payments where id = new.payment_id;
  elsif tg_argv[0] = 'dispute' then
    perform notify_staff(jsonb_build_object('kind', 'dispute', 'dispute', new.id, 'isNew', tg_op = 'INSERT'));
  elsif tg_argv[0] = 'low-stock' then
    if old.quantity > reorder_level() and new.quantity <= reorder_level() or old.quantity > 0 and new.quantity = 0 then
      perform notify_staff(jsonb_build_object(
        'kind', 'low-stock', 'product', products.id, 'stock', new.quantity,
        'name', left(name || coalesce(' (' || nullif(array_to_string(option_values, ', '), '') || ')', ''), 200)
      )) from products join variants on variants.id = new.variant_id
      where products.id = new.product_id and products.is_active and products.deleted_at is null
        and variants.is_active and variants.deleted_at is null;
    end if;
  else
    perform notify_staff(jsonb_build_object('kind', 'changed', 'what', tg_argv[0]));
  end if;
  return null;
end $$;

-- When a session ends: of a guest after a day, for staff after 12 hours without use or 7 days, for customers after 30 days or a year. A
-- function, so that a change of role changes the limits at once.
create function session_end(role text, created_at timestamptz, last_used_at timestamptz)
 returns timestamptz
 language sql
 stable
as $$
  select case role
    when 'customer' then least(last_used_at + interval '30 days', created_at + interval '1 year')
    when 'guest' then created_at + interval '24 hours'
    else least(last_used_at + interval '12 hours', created_at + interval '7 days')
  end
$$;

create function set_refund_completed_at()
 returns trigger
 language plpgsql
as $$
begin
  if new.state <> 'completed' then
    new.completed_at := null;
  elsif new.completed_at is null then
    new.completed_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  end if;
  return new;
end
$$;

create function set_updated_at()
 returns trigger
 language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- What prices are in and new orders are placed in.
create function shop_currency()
 returns text
 language sql
 stable parallel safe
as $$
  select coalesce((select changes #>> '{money,currency}' from settings), 'USD')
$$;

-- Statements take it in a subselect, so that it is asked once.
create function shop_time_zone()
 returns text
 language sql
 stable parallel safe
as $$
  select coalesce((select changes #>> '{shop,timeZone}' from settings), 'Asia/Kolkata')
$$;

-- What the product index says of the variants of a product. While options are being written, a variant without a value of each is left
-- out.
create function stock_of(product text, out in_stock boolean, out is_low boolean, out offered jsonb, out stocked jsonb)
 returns record
 language sql
 stable
as $$
  with named as (
    select array_agg(option->>'name' order by place) as names
    from products, jsonb_array_elements(options) with ordinality as options (option, place) where id = product
  )
  select coalesce(bool_or(quantity > 0), false), coalesce(bool_or(quantity <= reorder_level()), false),
    jsonb_agg(chosen order by position, id) filter (where chosen is not null),
    jsonb_agg(chosen order by position, id) filter (where chosen is not null and quantity > 0)
  from (
    select id, position, quantity,
      case when cardinality(option_values) = cardinality(names) then jsonb_object(names, option_values) end as chosen
    from variants join stock on variant_id = id cross join named
    where variants.product_id = product and is_active and deleted_at is null
  ) as sold
$$;
