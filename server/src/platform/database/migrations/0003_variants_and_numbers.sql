drop trigger products_have_a_variant on products;
drop function insert_first_variants;
drop trigger orders_have_a_number on orders;
drop function number_order;
drop trigger settings_start_order_series on settings;
drop function start_order_series;
drop trigger pages_follow_moved on pages;
drop function follow_moved_page;
