-- Categories in categories and collections by rule (ADR 0065), tags of products.

alter table categories
  add column parent_id object_id,
  add column is_child boolean not null generated always as (parent_id is not null) stored,
  -- What is_child of its parent must be.
  add column parent_is_child boolean not null generated always as (false) stored,
  add column is_hidden boolean not null default false,
  add column seo_title text not null default '',
  add column seo_description text not null default '';
alter table categories add constraint categories_id_is_child_key unique (id, is_child);
-- A category with a parent has no children and is no parent of itself, so that there are two levels and no circles.
alter table categories add constraint categories_parent_fkey
  foreign key (parent_id, parent_is_child) references categories (id, is_child);
create index categories_parent_id on categories (parent_id) where parent_id is not null;

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

-- Separated by commas.
alter table products add column tags text;

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
      when (old.name, old.description, old.category_id, old.tags) is not distinct from (new.name, new.description, new.category_id, new.tags)
        then product_index.terms
    end
  where (old.name, old.description, old.category_id, old.tags) is distinct from (new.name, new.description, new.category_id, new.tags)
    or (product_index.price_cents, product_index.rating_average, product_index.is_active, product_index.is_discounted,
        product_index.saved_percent)
      is distinct from (excluded.price_cents, excluded.rating_average, excluded.is_active, excluded.is_discounted,
        excluded.saved_percent);
  return null;
end $$;
