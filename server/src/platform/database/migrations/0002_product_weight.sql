alter table products add column weight_grams integer check (weight_grams > 0);
