-- When each scheduled job has last run, so that one that has stopped is noticed. `waiting_since` is when the shop was last opened.
create table scheduled_runs (
  name text primary key,
  added_at timestamptz not null default now(),
  waiting_since timestamptz not null default now(),
  ran_at timestamptz
);
