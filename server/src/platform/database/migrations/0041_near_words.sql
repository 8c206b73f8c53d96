-- Words near a mistyped one are found by PostgreSQL: by trigrams, and by edits among words of the same first letter.

create extension if not exists fuzzystrmatch;

alter table search_terms drop column added_by;
create index search_terms_trigrams on search_terms using gin (word gin_trgm_ops);
create index search_terms_first_letter on search_terms (left(word, 1));
