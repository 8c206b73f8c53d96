create table discounts (
  id object_id primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('percent', 'amount', 'free-delivery', 'buy-get')),
  percent double precision check (percent > 0 and percent <= 100),
  amount_cents bigint check (amount_cents > 0),
  buy integer check (buy > 0),
  get integer check (get > 0),
  applies_to text not null check (applies_to in ('everything', 'categories', 'collections', 'products')),
  target_ids text[] not null default '{}',
  min_subtotal_cents bigint check (min_subtotal_cents > 0),
  min_quantity integer check (min_quantity > 0),
  first_order_only boolean not null default false,
  customer_ids text[] not null default '{}',
  begins_at timestamptz,
  ends_at timestamptz,
  limit_in_all integer check (limit_in_all > 0),
  limit_per_customer integer check (limit_per_customer > 0),
  uses integer not null default 0,
  is_automatic boolean not null default false,
  is_combinable boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  deleted_at timestamptz,
  constraint discounts_uses_within_limit check (uses >= 0 and uses <= coalesce(limit_in_all, uses)),
  constraint discounts_say_how_much check (
    case kind
      when 'percent' then percent is not null
      when 'amount' then amount_cents is not null
      when 'buy-get' then percent is not null and buy is not null and get is not null
      else true
    end),
  constraint discounts_end_after_they_begin check (ends_at > begins_at),
  constraint discounts_cover_something check ((applies_to = 'everything') = (target_ids = '{}'))
);
create index discounts_automatic on discounts (id) where is_automatic and is_active and deleted_at is null;

create table discount_codes (
  key text primary key check (key <> ''),
  code text not null,
  discount_id object_id not null references discounts(id),
  is_single_use boolean not null,
  order_id object_id references orders(id) on delete set null,
  constraint discount_codes_for_all_are_not_used_up check (is_single_use or order_id is null)
);
create index discount_codes_discount_id on discount_codes (discount_id);
create unique index discount_codes_one_for_all on discount_codes (discount_id) where not is_single_use;
create index discount_codes_order_id on discount_codes (order_id) where order_id is not null;

create table discount_uses (
  order_id object_id not null references orders(id) on delete cascade,
  discount_id object_id not null references discounts(id),
  code text,
  customer_key text,
  constraint discount_uses_pkey primary key (order_id, discount_id)
);
create index discount_uses_of_customer on discount_uses (discount_id, customer_key);

comment on column discounts.name is 'Shoppers read it beside what it takes off.';
comment on column discounts.customer_ids is 'Accounts that may use it; empty: everyone.';
comment on column discounts.uses is 'The number of its rows in discount_uses.';
comment on index discounts_automatic is 'Every cart asks for these.';
comment on table discount_codes is 'A discount has one code for all, or many for one order each.';
comment on column discount_codes.key is 'The code as codes are compared: in upper case, without spaces and hyphens.';
comment on column discount_codes.order_id is 'The order that used up a code for one.';
comment on table discount_uses is 'The discounts of orders; the rows of an order go when it is cancelled.';
comment on column discount_uses.customer_key is 'The account, or the mailbox of a guest; null once the buyer is erased.';

select add_live_events('discounts', 'discounts', 'insert or delete', '{*}');
