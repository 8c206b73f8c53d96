-- The email of the receiving account when the provider opened the session: a browser can change it beside the merchant id. Empty when the
-- provider named none; null of sessions that were opened before this was kept.
alter table payment_attempts add column account_email text;
