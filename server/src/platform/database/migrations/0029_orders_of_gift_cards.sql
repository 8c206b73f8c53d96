-- Paid orders of gift cards alone, whose cards can be used, have waited for staff; now such an order ends with its payment.
with ended as (
  update orders set status = 'delivered'
  where status = 'processing' and review_reason is null
    and exists (select from gift_cards where order_id = orders.id)
    and not exists (select from order_lines where order_id = orders.id and gift_cards is null)
    and not exists (select from payments where order_id = orders.id and disputed)
  returning id
)
insert into order_history (order_id, from_status, to_status) select id, 'processing', 'delivered' from ended;
