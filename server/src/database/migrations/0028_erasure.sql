-- When an order lost what tells who bought it (DECISIONS B67); null while it is whole.
alter table orders add column anonymised_at timestamptz;

-- The nightly job asks for the orders of these accounts.
create index users_deleted on users (id) where deleted_at is not null;

-- Here rather than in the code: a provider may report a payment after its order lost its name, and no path may bring the
-- payer back. An order is locked before its payments, so the update of one waits for the other.
create function keep_payer_anonymous() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.order_id and anonymised_at is not null) then
    new.email_address := null;
  end if;
  return new;
end $$;
create trigger payments_keep_payer_anonymous before insert or update of email_address on payments
  for each row when (new.email_address is not null) execute function keep_payer_anonymous();
