-- A reply to words that their author has changed since is not shown until staff have read the new ones.
alter table reviews
  add column reply_is_held boolean not null default false,
  add constraint reviews_held_reply_exists check (not reply_is_held or reply is not null);
create index reviews_held_replies on reviews (id desc) where reply_is_held;
