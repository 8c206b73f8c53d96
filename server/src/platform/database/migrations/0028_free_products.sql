-- Imports take products of price 0 (B138).
alter table products drop constraint products_price_cents_check, add check (price_cents >= 0);
alter table variants drop constraint variants_price_cents_check, add check (price_cents >= 0);
alter table order_lines drop constraint order_lines_price_cents_check, add check (price_cents >= 0);
