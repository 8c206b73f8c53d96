-- Vendor and texts for search engines of a product.

alter table products
  add column vendor text,
  add column seo_title text,
  add column seo_description text;

-- A product is found by its vendor: indexProducts() reads it again.
create function outdate_terms_of_product() returns trigger language plpgsql as $$
begin
  update product_index set terms = null where product_id = new.id;
  return null;
end $$;
create trigger products_vendor after update of vendor on products for each row
  when (old.vendor is distinct from new.vendor) execute function outdate_terms_of_product();
