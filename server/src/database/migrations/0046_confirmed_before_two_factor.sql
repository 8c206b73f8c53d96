-- What is kept of an account while its address may be a stranger's (ADR 0021). Of older rows it is not known, and they count as
-- confirmed.

-- Whether the address of a closed account had been confirmed: it gets its emails like one that is.
alter table closed_accounts add column was_confirmed boolean not null default true;

-- Whether an address of the account was confirmed when two-factor sign-in was turned on, or since: then it is its owner's.
alter table two_factor add column was_confirmed boolean not null default true;
