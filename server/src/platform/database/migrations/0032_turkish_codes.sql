-- The İ of Turkish keyboards counts as I. Of codes that became the same, each keeps its key.
update discount_codes set key = replace(key, 'İ', 'I')
where key like '%İ%' and not exists (
  select from discount_codes other
  where other.key <> discount_codes.key and replace(other.key, 'İ', 'I') = replace(discount_codes.key, 'İ', 'I'));
