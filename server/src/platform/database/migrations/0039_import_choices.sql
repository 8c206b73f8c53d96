-- Whether the file is another shop's, and the sentence on columns that its new products need and it has not.
alter table imports
  add column is_foreign boolean not null default false,
  add column lacking text not null default '';
