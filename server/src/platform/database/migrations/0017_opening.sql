-- With which visitors enter a closed shop; no setting, because settings are shown and logged.
alter table settings add column visitor_password_hash text;

-- What the owner has said about the checklist of first steps. One row.
create table first_steps (
  id boolean primary key default true check (id),
  -- Steps that are done as they are, and whether the checklist is put away.
  kept text[] not null default '{}',
  is_dismissed boolean not null default false,
  -- Of the last test mail that the mail server has taken.
  mail_tested_at timestamptz
);
insert into first_steps default values;
