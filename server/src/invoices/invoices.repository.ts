import type { InvoiceKind } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import type { PaymentRow } from '../payment-records/payments.repository.ts'

/** The year of the shop's calendar. */
const yearOf = (at: Date | null) =>
  sql<number>`extract(year from coalesce(${at}, now()) at time zone shop_time_zone())::integer`

/** At least four digits, after the owner's prefix; test money is marked. */
const numberOf = (kind: InvoiceKind) => sql`
  case when counter.is_test then 'TEST-' else '' end || coalesce(settings.changes #>> '{orders,invoicePrefix}', '')
  || ${kind === 'invoice' ? '' : 'C'} || counter.year || '-'
  || lpad(counter.last::text, greatest(4, length(counter.last::text)), '0')`

/**
 * Issues the invoice of a completed payment once, with the next number of its series. It locks the series until the transaction
 * ends, so it has to be the last statement; the order is locked.
 */
export async function issueInvoice(
  db: Transaction<Tables>,
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'amount_cents' | 'gateway_mode'>,
  at: Date | null = null,
): Promise<void> {
  await sql`
    with counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select 'invoice', ${yearOf(at)}, ${payment.gateway_mode !== 'live'}, 1
      where not exists (select from invoices where payment_id = ${payment.id} and kind = 'invoice')
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, amount_cents, seller, issued_at)
    select ${newId()}, 'invoice', counter.year, counter.is_test, counter.last, ${numberOf('invoice')},
      ${payment.order_id}, ${payment.id}, ${payment.amount_cents},
      coalesce(settings.changes -> 'shop', '{}'), coalesce(${at}, now())
    from counter, settings`.execute(db)
}

/** Issues the credit note of a completed refund once, if its payment has an invoice; otherwise like `issueInvoice()`. */
export async function issueCreditNote(
  db: Transaction<Tables>,
  { paymentId, refundId, cents }: { paymentId: string; refundId: string; cents: number },
  at: Date | null = null,
): Promise<void> {
  await sql`
    with corrected as (
      select * from invoices where payment_id = ${paymentId} and kind = 'invoice'
        and not exists (select from invoices where payment_id = ${paymentId} and provider_refund_id = ${refundId})
    ),
    counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select 'credit-note', ${yearOf(at)}, is_test, 1 from corrected
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, corrects, provider_refund_id,
      credited_before_cents, amount_cents, seller, issued_at)
    select ${newId()}, 'credit-note', counter.year, counter.is_test, counter.last, ${numberOf('credit-note')},
      corrected.order_id, corrected.payment_id, corrected.id, ${refundId},
      (select coalesce(sum(amount_cents), 0) from invoices where payment_id = ${paymentId} and kind = 'credit-note'),
      ${cents}, coalesce(settings.changes -> 'shop', '{}'), coalesce(${at}, now())
    from counter, corrected, settings`.execute(db)
}

/** With what its document needs; undefined for an order of another account, which staff leave out. */
export async function findInvoice(db: Database, id: string, userId?: string) {
  const invoice = db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .selectAll('invoices')
    .select(['corrected.number as corrected_number', 'orders.tax_on_shipping', 'payments.transaction_id'])
    .select(sql<string>`shop_time_zone()`.as('time_zone'))
    .where('invoices.id', '=', id)
  return (userId ? invoice.where('orders.user_id', '=', userId) : invoice).executeTakeFirst()
}

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

/** Of a payment, or of one of its refunds by the provider's id. */
export async function findInvoiceId(db: Database, orderId: string, refundId: string | null) {
  const invoice = db.selectFrom('invoices').select('id').where('order_id', '=', orderId)
  const row = await (refundId === null
    ? invoice.where('kind', '=', 'invoice')
    : invoice.where('provider_refund_id', '=', refundId)
  ).executeTakeFirst()
  return row?.id
}
