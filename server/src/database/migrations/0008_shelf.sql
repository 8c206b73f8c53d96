-- What lists need of a product to find, narrow, order and count it, and nothing else: 30,000 of these rows are counted in
-- milliseconds, which the wide rows of products are not (docs/decisions/0007-search.md). Kept by triggers, so that whoever
-- changes a price, a rating or the stock keeps it, in the same transaction.
create table shelf (
  product_id object_id primary key references products on delete cascade,
  category_id object_id not null,
  -- What it costs today, in cents.
  price_cents bigint not null,
  rating_average real not null,
  is_active boolean not null,
  is_discounted boolean not null,
  in_stock boolean not null,
  -- Hashes of what it is found by; null until makeSearchable() has read its words.
  terms integer[]
);

-- Every word that a product on the shelf was ever described with: what a mistyped one is corrected to.
create table words (
  word text primary key,
  added_by xid8 not null default pg_current_xact_id()
);
create index words_added_by on words (added_by);

create function keep_shelf() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from shelf where product_id = new.id;
    return null;
  end if;
  insert into shelf (product_id, category_id, price_cents, rating_average, is_active, is_discounted, in_stock)
  values (
    new.id, new.category_id, case when new.is_discounted then new.sale_price_cents else new.price_cents end,
    new.rating_average, new.is_active, new.is_discounted,
    exists (select from stock where product_id = new.id and quantity > 0)
  )
  on conflict (product_id) do update set
    category_id = excluded.category_id,
    price_cents = excluded.price_cents,
    rating_average = excluded.rating_average,
    is_active = excluded.is_active,
    is_discounted = excluded.is_discounted,
    terms = case
      when (old.name, old.description, old.category_id) = (new.name, new.description, new.category_id) then shelf.terms
    end
  where (old.name, old.description, old.category_id) is distinct from (new.name, new.description, new.category_id)
    or (shelf.price_cents, shelf.rating_average, shelf.is_active, shelf.is_discounted)
      is distinct from (excluded.price_cents, excluded.rating_average, excluded.is_active, excluded.is_discounted);
  return null;
end $$;

create trigger products_keep_shelf after insert or update on products for each row execute function keep_shelf();

create function keep_in_stock() returns trigger language plpgsql as $$
begin
  update shelf set in_stock = new.quantity > 0 where product_id = new.product_id and in_stock <> (new.quantity > 0);
  return null;
end $$;

create trigger stock_opens_shelf after insert on stock for each row execute function keep_in_stock();
-- A sale touches the shelf only when it takes the last one.
create trigger stock_keeps_shelf after update of quantity on stock for each row
  when ((old.quantity > 0) <> (new.quantity > 0)) execute function keep_in_stock();

insert into shelf (product_id, category_id, price_cents, rating_average, is_active, is_discounted, in_stock)
select id, category_id, case when is_discounted then sale_price_cents else price_cents end, rating_average, is_active,
  is_discounted, coalesce(quantity > 0, false)
from products left join stock on stock.product_id = products.id
where deleted_at is null;

-- Without the list of new entries that every search would have to read through.
create index shelf_terms on shelf using gin (terms) with (fastupdate = off);
create index shelf_without_terms on shelf (product_id) where terms is null;
create index shelf_newest on shelf (product_id desc) where is_active;
create index shelf_hidden on shelf (product_id desc) where not is_active;
create index shelf_discounted on shelf (product_id desc) where is_active and is_discounted;
create index shelf_of_category on shelf (category_id, product_id desc) where is_active;
create index shelf_by_price on shelf (price_cents, product_id desc) where is_active;
create index shelf_by_rating on shelf (rating_average desc, product_id desc) where is_active;
-- Counts and facets of lists without a keyword read this index and no row.
create index shelf_facets on shelf (category_id, price_cents, rating_average, is_discounted, in_stock) where is_active;

drop index products_on_shelf, products_off_shelf, products_discounted;
alter table products drop search;
