-- Addresses of products. A slug stays its product's when the product gets another one.
create table product_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  product_id object_id not null references products on delete cascade deferrable initially deferred
);
create index product_slugs_product_id on product_slugs (product_id);

alter table products add column slug text;
alter table products disable trigger user;
-- From the handle of another shop, else from the name; with the end of the id where an older product has it.
with wanted as (
  select id, deleted_at, coalesce(
    (select min(handle) from product_handles
      where product_id = products.id and handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and handle !~ '^woocommerce-' and length(handle) <= 255),
    nullif(trim(both '-' from left(trim(leading '-' from regexp_replace(folded(name), '[^a-z0-9]+', '-', 'g')), 80)), ''),
    'product-' || right(id, 6)) as slug
  from products
), ended as (
  select id, deleted_at, case when row_number() over same_slug = 1 then slug else slug || '-' || right(id, 6) end as slug
  from wanted window same_slug as (partition by slug order by deleted_at is not null, id)
), numbered as (
  select id, case when row_number() over (partition by slug order by deleted_at is not null, id) = 1 then slug else slug || '-' || id end as slug
  from ended
)
update products set slug = numbered.slug from numbered where numbered.id = products.id;
alter table products enable trigger user;
alter table products alter column slug set not null;
create unique index products_slug_key on products (slug) where deleted_at is null;

insert into product_slugs (slug, product_id) select slug, id from products;
