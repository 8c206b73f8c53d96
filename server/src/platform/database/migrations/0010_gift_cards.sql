alter table products add column is_gift_card boolean not null default false;
comment on column products.is_gift_card is
  'What is sold are gift cards: their value is the price, and they are neither delivered nor taxed.';

alter table orders add column gift_card_cents bigint not null default 0;
alter table orders add constraint orders_gift_card_check check (gift_card_cents between 0 and total_cents);
comment on column orders.gift_card_cents is
  'What gift cards pay of the total. A provider is asked for the rest.';

alter table order_lines add column gift_cards jsonb;
comment on column order_lines.gift_cards is
  'Of a line of gift cards, for whom they are: [{"quantity": 1, "email": "ravi@example.com", "message": "…"}]. Null: the line is of goods.';

create table gift_cards (
  id object_id primary key,
  code_hash bytea unique,
  last_four text check (last_four ~ '^[0-9A-Z]{4}$'),
  initial_cents bigint not null check (initial_cents > 0),
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expires_at timestamptz,
  order_id object_id references orders(id) on delete cascade,
  line integer,
  made_by object_id,
  recipient_email text check (recipient_email <> ''),
  message text check (message <> ''),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint gift_cards_code_check check ((code_hash is null) = (last_four is null)),
  constraint gift_cards_origin_check check (num_nonnulls(order_id, made_by) = 1 and (order_id is null) = (line is null)),
  constraint gift_cards_line_fkey foreign key (order_id, line) references order_lines(order_id, position) on delete cascade
);
create index gift_cards_order_id on gift_cards (order_id, line);
create index gift_cards_expiring on gift_cards (expires_at) where balance_cents > 0;
create index gift_cards_searched on gift_cards
  using gin (folded(coalesce(last_four, '') || ' ' || coalesce(recipient_email, '') || ' ' || coalesce(order_id::text, '')) gin_trgm_ops);
comment on table gift_cards is
  'A card gets its code when its email is written, so that the database never holds a code: the hash finds it, the last four characters name it.';
comment on column gift_cards.code_hash is 'SHA-256 of the code in capitals without dashes and spaces.';
comment on column gift_cards.balance_cents is 'The sum of the card''s ledger.';
comment on column gift_cards.order_id is 'The order with which it was bought, and the position of its line.';
comment on column gift_cards.made_by is 'The member of staff who made it; without a reference, as in the audit log.';

create table gift_card_ledger (
  id bigint generated always as identity primary key,
  gift_card_id object_id not null references gift_cards(id) on delete cascade,
  delta_cents bigint not null check (delta_cents <> 0),
  reason text not null check (reason in ('issue', 'order', 'release', 'refund', 'take-back', 'adjust', 'expire')),
  order_id object_id,
  request_id text,
  actor_id object_id,
  note text,
  created_at timestamptz not null default now(),
  constraint gift_card_ledger_order_check
    check ((order_id is not null) = (reason in ('order', 'release', 'refund', 'take-back')))
);
create unique index gift_card_ledger_once on gift_card_ledger (order_id, gift_card_id, reason) where reason in ('order', 'release');
create index gift_card_ledger_card on gift_card_ledger (gift_card_id, id);
comment on table gift_card_ledger is 'Append-only: the sum of a card''s rows is its balance.';
comment on column gift_card_ledger.order_id is 'The order that it paid, or with which the card was bought and goes back.';
comment on column gift_card_ledger.request_id is 'Of a refund by staff: a repeated request gives back once.';
comment on column gift_card_ledger.actor_id is 'Of staff; without a reference, as in the audit log.';
comment on index gift_card_ledger_once is 'An order takes from a card once, and releases it once.';

create trigger gift_card_ledger_is_append_only before update on gift_card_ledger
  for each row execute function refuse_change();
comment on trigger gift_card_ledger_is_append_only on gift_card_ledger is
  'The sum of a card''s rows is its balance, so rows never change.';

alter table invoices alter column payment_id drop not null;
create unique index invoices_of_gift_cards on invoices (order_id) where kind = 'invoice' and corrects is null and payment_id is null;
comment on column invoices.payment_id is 'Null: gift cards paid the whole order.';

select add_live_events('gift_cards', 'gift-cards', 'insert', '{balance_cents,is_active,last_four}');
