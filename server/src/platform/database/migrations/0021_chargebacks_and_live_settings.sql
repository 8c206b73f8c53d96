-- A chargeback is credited, and charged again by an invoice of the same amount once the shop wins (docs/decisions/0073-chargebacks-and-missing-invoices.md).
alter table invoices drop constraint invoices_check;
alter table invoices add constraint invoices_corrects_check check (kind = 'invoice' or corrects is not null);
drop index invoices_of_payment;
create unique index invoices_of_payment on invoices (payment_id) where kind = 'invoice' and corrects is null;
create unique index invoices_charged_again on invoices (corrects) where kind = 'invoice';

create trigger settings_notify_staff after update of changes on settings for each row
  when (old.changes is distinct from new.changes) execute function notify_of_change('settings');
