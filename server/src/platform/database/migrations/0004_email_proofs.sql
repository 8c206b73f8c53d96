drop trigger forget_proofs on users;
drop function forget_proofs;
drop trigger users_keep_email_since on users;
drop function keep_email_since;
drop trigger payments_keep_payer_anonymous on payments;
drop function keep_payer_anonymous;
