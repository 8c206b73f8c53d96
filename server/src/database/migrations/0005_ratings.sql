-- All stars that a product was given, and by how many, kept in the review's own transaction: lists neither join nor count.
alter table products
  add rating_points integer not null default 0 check (rating_points >= 0),
  add rating_count integer not null default 0 check (rating_count >= 0);
alter table products
  add rating_average real generated always as
    (case when rating_count = 0 then 0 else rating_points::real / rating_count end) stored;

update products
set rating_points = given.points, rating_count = given.count
from (select product_id, sum(rating) as points, count(*) as count from reviews group by product_id) as given
where given.product_id = products.id;
