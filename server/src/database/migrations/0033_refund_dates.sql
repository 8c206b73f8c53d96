-- When a refund was completed, for the customer's order. A trigger keeps it, so that no writer can forget it.
alter table refunds add column completed_at timestamptz;
update refunds set completed_at = created_at where state = 'completed';

create function set_refund_completed_at() returns trigger language plpgsql as $$
begin
  if new.state <> 'completed' then
    new.completed_at := null;
  elsif new.completed_at is null then
    new.completed_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  end if;
  return new;
end
$$;
create trigger refunds_completed_at before insert or update of state, completed_at on refunds
  for each row execute function set_refund_completed_at();
