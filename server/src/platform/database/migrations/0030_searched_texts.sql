-- Texts are compared without accents, vowel signs and what is not seen (fold() of runtime/fold.ts does the same).

create function folded(text text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1) then translate(lower($1), '''`', '') else
    normalize(replace(replace(replace(replace(
      translate(
        regexp_replace(
          normalize(regexp_replace(lower($1), '[''’‘ʼ`´]', '', 'g'), nfkd),
          '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]',
          '', 'g'),
        'łøđðħıŧςٱىیةکँ‐', 'loddhitσاييهكं-'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfc)
  end
$$;

drop index users_searched;
create index users_searched on users using gin (folded(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
drop index media_searched;
create index media_searched on media using gin (folded(name) gin_trgm_ops);
drop index payments_searched;
create index payments_searched on payments
  using gin (folded(transaction_id || ' ' || coalesce(email_address, '') || ' ' || coalesce(order_id, '')) gin_trgm_ops);
drop index reviews_text;
create index reviews_text on reviews using gin (folded(title || ' ' || comment) gin_trgm_ops);

create or replace function order_search_text(entry orders) returns text language sql stable as $$
  select folded(concat_ws(' ',
    entry.id, entry.number_prefix || entry.number,
    entry.shipping_address->'name'->>'firstName', entry.shipping_address->'name'->>'lastName',
    '+' || (entry.shipping_address->>'countryCode') || (entry.shipping_address->>'phoneNumber'),
    entry.shipping_address->>'pinCode', users.email,
    (select string_agg(concat_ws(' ', name, sku, chosen.options), ' ' order by position)
      from order_lines, lateral (select string_agg(key || ' ' || value, ' · ') from json_each_text(order_lines.options)) chosen (options)
      where order_id = entry.id)
  )) from users where users.id = entry.user_id
$$;
update order_search set text = folded(text) where text <> folded(text);

-- Products are found by words within words, too: the next start indexes them.
update product_index set terms = null;
