alter table users add column is_role_proven boolean not null default true;
comment on column users.is_role_proven is 'False for an admin whom nobody has appointed with a password: a stolen session can appoint one.';
