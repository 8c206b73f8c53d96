-- Options are one filter however they are spelled, and prices of lists are those of variants that can be bought.

-- Case and spaces do not count (spellingOf() of the contract does the same).
alter table option_sets add column spelled jsonb not null generated always as (
  regexp_replace(lower(variants::text), '[\s\u00a0]+', ' ', 'g')::jsonb) stored;
drop index option_sets_with;
create index option_sets_with on option_sets using gin (spelled jsonb_path_ops) with (fastupdate = off);

-- The lowest price of the variants with stock, by effectivePrice() of the contract, and the highest discount in percent; of all active ones
-- when everything is sold out, and the product's own if none is active.
create or replace function prices_of(product products) returns table (lowest bigint, saved numeric) language sql stable as $$
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

create or replace function index_variants(product text) returns void language plpgsql as $$
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

select index_prices(product_id) from product_index order by product_id;
