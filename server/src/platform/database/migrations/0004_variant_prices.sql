-- Lists find a product by what its active variants cost (ADR 0038): product_index has their lowest price and highest discount.

-- The lowest price of the active variants of a product, by effectivePrice() of the contract, and the highest discount in percent; its own
-- if none is active.
create function prices_of(product products) returns table (lowest bigint, saved numeric) language sql stable as $$
  select min(cents), max((price - cents) * 100.0 / price)
  from (select) as one
    left join variants on product_id = product.id and variants.is_active and variants.deleted_at is null
    cross join lateral (select
      coalesce(variants.price_cents, product.price_cents) as price,
      coalesce(variants.on_sale, product.on_sale) as on_sale,
      coalesce(variants.sale_price_cents, product.sale_price_cents) as sale) as its
    cross join lateral (select case when its.on_sale and sale > 0 and sale < price then sale else price end as cents) as sold
$$;

alter table product_index add column saved_percent smallint not null default 0;

create or replace function index_product() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from product_index where product_id = new.id;
    return null;
  end if;
  insert into product_index (product_id, category_id, price_cents, rating_average, is_active, is_discounted, saved_percent)
  select new.id, new.category_id, lowest, new.rating_average, new.is_active, saved > 0, round(saved) from prices_of(new)
  on conflict (product_id) do update set
    category_id = excluded.category_id,
    price_cents = excluded.price_cents,
    rating_average = excluded.rating_average,
    is_active = excluded.is_active,
    is_discounted = excluded.is_discounted,
    saved_percent = excluded.saved_percent,
    terms = case
      when (old.name, old.description, old.category_id) = (new.name, new.description, new.category_id) then product_index.terms
    end
  where (old.name, old.description, old.category_id) is distinct from (new.name, new.description, new.category_id)
    or (product_index.price_cents, product_index.rating_average, product_index.is_active, product_index.is_discounted,
        product_index.saved_percent)
      is distinct from (excluded.price_cents, excluded.rating_average, excluded.is_active, excluded.is_discounted,
        excluded.saved_percent);
  return null;
end $$;

create function index_prices(product text) returns void language sql as $$
  update product_index set (price_cents, is_discounted, saved_percent) = (lowest, saved > 0, round(saved))
  from products, prices_of(products)
  where id = product and product_id = id
    and (product_index.price_cents, product_index.is_discounted, saved_percent)
      is distinct from (lowest, saved > 0, round(saved)::smallint)
$$;

-- Not of a sale, which changes neither.
create function index_prices_of_added() returns trigger language plpgsql as $$
begin
  perform index_prices(product_id) from (select distinct product_id from added order by 1) as one;
  return null;
end $$;
create trigger variants_add_prices after insert on variants referencing new table as added
  for each statement execute function index_prices_of_added();

create function index_prices_of_changed() returns trigger language plpgsql as $$
begin
  perform index_prices(product_id) from (
    select distinct becomes.product_id from changed_from as was join changed_to as becomes using (id)
    where (was.price_cents, was.on_sale, was.sale_price_cents, was.is_active, was.deleted_at)
      is distinct from (becomes.price_cents, becomes.on_sale, becomes.sale_price_cents, becomes.is_active, becomes.deleted_at)
    order by 1
  ) as one;
  return null;
end $$;
create trigger variants_change_prices after update on variants
  referencing old table as changed_from new table as changed_to
  for each statement execute function index_prices_of_changed();

select index_prices(product_id) from product_index order by product_id;
