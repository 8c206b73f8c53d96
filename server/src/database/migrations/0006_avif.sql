-- When every rendition stood as AVIF too. The pictures that wait for it are the queue of the work.
alter table media add avif_at timestamptz;
create index media_without_avif on media (id) where avif_at is null;
