alter table orders
  add column note text check (length(note) between 1 and 500),
  add column gift_text text check (length(gift_text) between 1 and 300),
  add column arrives_from date,
  add column arrives_to date,
  add column reminded_at timestamptz;
comment on column orders.note is 'What the shopper asks of the shop.';
comment on column orders.gift_text is 'Goes into the parcel.';
comment on column orders.arrives_from is 'The days that were promised when the order was placed.';
comment on column orders.reminded_at is 'An order and a cart are followed by one reminder at the most.';

create table carts (
  user_id object_id primary key references users(id) on delete cascade,
  lines jsonb not null,
  note text check (length(note) between 1 and 500),
  gift_text text check (length(gift_text) between 1 and 300),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  reminded_at timestamptz
);
comment on table carts is 'The cart of an account, which follows it from device to device. Prices are not stored.';
comment on column carts.reminded_at is 'Empty again once the cart was emptied: what follows is another cart.';
create index carts_updated_at on carts (updated_at) where reminded_at is null;

create table shared_carts (
  token_hash bytea primary key,
  lines jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table shared_carts is 'Carts behind a link: lines alone, nothing of the person who shares them.';

alter table users add column reminders boolean;
comment on column users.reminders is 'Whether emails may remind of what was left unpaid; empty: not asked.';

alter table user_tokens drop constraint user_tokens_purpose_check;
alter table user_tokens add constraint user_tokens_purpose_check
  check (purpose in ('password-reset', 'confirm-email', 'restore-email', 'reopen-account', 'guest-order', 'stop-reminders'));
