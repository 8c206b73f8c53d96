-- Whether the address before a change had been confirmed (ADR 0021): what was set up before an address was ever confirmed may
-- be a stranger's. Of older changes this is not known, and they count as confirmed.
alter table email_changes add column was_confirmed boolean not null default true;
