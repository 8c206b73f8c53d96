-- What the owner has made different from the defaults, by group and field (contract/src/settings). One row.
create table settings (
  id boolean primary key default true check (id),
  changes jsonb not null default '{}',
  version integer not null default 1
);
insert into settings default values;

-- In which the shop's days begin. Statements take it in a subselect, so that it is asked once.
create function shop_time_zone() returns text language sql stable parallel safe as $$
  select coalesce((select changes #>> '{shop,timeZone}' from settings), 'Asia/Kolkata')
$$;

-- For so many years paid orders of deleted accounts keep name and address.
create function order_retention_years() returns integer language sql stable parallel safe as $$
  select coalesce((select (changes #>> '{legal,retentionYears}')::integer from settings), 8)
$$;
