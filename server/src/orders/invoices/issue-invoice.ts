import type { InvoiceKind } from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Tables } from '../../platform/database/tables.ts'

const yearOf = (at: Date | null) =>
  sql<number>`extract(year from coalesce(${at}, now()) at time zone shop_time_zone())::integer`

const numberOf = (kind: InvoiceKind) => sql`
  case when counter.is_test then 'TEST-' else '' end || coalesce(settings.changes #>> '{orders,invoicePrefix}', '')
  || ${kind === 'invoice' ? '' : 'C'} || counter.year || '-'
  || lpad(counter.last::text, greatest(4, length(counter.last::text)), '0')`

/** Locks the series of numbers until the transaction ends, so it has to be the last statement. Lock the order first. */
export async function issueInvoice(
  db: Transaction<Tables>,
  payment: Pick<Selectable<Tables['payments']>, 'id' | 'order_id' | 'amount_cents' | 'gateway_mode'>,
  at: Date | null = null,
): Promise<void> {
  await sql`
    with counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select 'invoice', ${yearOf(at)}, ${payment.gateway_mode !== 'live'}, 1
      where not exists (select from invoices where payment_id = ${payment.id} and kind = 'invoice' and corrects is null)
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, amount_cents, seller, issued_at)
    select ${newId()}, 'invoice', counter.year, counter.is_test, counter.last, ${numberOf('invoice')},
      ${payment.order_id}, ${payment.id}, ${payment.amount_cents},
      coalesce(settings.changes -> 'shop', '{}'), coalesce(${at}, now())
    from counter, settings`.execute(db)
}

/** What was charged again counts against the credit. */
const credited = (paymentId: string) => sql`(
  select coalesce(sum(case kind when 'credit-note' then amount_cents else -amount_cents end), 0)
  from invoices where payment_id = ${paymentId} and corrects is not null)`

/** Credits at most what is left of the invoice, because a refund may follow a chargeback. */
export async function issueCreditNote(
  db: Transaction<Tables>,
  { paymentId, refundId, cents }: { paymentId: string; refundId: string; cents: number },
  at: Date | null = null,
): Promise<void> {
  await sql`
    with corrected as (
      select invoice.*, before, least(${cents}::bigint, amount_cents - before) as left_cents
      from invoices invoice cross join ${credited(paymentId)} credited (before)
      where payment_id = ${paymentId} and kind = 'invoice' and corrects is null
        and not exists (select from invoices where payment_id = ${paymentId} and provider_refund_id = ${refundId})
    ),
    counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select 'credit-note', ${yearOf(at)}, is_test, 1 from corrected where left_cents > 0
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, corrects, provider_refund_id,
      credited_before_cents, amount_cents, seller, issued_at)
    select ${newId()}, 'credit-note', counter.year, counter.is_test, counter.last, ${numberOf('credit-note')},
      corrected.order_id, corrected.payment_id, corrected.id, ${refundId}, before, left_cents,
      coalesce(settings.changes -> 'shop', '{}'), coalesce(${at}, now())
    from counter, corrected, settings`.execute(db)
}

/** It replaces a refund's id in the credit note of a chargeback. */
export const CHARGEBACK = 'chargeback-'

/** Credits once no dispute about the payment is open. Lock the order and the payment first. */
export async function creditChargeback(db: Transaction<Tables>, paymentId: string): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['reversed_at', 'amount_cents'])
    .where('id', '=', paymentId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('disputes').select('id').where('payment_id', '=', paymentId).where('is_open', '=', true))),
    )
    .executeTakeFirst()
  if (!payment?.reversed_at) return
  const refundId = `${CHARGEBACK}${payment.reversed_at.toISOString()}`
  await issueCreditNote(db, { paymentId, refundId, cents: payment.amount_cents })
}

/** The shop has won the dispute, so it charges what the credit note of the chargeback credited. */
export async function chargeAgain(db: Transaction<Tables>, paymentId: string): Promise<void> {
  await sql`
    with lifted as (
      select * from invoices note
      where payment_id = ${paymentId} and kind = 'credit-note' and starts_with(provider_refund_id, ${CHARGEBACK})
        and not exists (select from invoices again where again.kind = 'invoice' and again.corrects = note.id)
    ),
    counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select 'invoice', ${yearOf(null)}, is_test, 1 from lifted
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, corrects, credited_before_cents,
      amount_cents, seller)
    select ${newId()}, 'invoice', counter.year, counter.is_test, counter.last, ${numberOf('invoice')},
      lifted.order_id, lifted.payment_id, lifted.id, lifted.credited_before_cents, lifted.amount_cents,
      coalesce(settings.changes -> 'shop', '{}')
    from counter, lifted, settings`.execute(db)
}

/** `userId` restricts it to that customer's orders; staff leave it out. */
export async function findInvoice(db: Database, id: string, userId?: string) {
  const invoice = db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .selectAll('invoices')
    .select([
      'corrected.number as corrected_number',
      'orders.tax_on_shipping',
      'payments.gateway',
      'payments.transaction_id',
    ])
    .where('invoices.id', '=', id)
  return (userId ? invoice.where('orders.user_id', '=', userId) : invoice).executeTakeFirst()
}

export async function findInvoiceId(db: Database, orderId: string, refundId: string | null) {
  const invoice = db.selectFrom('invoices').select('id').where('order_id', '=', orderId)
  const row = await (refundId === null
    ? invoice.where('kind', '=', 'invoice').where('corrects', 'is', null)
    : invoice.where('provider_refund_id', '=', refundId)
  ).executeTakeFirst()
  return row?.id
}
