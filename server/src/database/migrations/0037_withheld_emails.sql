-- How many emails were withheld because their recipients had had enough (ADR 0022), by day and kind; of the recipients nothing is
-- kept. Read by the doctor, forgotten after 30 days.
create table withheld_emails (
  day date not null default current_date,
  kind text not null,
  count int not null default 1,
  primary key (day, kind)
);
