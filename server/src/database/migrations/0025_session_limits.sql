-- How long a session lasts (DECISIONS B46, ADR 0021): staff's 12 hours without use and 7 days in all, a customer's 30 days
-- and a year. Here rather than in the code, so that a role that changes brings its limits along at once.
create function session_end(role text, created_at timestamptz, last_used_at timestamptz) returns timestamptz
language sql stable as $$
  select case when role = 'customer'
    then least(last_used_at + interval '30 days', created_at + interval '1 year')
    else least(last_used_at + interval '12 hours', created_at + interval '7 days')
  end
$$;

update sessions set expires_at = session_end(users.role, sessions.created_at, sessions.last_used_at)
from users where users.id = sessions.user_id;

create function limit_session() returns trigger language plpgsql as $$
begin
  new.expires_at := session_end((select role from users where id = new.user_id), new.created_at, new.last_used_at);
  return new;
end $$;
create trigger sessions_limit before insert or update of created_at, last_used_at on sessions for each row
  execute function limit_session();

create function limit_sessions_of_role() returns trigger language plpgsql as $$
begin
  update sessions set expires_at = session_end(new.role, created_at, last_used_at) where user_id = new.id;
  return null;
end $$;
create trigger users_limit_sessions after update of role on users for each row when (old.role <> new.role)
  execute function limit_sessions_of_role();

-- Every instance hears at once whose right to the dashboard may have ended, and closes their event streams.
create function tell_of_lost_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('lost_access', new.id);
  return null;
end $$;
create trigger users_tell_of_lost_access after update of role, is_active on users for each row
  when (old.role = 'admin' and old.is_active and (new.role <> 'admin' or not new.is_active))
  execute function tell_of_lost_access();

create function tell_of_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('lost_access', admins.id)
  from (select distinct users.id from ended join users on users.id = ended.user_id where users.role = 'admin') admins;
  return null;
end $$;
create trigger sessions_tell_of_end after delete on sessions referencing old table as ended for each statement
  execute function tell_of_ended_sessions();
