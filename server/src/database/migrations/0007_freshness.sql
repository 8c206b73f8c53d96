-- When a product last changed, for search engines. Stock has a table of its own, so sales do not count as changes.
alter table products add updated_at timestamptz not null default now();
update products set updated_at = created_at;

create function note_update() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger products_note_update before update on products
  for each row execute function note_update();

-- Equal pictures share their files, so what happens to a file happens to all its rows.
create index media_file on media (file);
