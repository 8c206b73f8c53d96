create table visit_counts (
  day date not null,
  -- The host that a visit came from or its utm_source; '' where nothing says it.
  source text not null,
  visit integer not null default 0,
  product integer not null default 0,
  cart integer not null default 0,
  checkout integer not null default 0,
  placed integer not null default 0,
  primary key (day, source)
);
comment on table visit_counts is 'How many visits of a day came how far. Sums alone: nothing here is of one visitor.';
