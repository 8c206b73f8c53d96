alter table products add column size_guide text check (size_guide <> '');
