alter table variants add column content text check (content <> '');
alter table variants add column weight_grams integer check (weight_grams > 0);
comment on column variants.content is 'Null: the product''s; so is the weight.';
