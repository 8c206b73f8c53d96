-- A buyer who pays no tax does not pay that of the fee either: a row of its own takes it off.
alter table order_adjustments
  drop constraint order_adjustments_sign,
  add constraint order_adjustments_sign check (
    case
      when kind in ('shipping', 'tax', 'included-tax') then amount_cents >= 0
      when kind = 'fee' and source is null then amount_cents >= 0
      else amount_cents < 0
    end
  );

create table refunded_lines (
  id bigint generated always as identity primary key,
  order_id object_id not null references orders(id) on delete cascade,
  line integer,
  quantity integer not null check (quantity >= 0),
  cents bigint not null check (cents >= 0),
  refund_id object_id references refunds(id) on delete cascade,
  card_note text,
  constraint refunded_lines_line_fkey foreign key (order_id, line) references order_lines(order_id, position) on delete cascade,
  constraint refunded_lines_way_check check (num_nonnulls(refund_id, card_note) = 1)
);
create index refunded_lines_order_id on refunded_lines (order_id);
comment on table refunded_lines is
  'What a refund by staff is of. A line that goes back to gift cards in part and to the provider for the rest has two rows; the second has its units.';
comment on column refunded_lines.line is 'The position of the line; null: delivery with its fee.';
comment on column refunded_lines.refund_id is 'While it is refused, its rows do not count.';
comment on column refunded_lines.card_note is 'Of what went back to gift cards: it replaces the refund''s id in their credit note.';
