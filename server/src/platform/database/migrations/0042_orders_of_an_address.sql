-- Orders are limited by account and by network address alone.
alter table order_addresses drop column site_hash;
