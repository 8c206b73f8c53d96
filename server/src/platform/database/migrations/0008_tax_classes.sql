alter table products
  add column tax_class text check (tax_class <> ''),
  add column hsn_code text check (hsn_code <> '');
comment on column products.tax_class is 'The name of a class of the settings; null: the default class.';

alter table orders
  add column billing_address jsonb,
  add column company text check (company <> ''),
  add column tax_number text check (tax_number <> ''),
  add column tax_exemption text check (tax_exemption in ('reverse-charge', 'export')),
  add column fee_cents bigint not null default 0 check (fee_cents >= 0),
  add column settings_version integer,
  drop constraint orders_check,
  add constraint orders_check check (
    total_cents = sub_total_cents + shipping_cents + fee_cents + case when tax_included then 0 else tax_cents end
  );
comment on column orders.billing_address is 'Null: the shipping address.';
comment on column orders.tax_exemption is 'Why the order has no tax, although its lines would have.';
comment on column orders.fee_cents is 'What the way to pay costs.';
comment on column orders.settings_version is 'The version of the settings by which it was priced; null: before versions were kept.';

alter table order_lines
  add column tax_class text,
  add column hsn_code text;
comment on column order_lines.tax_class is 'Of the product at the time of the order.';

alter table order_adjustments
  add column percent double precision check (percent between 0 and 100),
  add column taxable_cents bigint check (taxable_cents >= 0);
comment on column order_adjustments.taxable_cents is 'The net amount that the percent of a tax is of.';
update order_adjustments set
  percent = orders.tax_percent,
  taxable_cents = sub_total_cents + case when tax_on_shipping then shipping_cents else 0 end
    - case when tax_included then tax_cents else 0 end
from orders
where orders.id = order_id and kind in ('tax', 'included-tax');
alter table order_adjustments
  drop constraint order_adjustments_kind_check,
  add constraint order_adjustments_kind_check
    check (kind in ('product-discount', 'order-discount', 'shipping', 'shipping-discount', 'fee', 'tax', 'included-tax')),
  drop constraint order_adjustments_sign,
  add constraint order_adjustments_sign
    check (case when kind in ('shipping', 'fee', 'tax', 'included-tax') then amount_cents >= 0 else amount_cents < 0 end),
  add constraint order_adjustments_rate check (
    (kind in ('tax', 'included-tax')) = (percent is not null) and (percent is null) = (taxable_cents is null)
  );
