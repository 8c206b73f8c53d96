-- Who has left: their orders and reviews stand, and everything personal is gone. Nobody can bring them back.
alter table users
  add deleted_at timestamptz,
  add constraint users_deleted_are_inactive check (deleted_at is null or not is_active);
