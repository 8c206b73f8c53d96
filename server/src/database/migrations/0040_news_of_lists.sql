-- Staff's lists beside orders and money are refreshed as well (contract/src/staff/staff-news.ts): an event names the list that is out
-- of date and nothing of what changed. PostgreSQL sends equal notifications of one transaction once.
create function tell_of_change() returns trigger language plpgsql as $$
begin
  perform tell_staff(jsonb_build_object('kind', 'changed', 'what', tg_argv[0]));
  return null;
end $$;

create trigger users_tell_staff after insert or delete on users
  for each row execute function tell_of_change('customers');
-- A new password or a confirmed address shows nowhere.
create trigger users_tell_staff_of_change after update on users for each row
  when ((old.first_name, old.last_name, old.email, old.role, old.is_active, old.avatar_url, old.deleted_at)
    is distinct from (new.first_name, new.last_name, new.email, new.role, new.is_active, new.avatar_url, new.deleted_at))
  execute function tell_of_change('customers');

create trigger media_tell_staff after insert or delete on media
  for each row execute function tell_of_change('media');
create trigger media_tell_staff_of_change after update on media for each row
  when ((old.name, old.alt, old.file) is distinct from (new.name, new.alt, new.file))
  execute function tell_of_change('media');

create trigger categories_tell_staff after insert or delete on categories
  for each row execute function tell_of_change('categories');
create trigger categories_tell_staff_of_change after update on categories for each row
  when (old.* is distinct from new.*) execute function tell_of_change('categories');
-- They count their products.
create trigger products_tell_staff after insert on products
  for each row execute function tell_of_change('categories');
create trigger products_tell_staff_of_move after update of category_id, deleted_at on products for each row
  when ((old.category_id, old.deleted_at) is distinct from (new.category_id, new.deleted_at))
  execute function tell_of_change('categories');

create trigger imports_tell_staff after insert or delete on imports
  for each row execute function tell_of_change('imports');
create trigger imports_tell_staff_of_change after update on imports for each row
  when (old.* is distinct from new.*) execute function tell_of_change('imports');

create trigger audit_log_tells_staff after insert on audit_log
  for each statement execute function tell_of_change('audit');
