drop trigger orders_keep_refund_due on orders;
drop function keep_refund_due_of_order;
drop trigger payments_keep_refund_due on payments;
drop function keep_refund_due;
drop trigger disputes_keep_refund_due on disputes;
drop trigger disputes_keep_refund_due_of_change on disputes;
drop function keep_refund_due_of_dispute;
comment on column payments.is_refund_due is
  'Whether a refund is due: paid for a cancelled order, or never meant to count. While a dispute is open, the provider decides. Written by updateRefundDue().';

comment on trigger users_limit_sessions on users is
  'Access: sessions of staff end earlier than those of customers, whoever changes the role.';
comment on trigger sessions_limit on sessions is
  'Access: no session outlives the limit of its role.';
comment on trigger refunds_completed_at on refunds is
  'A refund has the time of its completion while it is completed, and at no other time.';
