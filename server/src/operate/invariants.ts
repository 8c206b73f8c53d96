import { type RawBuilder, sql } from 'kysely'

/** The query finds violations: a line for each. */
interface Invariant {
  about: string
  holds: string
  broken: RawBuilder<{ line: string }>
}

const wasShipped = sql`exists (
  select from order_history moves where moves.order_id = orders.id and moves.to_status in ('shipped', 'delivered'))`

const wasCancelled = sql`exists (
  select from order_history moves where moves.order_id = orders.id and moves.to_status = 'cancelled')`

const goodsOut = sql`('processing', 'shipped', 'delivered')`

/** Ways to pay that no provider knows of: staff record what arrives and what goes back. */
const offline = sql`('transfer', 'delivery')`

/** ARCHITECTURE, Invariants, names them. */
export const invariants: Invariant[] = [
  {
    about: 'Stock',
    holds: 'every quantity is what its ledger sums up to',
    broken: sql`
      select format('variant %s has %s, its ledger says %s', variant_id, coalesce(quantity, 0), coalesce(booked, 0)) line
      from stock full join (select variant_id, sum(delta) booked from stock_ledger group by variant_id) ledger
        using (variant_id)
      where coalesce(quantity, 0) <> coalesce(booked, 0)`,
  },
  {
    about: 'Stock',
    holds: 'every product has a variant with a value of each option, and the index knows what they have and cost',
    broken: sql`
      select format('product %s has no variant', products.id) line from products
      where not exists (select from variants where product_id = products.id and deleted_at is null)
      union all
      select format('variant %s has the values %s of %s options', variants.id, option_values, jsonb_array_length(options))
      from variants join products on products.id = product_id
      where variants.deleted_at is null and cardinality(option_values) <> jsonb_array_length(options)
      union all
      select format('product %s is indexed as in stock: %s, low: %s', product_id, product_index.in_stock, product_index.is_low)
      from product_index, stock_of(product_id) now
      where (product_index.in_stock, product_index.is_low) is distinct from (now.in_stock, now.is_low)
      union all
      select format('product %s is indexed with other options than those of its variants', product_id)
      from product_index cross join stock_of(product_id) now
        left join option_sets offering on offering.id = offered_set left join option_sets stocking on stocking.id = stocked_set
      where (offering.variants, stocking.variants) is distinct from (now.offered, now.stocked)
      union all
      select format('product %s is indexed at %s and %s%% less, its variants cost %s and %s%% less',
        id, product_index.price_cents, saved_percent, lowest, round(saved))
      from product_index join products on id = product_id cross join prices_of(products)
      where (product_index.price_cents, product_index.is_discounted, saved_percent)
        is distinct from (lowest, saved > 0, round(saved)::smallint)`,
  },
  {
    about: 'Prices',
    holds:
      'what was replaced by planned sales is remembered while one is running, and the history ends with the present price',
    broken: sql`
      select format('a price of product %s was replaced, and no running sale asks for it', product_id) line
      from replaced_prices as replaced where not exists (
        select from planned_price_rows as asked join planned_prices on planned_prices.id = plan_id
        where asked.product_id = replaced.product_id and asked.variant_id is not distinct from replaced.variant_id
          and state = 'running')
      union all
      select format('variant %s costs %s, its history ends with %s', variants.id, now.cents, last.cents)
      from variants join products on products.id = product_id
        cross join lateral (select coalesce(variants.price_cents, products.price_cents) as price,
          coalesce(variants.on_sale, products.on_sale) as on_sale,
          coalesce(variants.sale_price_cents, products.sale_price_cents) as sale) as its
        cross join lateral (select case when its.on_sale and sale > 0 and sale < price then sale else price end as cents) as now
        left join lateral (
          select cents from price_history where variant_id = variants.id order by since desc limit 1) as last on true
      where now.cents is distinct from last.cents`,
  },
  {
    about: 'Products',
    holds: 'every product is found at its address',
    broken: sql`
      select format('product %s is not found at %s', id, slug) line from products
      where deleted_at is null and not exists (select from product_slugs where product_slugs.slug = products.slug and product_id = id)`,
  },
  {
    about: 'Orders',
    holds: 'each took from the stock what its lines say',
    broken: sql`
      select format('order %s took %s of variant %s, its lines say %s',
        order_id, coalesce(taken, 0), variant_id, coalesce(quantity, 0)) line
      from order_lines full join
        (select order_id, variant_id, -delta taken from stock_ledger where reason = 'order') ledger
        using (order_id, variant_id)
      where coalesce(quantity, 0) <> coalesce(taken, 0)`,
  },
  {
    about: 'Orders',
    holds: 'each gave back all of it, or nothing, as it should',
    broken: sql`
      with line as (
        select orders.id order_id, status, variant_id, case
          when status in ('cancelled', 'refunded') and not ${wasShipped} then quantity else 0
        end units
        from orders join order_lines on order_id = orders.id
      )
      select format('order %s is %s and gave back %s of variant %s instead of %s',
        order_id, status, coalesce(delta, 0), variant_id, units) line
      from line left join (
        select order_id, variant_id, delta from stock_ledger where reason = 'release'
      ) ledger using (order_id, variant_id)
      where coalesce(delta, 0) <> units`,
  },
  {
    about: 'Orders',
    holds: 'each costs what its lines and discounts add up to',
    broken: sql`
      select format('order %s costs %s and saves %s, its lines %s and %s',
        id, sub_total_cents, orders.saved_cents, coalesce(costs, 0), coalesce(saves, 0)) line
      from orders left join (
        select order_id, sum(cents) costs, sum(saved) saves
        from (
          select order_id, price_cents * quantity cents, saved_cents * quantity saved from order_lines
          union all
          select order_id, amount_cents, 0 from order_adjustments where kind in ('product-discount', 'order-discount')
        ) amounts group by order_id
      ) lines on order_id = id
      where sub_total_cents <> coalesce(costs, 0) or saved_cents <> coalesce(saves, 0)
        or total_cents <> sub_total_cents + shipping_cents + case when tax_included then 0 else tax_cents end + (
          select coalesce(sum(amount_cents), 0) from order_adjustments where order_id = orders.id and kind = 'fee')`,
  },
  {
    about: 'Orders',
    holds: 'each ships for and is taxed what its adjustments say',
    broken: sql`
      select format('order %s ships for %s and is taxed %s, its adjustments say %s and %s',
        id, shipping_cents, tax_cents, coalesce(ships, 0), coalesce(case when tax_included then included else taxes end, 0)) line
      from orders left join (
        select order_id, sum(amount_cents) filter (where kind in ('shipping', 'shipping-discount')) ships,
          sum(amount_cents) filter (where kind = 'tax') taxes,
          sum(amount_cents) filter (where kind = 'included-tax') included
        from order_adjustments group by order_id
      ) adjustments on order_id = id
      where shipping_cents <> coalesce(ships, 0)
        or tax_cents <> coalesce(case when tax_included then included else taxes end, 0)
        or coalesce(case when tax_included then taxes else included end, 0) <> 0`,
  },
  {
    about: 'Orders',
    holds: 'the history of each leads to where it is',
    broken: sql`
      with move as (
        select order_id, from_status, to_status, lag(to_status) over moves before, lead(id) over moves is null is_last
        from order_history window moves as (partition by order_id order by id)
      )
      select format('order %s went on from %s after %s', order_id, from_status, before) line
      from move where from_status is distinct from before
      union all
      select format('order %s is %s, its history says %s', id, status, to_status)
      from orders left join move on order_id = id and is_last where status is distinct from to_status`,
  },
  {
    about: 'Discounts',
    holds: 'each has been used as often as it says, within its limit, by orders that show it and were not cancelled',
    broken: sql`
      select format('discount %s says %s uses of %s, orders have %s', id, uses, limit_in_all, coalesce(used, 0)) line
      from discounts left join (select discount_id, count(*) used from discount_uses group by discount_id) orders
        on discount_id = id
      where uses <> coalesce(used, 0) or uses > limit_in_all
      union all
      select format('order %s is %s, has used %s and shows %s', orders.id, status, used.discounts, shown.discounts)
      from orders left join lateral (
        select array_agg('discount:' || discount_id order by discount_id) discounts from discount_uses where order_id = orders.id
      ) used on true left join lateral (
        select array_agg(distinct source order by source) discounts from order_adjustments
        where order_id = orders.id and source like 'discount:%'
      ) shown on true
      where used.discounts is distinct from case when not ${wasCancelled} then shown.discounts end
      union all
      select format('code %s is used up by order %s, which has not used it', code, order_id)
      from discount_codes where order_id is not null and not exists (
        select from discount_uses where discount_uses.order_id = discount_codes.order_id
          and discount_uses.discount_id = discount_codes.discount_id and discount_uses.code = discount_codes.code)`,
  },
  {
    about: 'Payments',
    holds: 'each that counts is of what gift cards leave of its order’s total, and the order knows it',
    broken: sql`
      select format('payment %s of %s %s is not that of order %s over %s',
        payments.id, amount_cents, payments.currency, orders.id, total_cents - gift_card_cents) line
      from payments join orders on orders.id = order_id
      where payments.status = 'completed' and problem is null
        and (amount_cents <> total_cents - gift_card_cents or payments.currency <> orders.currency or payment_id is distinct from payments.id)
      union all
      select format('order %s names payment %s, which does not count for it', orders.id, payment_id)
      from orders join payments on payments.id = payment_id
      where order_id <> orders.id or payments.status = 'failed' or problem is not null`,
  },
  {
    about: 'Payments',
    holds: 'each order that was paid goes out, and none goes out unpaid unless staff sent it',
    broken: sql`
      select format('order %s is %s and was not paid', orders.id, orders.status) line
      from orders left join payments on payments.id = payment_id
      where orders.status in ${goodsOut} and payments.status is distinct from 'completed'
        and gift_card_cents < total_cents
        and (payments.id is null or payments.gateway not in ${offline}) and not exists (
        select from order_history moves
        where moves.order_id = orders.id and from_status = 'pending' and actor_id is not null)
      union all
      select format('order %s is pending and was paid', orders.id)
      from orders join payments on payments.id = payment_id
      where orders.status = 'pending' and payments.status = 'completed'`,
  },
  {
    about: 'Payments',
    holds: 'each by transfer or on delivery has what staff recorded, and is completed with the whole sum',
    broken: sql`
      select format('payment %s is %s with %s of %s, its receipts say %s',
        id, status, received_cents, amount_cents, coalesce(recorded, 0)) line
      from payments left join (
        select payment_id, sum(amount_cents) recorded from payment_receipts group by payment_id
      ) receipts on payment_id = id
      where received_cents <> coalesce(recorded, 0)
        or (gateway in ${offline} and (status = 'completed') <> (received_cents >= amount_cents) and status <> 'failed')`,
  },
  {
    about: 'Refunds',
    holds: 'each payment gave back what its refunds sum up to, and never more than it took',
    broken: sql`
      with given as (
        select payments.id, amount_cents, refunded_cents, refunded_at, coalesce(given.back, 0) back, coalesce(asked, 0) asked,
          coalesce(refused, false) refused
        from payments left join (
          select payment_id, sum(amount_cents) filter (where state = 'completed') back,
            sum(amount_cents) filter (where state <> 'failed') asked, bool_or(state = 'failed') refused
          from refunds group by payment_id
        ) given on payment_id = payments.id
      )
      select format('payment %s says that it gave back %s, its refunds say %s', id, refunded_cents, back) line
      from given where refunded_cents <> back
      union all
      select format('payment %s took %s and gave back %s', payments.id, payments.currency, refunds.currency)
      from refunds join payments on payments.id = payment_id where refunds.currency <> payments.currency
      union all
      select format('payment %s of %s is asked to give back %s', id, amount_cents, asked)
      from given where asked > amount_cents
      union all
      select format('order %s is %s, its payment gave back %s of %s', orders.id, status, back, amount_cents)
      from orders join given on given.id = payment_id
      where status <> 'cancelled' and not (status = 'refunded' and refused) and (status = 'refunded') <> (back >= amount_cents and gift_card_cents = (
        select coalesce(sum(delta_cents), 0) from gift_card_ledger
        where order_id = orders.id and reason in ('release', 'refund')))`,
  },
  {
    about: 'Refunds',
    holds: 'each by lines is what these cost, and no unit goes back twice',
    broken: sql`
      select format('refund %s of %s is of lines over %s', refunds.id, amount_cents, sum(cents)) line
      from refunds join refunded_lines on refund_id = refunds.id group by refunds.id having sum(cents) <> amount_cents
      union all
      select format('order %s gave back %s of %s units of line %s', order_id, sum(quantity), units, line)
      from (
        select refunded_lines.*, coalesce(order_lines.quantity, 1) units
        from refunded_lines left join order_lines
          on order_lines.order_id = refunded_lines.order_id and position = line
        where not exists (select from refunds where refunds.id = refund_id and state = 'failed')
      ) given group by order_id, line, units having sum(quantity) > units`,
  },
  {
    about: 'Refunds',
    holds: 'what was paid for a cancelled order goes back, or staff know why not',
    broken: sql`
      with refund as (
        select payment_id, sum(amount_cents) filter (where state <> 'failed') asked, bool_or(state = 'failed') refused
        from refunds group by payment_id
      )
      select format('order %s is cancelled, %s of %s paid for it is asked to go back', orders.id, coalesce(asked, 0),
        amount_cents) line
      from orders join payments on payments.id = payment_id left join refund on refund.payment_id = payments.id
      where orders.status = 'cancelled' and payments.status = 'completed' and not disputed and gateway not in ${offline}
        and coalesce(asked, 0) < amount_cents and refused is not true
      union all
      select format('payment %s says that a refund is due: %s', payments.id, payments.is_refund_due)
      from payments where payments.is_refund_due <> is_refund_due(payments)`,
  },
  {
    about: 'Gift cards',
    holds: 'every balance is what its ledger sums up to',
    broken: sql`
      select format('gift card %s has %s, its ledger says %s', id, balance_cents, coalesce(booked, 0)) line
      from gift_cards left join (
        select gift_card_id, sum(delta_cents) booked from gift_card_ledger group by gift_card_id
      ) ledger on gift_card_id = id
      where balance_cents <> coalesce(booked, 0)`,
  },
  {
    about: 'Gift cards',
    holds: 'each order took what it says, gave back no more, and all of it when it is over',
    broken: sql`
      select format('order %s is %s, cards pay %s of it, their ledgers say %s and %s back',
        orders.id, status, gift_card_cents, coalesce(taken, 0), coalesce(back, 0)) line
      from orders left join (
        select order_id, -coalesce(sum(delta_cents) filter (where reason = 'order'), 0) taken,
          coalesce(sum(delta_cents) filter (where reason in ('release', 'refund')), 0) back
        from gift_card_ledger where reason <> 'take-back' group by order_id
      ) booked on order_id = orders.id
      where gift_card_cents <> coalesce(taken, 0) or coalesce(back, 0) > gift_card_cents
        or (status in ('cancelled', 'refunded') and coalesce(back, 0) <> gift_card_cents)`,
  },
  {
    about: 'Gift cards',
    holds: 'each order that was paid has the cards that it bought, and no other has any',
    broken: sql`
      with bought as (
        select order_id, sum((gift ->> 'quantity')::integer) units
        from order_lines, jsonb_array_elements(gift_cards) gift where price_cents + saved_cents > 0 group by order_id
      )
      select format('order %s is %s and has %s of %s gift cards', orders.id, orders.status, count(gift_cards.id), units) line
      from bought join orders on orders.id = bought.order_id left join payments on payments.id = payment_id
        left join gift_cards on gift_cards.order_id = orders.id
      where orders.status in ${goodsOut}
      group by orders.id, payments.status, units
      having count(gift_cards.id) <> case
        when payments.status = 'completed' or gift_card_cents = total_cents then units else 0 end`,
  },
  {
    about: 'Invoices',
    holds: 'no series has a gap, no credit notes are more than their invoice, and none is of a refund that failed',
    broken: sql`
      select format('series %s of %s counts to %s and has %s', kind, year, last, count(id)) line
      from invoice_counters left join invoices using (kind, year, is_test)
      group by kind, year, is_test, last having count(id) <> last
      union all
      select format('invoice %s over %s is credited with %s', number, amount_cents, sum(credits))
      from invoices invoice, lateral (
        select case kind when 'credit-note' then amount_cents else -amount_cents end credits
        from invoices where order_id = invoice.order_id and payment_id is not distinct from invoice.payment_id
          and corrects is not null
      ) corrections
      where kind = 'invoice' and corrects is null group by id having sum(credits) not between 0 and amount_cents
      union all
      select format('credit note %s is of refund %s, which failed', number, refunds.id)
      from refunds join invoices note using (payment_id, provider_refund_id)
      where state = 'failed' and not exists (select from invoices where corrects = note.id)`,
  },
]
