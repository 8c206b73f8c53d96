-- Which order came from a network address, for as long as the address is known: so that the units of one product that unpaid
-- orders of an address hold can be counted.
alter table order_addresses add column order_id object_id references orders on delete cascade;
