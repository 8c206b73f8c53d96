-- What a file says beside its rows: columns that are not taken, and how its numbers are read.
alter table imports
  add column ignored jsonb not null default '[]',
  add column notes jsonb not null default '[]';

-- Pictures that a file gives by address, fetched once for each product after the import.
create table imported_pictures (
  product_id object_id not null references products on delete cascade,
  address text not null,
  import_id object_id not null,
  position integer not null,
  alt text not null,
  -- The values of the options of the variants that show it.
  variants jsonb not null default '[]',
  -- 'fetched': in the library, and not yet among the product's pictures.
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'done', 'failed')),
  media_id object_id references media on delete set null,
  reason text,
  constraint imported_pictures_pkey primary key (product_id, address)
);
create index imported_pictures_import_id on imported_pictures (import_id, product_id);
create index imported_pictures_media_id on imported_pictures (media_id);
