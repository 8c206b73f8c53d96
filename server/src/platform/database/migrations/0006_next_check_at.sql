-- When an attempt or a payment is next compared with the provider, in the word that the code uses for it.
alter table payment_attempts rename column next_look_at to next_check_at;
alter table payments rename column next_look_at to next_check_at;
