-- Shoppers see reviews that are shown. A reason on a waiting review means that it was hidden and edited since.
alter table reviews
  add column state text not null default 'shown' check (state in ('waiting', 'shown', 'hidden')),
  add column hidden_reason text,
  add column reply text,
  add column replied_at timestamptz,
  add column version integer not null default 1,
  add constraint reviews_reason_of_hidden check (
    case state when 'hidden' then hidden_reason is not null when 'shown' then hidden_reason is null else true end),
  add constraint reviews_reply_has_time check ((reply is null) = (replied_at is null));
create index reviews_waiting on reviews (id desc) where state = 'waiting';
create index reviews_hidden on reviews (id desc) where state = 'hidden';
create index reviews_text on reviews using gin (lower(title || ' ' || comment) gin_trgm_ops);

-- Authors who deleted a review that was hidden: their next one of the product waits for approval.
create table withdrawn_reviews (
  product_id object_id not null references products on delete cascade,
  user_id object_id not null references users on delete cascade,
  primary key (product_id, user_id)
);

create trigger reviews_notify_staff after insert or delete or update of state, title, rating, comment, reply on reviews
  for each statement execute function notify_of_change('reviews');
