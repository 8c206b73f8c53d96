-- Pages of the owner, and SPEC's four once they were changed (ADR 0063).
create table pages (
  id object_id primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  -- Markdown.
  body text not null,
  seo_title text not null default '',
  seo_description text not null default '',
  is_published boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create trigger pages_notify_staff after insert or update or delete on pages
  for each statement execute function notify_of_change('pages');
