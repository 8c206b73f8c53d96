alter table provider_accounts add column is_refused boolean not null default false;
comment on column provider_accounts.is_refused is 'The provider refused these keys when it was asked last.';
