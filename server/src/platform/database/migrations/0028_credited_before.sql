-- What was credited before is in the corrections themselves.
alter table invoices drop column credited_before_cents;

comment on column invoices.corrects is
  'Of a credit note: its invoice. Of an invoice that charges again: the credit note that it undoes.';
