alter table orders add column guest_mailbox text;
comment on column orders.guest_mailbox is
  'Of the guest who placed the order, also once an account has it: limits per customer count by it. Null once the buyer is erased.';
update orders set guest_mailbox = mailbox_of(email) from users
  where users.id = user_id and role = 'guest' and deleted_at is null and anonymised_at is null;
create index orders_guest_mailbox on orders (guest_mailbox) where guest_mailbox is not null;

alter table discount_uses drop column customer_key;
create index discount_uses_discount_id on discount_uses (discount_id);
