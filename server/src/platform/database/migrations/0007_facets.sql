-- The product index has what facets group by as one number, and its columns of fixed width first (ADR 0043).

-- Narrower than the id in an index of every product. It never changes.
alter table categories add column number integer not null generated always as identity unique;

-- The step between round amounts that holds a price: ROUND_AMOUNTS of search/price-bands.ts.
create function price_step(cents bigint) returns integer language sql immutable parallel safe
  return width_bucket(cents, '{0,100,150,200,250,300,400,500,600,800,1000,1500,2000,2500,3000,4000,5000,6000,8000,10000,15000,20000,25000,30000,40000,50000,
    60000,80000,100000,150000,200000,250000,300000,400000,500000,600000,800000,1000000,1500000,2000000,2500000,3000000,4000000,
    5000000,6000000,8000000,10000000,15000000,20000000,25000000,30000000,40000000,50000000,60000000,80000000,100000000,150000000,
    200000000,250000000,300000000,400000000,500000000,600000000,800000000,1000000000,1500000000,2000000000,2500000000,3000000000,
    4000000000,5000000000,6000000000,8000000000,10000000000,15000000000,20000000000,25000000000,30000000000,40000000000,50000000000,
    60000000000,80000000000}'::bigint[]) - 1;

create temporary table product_index_before on commit drop as
  select product_index.*, number from product_index join categories on categories.id = category_id order by product_id;
drop table product_index;

-- A narrow row per product with what lists, search and facets read: 30,000 of them are counted in milliseconds, which the wide
-- rows of products are not (ADR 0007). Kept by triggers on products and stock, in the writer's transaction.
create table product_index (
  -- The effective price, in cents.
  price_cents bigint not null,
  -- All that facets count by, but options. Two bits are left for what a request asks.
  facet bigint not null generated always as (
    category_number::bigint * 16384 + price_step(price_cents) * 128 + floor(rating_average)::integer * 16
      + is_discounted::integer * 8 + in_stock::integer * 4) stored,
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
  -- Whether reorder_level() units or fewer are left of any variant on sale. Here, because an index on stock would slow down every
  -- sale; this row is updated only when the threshold is crossed.
  is_low boolean not null,
  product_id object_id primary key references products on delete cascade,
  -- Hashes of its search terms; null until indexProducts() has read its texts.
  terms integer[]
);
insert into product_index (price_cents, category_number, rating_average, offered_set, stocked_set, saved_percent, is_active,
    is_discounted, in_stock, is_low, product_id, terms)
  select price_cents, number, rating_average, offered_set, stocked_set, saved_percent, is_active,
    is_discounted, in_stock, is_low, product_id, terms from product_index_before;

create index product_index_by_price on product_index (price_cents, product_id desc) where is_active;
create index product_index_by_rating on product_index (rating_average desc, product_id desc) where is_active;
create index product_index_discounted on product_index (product_id desc) where is_active and is_discounted;
-- Counts and facets without a keyword are index-only scans.
create index product_index_facets on product_index (facet, offered_set, stocked_set) where is_active;
create index product_index_counts on product_index
  (category_number, stocked_set, offered_set, price_cents, rating_average, is_discounted, in_stock, facet) where is_active;
create index product_index_hidden on product_index (product_id desc) where not is_active;
create index product_index_low on product_index (product_id) where is_low and is_active;
create index product_index_newest on product_index (product_id desc) where is_active;
create index product_index_offered on product_index (offered_set) where is_active;
create index product_index_stocked on product_index (stocked_set) where is_active;
create index product_index_of_category on product_index (category_number, product_id desc) where is_active;
-- Terms and sets together, so that only rows with both are visited. Without the pending list, which every search would read.
create index product_index_terms on product_index using gin (terms, (array[offered_set, -stocked_set])) with (fastupdate = off);
create index product_index_without_terms on product_index (product_id) where terms is null;
create trigger product_index_stock before insert on product_index for each row execute function index_stock();
analyze product_index;

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
      when (old.name, old.description, old.category_id) = (new.name, new.description, new.category_id) then product_index.terms
    end
  where (old.name, old.description, old.category_id) is distinct from (new.name, new.description, new.category_id)
    or (product_index.price_cents, product_index.rating_average, product_index.is_active, product_index.is_discounted,
        product_index.saved_percent)
      is distinct from (excluded.price_cents, excluded.rating_average, excluded.is_active, excluded.is_discounted,
        excluded.saved_percent);
  return null;
end $$;
