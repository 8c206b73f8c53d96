-- What one unit holds ('750 ml') and what its unit price is for ('100 ml'; null: the usual measure of the unit).
alter table products add column content text check (content <> '');
alter table products add column unit_price_for text check (unit_price_for <> '');

create table price_history (
  variant_id object_id not null references variants(id) on delete cascade,
  since timestamptz not null,
  cents bigint not null check (cents >= 0),
  primary key (variant_id, since)
);
comment on table price_history is
  'Effective prices of variants and since when each was asked, for the lowest price before a reduction.';

create function record_prices(product text, variant text default null) returns void language sql as $$
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
comment on function record_prices is 'The price is that of effectivePrice() of the contract; an unchanged one adds no row.';

create function record_prices_of_product() returns trigger language plpgsql as $$
begin
  perform record_prices(new.id);
  return null;
end $$;

create function record_price_of_variant() returns trigger language plpgsql as $$
begin
  perform record_prices(new.product_id, new.id);
  return null;
end $$;

-- At the commit: a save writes a product and then its variants, and what was true in between was asked of no one.
create constraint trigger products_keep_price_history after update of price_cents, on_sale, sale_price_cents on products
  deferrable initially deferred for each row
  when ((old.price_cents, old.on_sale, old.sale_price_cents) is distinct from (new.price_cents, new.on_sale, new.sale_price_cents))
  execute function record_prices_of_product();
comment on trigger products_keep_price_history on products is
  'Price history in step, at the commit: forms, imports and planned prices alike.';
create constraint trigger variants_keep_price_history after insert or update of price_cents, on_sale, sale_price_cents on variants
  deferrable initially deferred for each row execute function record_price_of_variant();
comment on trigger variants_keep_price_history on variants is
  'Price history in step, at the commit: forms, imports and planned prices alike.';
create trigger price_history_is_append_only before update on price_history for each row execute function refuse_change();
comment on trigger price_history_is_append_only on price_history is
  'The lowest price of thirty days is named by law, so what was asked never changes.';

select record_prices(id) from products;

create table planned_prices (
  id object_id primary key,
  name text not null,
  -- {"kind": "products", "ids": […]}, or categories or collections.
  target jsonb not null,
  kind text not null check (kind in ('percent', 'amount', 'price')),
  -- Whole percent, or cents.
  value bigint not null check (value > 0),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'ended')),
  -- Products that it has reduced; null before it began.
  product_count integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (begins_at < ends_at)
);
comment on table planned_prices is 'Sales with begin and end.';
create index planned_prices_due on planned_prices (state, begins_at, ends_at) where state <> 'ended';

create table planned_price_rows (
  plan_id object_id not null references planned_prices(id) on delete cascade,
  product_id object_id not null references products(id) on delete cascade,
  -- Null: the product's own row.
  variant_id object_id references variants(id) on delete cascade,
  -- What the plan asks for.
  cents bigint not null check (cents >= 0),
  unique nulls not distinct (plan_id, product_id, variant_id)
);
comment on table planned_price_rows is
  'Rows of products and variants that a running plan reduces, as they were chosen when it began.';
create index planned_price_rows_product_id on planned_price_rows (product_id);
create index planned_price_rows_variant_id on planned_price_rows (variant_id) where variant_id is not null;

create table replaced_prices (
  product_id object_id not null references products(id) on delete cascade,
  variant_id object_id references variants(id) on delete cascade,
  on_sale boolean,
  sale_price_cents bigint,
  written_on_sale boolean not null,
  written_cents bigint not null,
  unique nulls not distinct (product_id, variant_id)
);
comment on table replaced_prices is
  'What staff had set on a row that plans reduce, and what was written there instead.';
create index replaced_prices_variant_id on replaced_prices (variant_id) where variant_id is not null;

select add_live_events('planned_prices', 'planned-prices', 'insert or delete', '{state, version}');
