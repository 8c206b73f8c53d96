-- What the provider gives the buyer back of what was contested; null while a dispute is open, or when the provider does not say.
alter table disputes add awarded_cents bigint check (awarded_cents >= 0);

-- One for all addresses that most providers deliver there: without what follows a plus, and at Gmail without dots.
create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select regexp_replace(lower(regexp_replace(email, '@[^@]*$', '')), '(.)\+.*$', '\1') as name,
      lower(substring(email from '[^@]*$')) as domain
  ) as parts
$$;
create index users_mailbox on users (mailbox_of(email), id);
