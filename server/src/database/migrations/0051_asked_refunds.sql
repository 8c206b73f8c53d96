-- The id under which the provider was asked for a refund and gave no definite answer. While it is the request id, the provider may
-- have given the money back, and neither wrong keys nor a silent provider make the refund fail (ADR 0015).
alter table refunds add column asked_id text;
