-- One trigger of a table keeps its search rows. Prices of new variants are read when their stock is opened.
drop trigger products_options_keep_index on products;
drop trigger products_vendor on products;
drop trigger variants_add_prices on variants;
drop trigger variants_change_prices on variants;
drop function index_changed_options, outdate_terms_of_product, index_prices_of_added, index_prices_of_changed;

create or replace function index_product() returns trigger language plpgsql as $$
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
comment on trigger products_index on products is
  'Search rows in step: texts, prices and options of a product.';

create or replace function index_changed_variants() returns trigger language plpgsql as $$
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
comment on trigger variants_keep_index on variants is
  'Search rows in step: codes, prices and options.';
