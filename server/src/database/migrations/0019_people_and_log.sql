-- Who is shut out is looked for among all customers.
create index users_inactive_customers on users (id desc)
  where role = 'customer' and deleted_at is null and not is_active;

-- The log is read by deed, by hour, and by what something was done to, of which the beginning is enough.
create index audit_log_action on audit_log (action, id desc);
create index audit_log_actor_action on audit_log (actor_id, action, id desc);
create index audit_log_at on audit_log (at);
drop index audit_log_subject;
create index audit_log_subject on audit_log (subject text_pattern_ops, id desc);
