alter table provider_accounts add column payment_refusal text;
comment on column provider_accounts.payment_refusal is 'What the provider said when it would not open the last payment; null when it opened it.';
