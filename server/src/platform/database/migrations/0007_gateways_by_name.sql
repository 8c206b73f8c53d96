-- The contract lists the gateways, so a further one needs no migration.
alter table payment_attempts drop constraint payment_attempts_gateway_check;
alter table payment_attempts add constraint payment_attempts_gateway_check check (gateway ~ '^[a-z]+$');
alter table payments drop constraint payments_gateway_check;
alter table payments add constraint payments_gateway_check check (gateway ~ '^[a-z]+$');
