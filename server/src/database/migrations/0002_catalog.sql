create table categories (
  id object_id primary key,
  name text not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  constraint categories_slug_key unique (slug)
);
create unique index categories_name_key on categories (lower(name));

create table media (
  id object_id primary key,
  name text not null,
  -- The largest rendition, '<hash>-<width>.webp'; equal pictures share their files.
  file text not null check (file ~ '^[0-9a-f]{32}-[0-9]+\.webp$'),
  alt text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now()
);

create table products (
  id object_id primary key,
  name text not null,
  description text not null,
  price_cents bigint not null check (price_cents > 0),
  on_sale boolean not null,
  sale_price_cents bigint not null default 0 check (sale_price_cents >= 0),
  is_active boolean not null,
  category_id object_id not null references categories,
  thumbnail_id object_id references media on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A sale price counts only between 0 and the price (DECISIONS B8); the twin of effectivePrice in the contract.
  is_discounted boolean generated always as (on_sale and sale_price_cents > 0 and sale_price_cents < price_cents) stored,
  search tsvector not null
);
create index products_on_shelf on products (id desc) where is_active and deleted_at is null;
create index products_off_shelf on products (id desc) where not is_active and deleted_at is null;
create index products_discounted on products (id desc) where is_active and deleted_at is null and is_discounted;
create index products_of_category on products (category_id, id desc) where deleted_at is null;
create index products_of_category_on_shelf on products (category_id, id desc) where is_active and deleted_at is null;
create index products_search on products using gin (search);

create table product_gallery (
  product_id object_id not null references products on delete cascade,
  position integer not null,
  media_id object_id not null references media on delete cascade,
  primary key (product_id, position),
  unique (product_id, media_id)
);
create index product_gallery_media_id on product_gallery (media_id);

-- Stock is narrow and apart: a sale touches this row and never the product's.
create table stock (
  product_id object_id primary key references products on delete cascade,
  quantity integer not null check (quantity >= 0)
) with (fillfactor = 50);

-- Append-only; the sum of a product's rows is its stock, always.
create table stock_ledger (
  id bigint generated always as identity primary key,
  product_id object_id not null references products on delete cascade,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('opening', 'edit', 'order', 'release')),
  order_id object_id,
  created_at timestamptz not null default now(),
  check ((order_id is not null) = (reason in ('order', 'release')))
);
create index stock_ledger_product_id on stock_ledger (product_id);
-- An order takes each product's stock once and gives it back once.
create unique index stock_ledger_once on stock_ledger (order_id, product_id, reason) where order_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger stock_ledger_is_append_only before update on stock_ledger
  for each row execute function refuse_change();

create table reviews (
  id object_id primary key,
  product_id object_id not null references products on delete cascade,
  user_id object_id not null references users,
  title text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  created_at timestamptz not null default now(),
  constraint reviews_one_per_user unique (product_id, user_id)
);
create index reviews_product_id on reviews (product_id, id desc);
