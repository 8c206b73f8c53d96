-- Invoices and credit notes (docs/decisions/0068-invoices.md).
alter table orders add column tax_on_shipping boolean not null default false;

-- The last number of each series: a series without a gap needs a row that waits for the transaction before it.
create table invoice_counters (
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  -- Of test or sandbox money.
  is_test boolean not null,
  last integer not null,
  primary key (kind, year, is_test)
);

-- What does not change afterwards is read from the order; the rest is kept as it was.
create table invoices (
  id object_id primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  is_test boolean not null,
  position integer not null,
  number text not null,
  order_id object_id not null references orders on delete cascade,
  payment_id object_id not null references payments on delete cascade,
  -- Of a credit note: the invoice that it corrects, the provider's id of the refund, and what earlier ones have credited.
  corrects object_id references invoices on delete cascade,
  provider_refund_id text,
  credited_before_cents bigint not null default 0 check (credited_before_cents >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  -- The changed settings of the group 'shop'.
  seller jsonb not null,
  issued_at timestamptz not null default now(),
  unique (kind, year, is_test, position),
  check ((kind = 'invoice') = (corrects is null)),
  check ((kind = 'invoice') = (provider_refund_id is null))
);
create unique index invoices_of_payment on invoices (payment_id) where kind = 'invoice';
create unique index invoices_of_refund on invoices (payment_id, provider_refund_id) where kind = 'credit-note';
create index invoices_of_order on invoices (order_id);
