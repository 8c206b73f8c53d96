-- An account that is closed has no role of staff: it is reopened as a customer's until an admin gives it one (ADR 0021).
update users set role = 'customer' where deleted_at is not null and role <> 'customer';
