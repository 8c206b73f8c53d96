-- Tables of products that staff brought: what each row would do is worked out and kept before anything is written, and each
-- row is marked in the transaction that writes it, so that an import goes on where it stopped.
create table imports (
  id object_id primary key,
  actor_id object_id not null,
  file_name text not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'done')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is not null) = (state = 'done'))
);

create table import_rows (
  import_id object_id not null references imports on delete cascade,
  -- As spreadsheets number them; the first one names the columns.
  row integer not null check (row > 1),
  kind text not null check (kind in ('created', 'updated', 'unchanged', 'refused')),
  -- A new product has its id from here, so that it is created once.
  product_id object_id,
  name text not null,
  input jsonb not null,
  changes jsonb not null,
  errors jsonb not null,
  done_at timestamptz,
  primary key (import_id, row),
  check (product_id is not null or kind = 'refused')
);
create index import_rows_waiting on import_rows (import_id, row) where done_at is null and kind in ('created', 'updated');
