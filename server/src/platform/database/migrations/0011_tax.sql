-- Prices that contain the tax, and the rate with which an order was placed (ADR 0055). The defaults are the rules of earlier orders.
alter table orders
  add column tax_included boolean not null default false,
  add column tax_percent double precision not null default 18 check (tax_percent between 0 and 100),
  drop constraint orders_check,
  add constraint orders_check
    check (total_cents = sub_total_cents + shipping_cents + case when tax_included then 0 else tax_cents end);

alter table order_adjustments
  drop constraint order_adjustments_kind_check,
  add constraint order_adjustments_kind_check check (kind in (
    'product-discount', 'order-discount', 'shipping', 'shipping-discount', 'tax', 'included-tax')),
  drop constraint order_adjustments_sign,
  add constraint order_adjustments_sign check (
    case when kind in ('shipping', 'tax', 'included-tax') then amount_cents >= 0 else amount_cents < 0 end);
