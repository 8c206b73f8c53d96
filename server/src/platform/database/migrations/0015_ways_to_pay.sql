-- Keys of payment providers and of the mail server, as staff entered them. They are sealed with a key that is not in the database.
create table service_keys (
  name text primary key check (name ~ '^[a-z]+(-(sandbox|live))?$'),
  sealed text not null,
  -- What the dashboard shows of them, such as the account that they belong to.
  shown jsonb not null default '{}',
  changed_by object_id references users (id) on delete set null,
  changed_at timestamptz not null default now()
);

-- What arrived for an order that is paid by transfer or on delivery, as staff recorded it. `request_id` makes a repeated request one.
create table payment_receipts (
  id object_id primary key,
  payment_id object_id not null references payments (id) on delete cascade,
  request_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  received_on date not null,
  note text,
  actor_id object_id references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (payment_id, request_id)
);

-- The sum of its receipts, in cents.
alter table payments add column received_cents bigint not null default 0 check (received_cents >= 0);
-- When an order that is paid by transfer is cancelled, and when its customer was reminded.
alter table payments add column due_at timestamptz;
alter table payments add column reminded_at timestamptz;
create index payments_offline on payments (created_at) where status = 'pending' and gateway in ('transfer', 'delivery');

-- How an invoice that was issued before its payment says that it is to be paid.
alter table invoices add column payable jsonb;

-- Dashboards hear of money that arrives in parts.
drop trigger live_payment on payments;
drop trigger live_payment_changed on payments;
select add_live_events('payments', 'payment', 'insert', '{status,problem,refunded_cents,received_cents,disputed}');
