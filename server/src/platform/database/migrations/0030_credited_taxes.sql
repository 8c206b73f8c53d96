-- What each correction of an invoice says of tax. Earlier ones have the share of their amount.
create table credited_taxes (
  invoice_id object_id not null references invoices(id) on delete cascade,
  order_id object_id not null references orders(id) on delete cascade,
  label text not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  primary key (invoice_id, label)
);
create index credited_taxes_order_id on credited_taxes (order_id);

comment on table credited_taxes is 'Credit notes count up, and what is charged again counts down.';

insert into credited_taxes
select invoices.id, invoices.order_id, regexp_replace(label, '^Included tax', 'Tax'),
  round(sum(taxable_cents * share)), round(sum(taxes.amount_cents * share))
from invoices join orders on orders.id = order_id join order_adjustments taxes on taxes.order_id = orders.id,
  lateral (select case invoices.kind when 'credit-note' then 1 else -1 end
    * invoices.amount_cents / nullif(total_cents, 0)::double precision) shares (share)
where corrects is not null and taxes.kind in ('tax', 'included-tax')
group by 1, 2, 3;
