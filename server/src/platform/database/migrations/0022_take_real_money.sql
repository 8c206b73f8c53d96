alter table settings add column takes_real_money boolean not null default false;
comment on column settings.takes_real_money is 'The owner has switched a rehearsal live; no setting, because it cannot be undone.';
