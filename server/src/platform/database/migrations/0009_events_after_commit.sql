-- A transaction that collects its live events sends them after its commit: a NOTIFY in it would hold a lock of the whole database
-- until the commit is on the disk (docs/decisions/0051). Equal ones are kept once, and very many are notified as others are.
create or replace function notify_staff(event jsonb) returns void language plpgsql as $$
declare
  collected text := coalesce(nullif(current_setting('mela.events', true), ''), '[]');
begin
  if current_setting('mela.collects_events', true) is distinct from 'on' or length(collected) > 8000 then
    perform pg_notify('live_events', event::text);
  elsif not collected::jsonb @> jsonb_build_array(event) then
    perform set_config('mela.events', (collected::jsonb || event)::text, true);
  end if;
end $$;
