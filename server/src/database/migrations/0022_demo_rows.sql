-- What the demo seed wrote, and what it called it, so that `npm run admin -- leave-demo` takes out that and nothing else.
create table demo_rows (
  kind text not null check (kind in ('user', 'category', 'product', 'media')),
  id object_id not null,
  name text not null,
  primary key (kind, id)
);
