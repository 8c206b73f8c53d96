-- A change of address by an account with two-factor sign-in can be undone until the new address is confirmed, however long that
-- takes (ADR 0021): `expires_at` is infinity until then, and becomes `undo_until` then, or ends at once.
alter table email_changes add column undo_until timestamptz;

create function limit_ways_back() returns trigger language plpgsql as $$
begin
  update email_changes set expires_at = coalesce(undo_until, now())
  where expires_at = 'infinity' and user_id = coalesce(to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'id');
  return null;
end $$;
create trigger users_limit_ways_back after update of email_confirmed_at on users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function limit_ways_back();
create trigger two_factor_limit_ways_back after delete on two_factor for each row execute function limit_ways_back();
