-- Former addresses of pages, which lead to the present one. Never an address in use.
create table moved_pages (
  slug text primary key,
  page_id object_id not null references pages on delete cascade
);
create index moved_pages_page_id on moved_pages (page_id);

create function follow_moved_page() returns trigger language plpgsql as $$
begin
  delete from moved_pages where slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into moved_pages (slug, page_id) values (old.slug, new.id) on conflict (slug) do update set page_id = excluded.page_id;
  end if;
  return null;
end $$;
create trigger pages_follow_moved after insert or update of slug on pages for each row execute function follow_moved_page();
