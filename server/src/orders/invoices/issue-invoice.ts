import type { InvoiceKind, PaymentMode } from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RowOf, Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { saveCreditedTaxes } from './corrections.ts'

/** Of orders that test money paid, also by gift cards. */
export const isTest = sql<boolean>`exists (select from invoices where order_id = orders.id and is_test)`

/** Figures of a live shop leave out orders of test money. */
export const isCounted = (mode: PaymentMode) => sql<boolean>`(${sql.lit(mode !== 'live')} or not ${isTest})`

/** Locks the series of numbers until the transaction ends, so it has to be the last statement. Lock the order first. */
export async function issueInvoice(
  db: Transaction,
  payment: Pick<RowOf<'payments'>, 'id' | 'order_id' | 'amount_cents' | 'gateway_mode'>,
  at: Date | null = null,
): Promise<void> {
  const content = sql`
    select ${payment.order_id}::text as order_id, ${payment.id}::text as payment_id, null as corrects,
      null as provider_refund_id, ${payment.amount_cents} + gift_card_cents as amount_cents,
      ${payment.gateway_mode !== 'live'}::boolean as is_test
    from orders where id = ${payment.order_id}
      and not exists (select from invoices where payment_id = ${payment.id} and kind = 'invoice' and corrects is null)`
  await issue(db, 'invoice', content, at)
}

/** Of an order that gift cards paid whole, which has no payment. */
export async function issueInvoiceOfCards(db: Transaction, orderId: string, isTest: boolean): Promise<void> {
  const content = sql`
    select id as order_id, null::text as payment_id, null as corrects, null as provider_refund_id,
      total_cents as amount_cents, ${isTest}::boolean as is_test
    from orders where id = ${orderId}
      and not exists (select from invoices where order_id = orders.id and kind = 'invoice' and corrects is null)`
  await issue(db, 'invoice', content)
}

/** Credits at most what is left of what the payment paid, because a refund may follow a chargeback. */
export async function issueCreditNote(
  db: Transaction,
  { paymentId, refundId, cents }: { paymentId: string; refundId: string; cents: number },
): Promise<void> {
  await credit(db, sql`payment_id = ${paymentId}`, refundId, cents)
}

/** Credits what went back to the gift cards of an order, if it has an invoice. */
export async function creditCards(db: Transaction, orderId: string, cents: number, note = cardNoteOf(newId())) {
  await credit(db, sql`order_id = ${orderId}`, note, cents)
}

export const cardNoteOf = (requestId: string) => TO_CARDS + requestId

/** Of gift cards and payment each has its part of the invoice. */
async function credit(db: Transaction, isInvoice: RawBuilder<unknown>, refundId: string, cents: number) {
  const ofCards = refundId.startsWith(TO_CARDS)
  const part = ofCards ? sql`gift_card_cents` : sql`invoice.amount_cents - gift_card_cents`
  const content = sql`
    select * from (
      select order_id, payment_id, id as corrects, ${refundId}::text as provider_refund_id,
        least(${cents}::bigint, (select ${part} from orders where id = order_id) - before) as amount_cents, is_test
      from invoices invoice, lateral ${creditedOf(ofCards)} credited (before)
      where ${isInvoice} and kind = 'invoice' and corrects is null
        and not exists (select from invoices where order_id = invoice.order_id and provider_refund_id = ${refundId})
    ) note where amount_cents > 0`
  await correct(db, 'credit-note', content)
}

/** What was charged again counts against the credit. */
const creditedOf = (cards: boolean) => sql`(
  select coalesce(sum(case note.kind when 'credit-note' then note.amount_cents else -note.amount_cents end), 0)
  from invoices note
  where note.order_id = invoice.order_id and note.payment_id is not distinct from invoice.payment_id
    and note.corrects is not null and starts_with(coalesce(note.provider_refund_id, ''), ${TO_CARDS}) = ${cards})`

/** It begins a refund's id in the credit note of what went back to gift cards. */
export const TO_CARDS = 'gift-card-'

async function correct(db: Transaction, kind: InvoiceKind, content: RawBuilder<unknown>) {
  for (const { id } of await issue(db, kind, content)) await saveCreditedTaxes(db, id)
}

/** Writes `content`, a query of one row or none, under the next number of its series; answers the ids written. */
async function issue(db: Transaction, kind: InvoiceKind, content: RawBuilder<unknown>, at: Date | null = null) {
  const { rows } = await sql<{ id: string }>`
    with content as (${content}),
    counter as (
      insert into invoice_counters (kind, year, is_test, last)
      select ${kind}, extract(year from coalesce(${at}, now()) at time zone shop_time_zone())::integer, is_test, 1
      from content
      on conflict (kind, year, is_test) do update set last = invoice_counters.last + 1
      returning year, is_test, last
    )
    insert into invoices (id, kind, year, is_test, position, number, order_id, payment_id, corrects, provider_refund_id,
      amount_cents, seller, issued_at)
    select ${newId()}, ${kind}, counter.year, counter.is_test, counter.last,
      case when counter.is_test then 'TEST-' else '' end || coalesce(settings.changes #>> '{orders,invoicePrefix}', '')
        || ${kind === 'invoice' ? '' : 'C'} || counter.year || '-'
        || lpad(counter.last::text, greatest(4, length(counter.last::text)), '0'),
      order_id, payment_id, corrects, provider_refund_id, amount_cents,
      coalesce(settings.changes -> 'shop', '{}'), coalesce(${at}, now())
    from counter, content, settings
    returning id`.execute(db)
  return rows
}

/** It replaces a refund's id in the credit note of a chargeback. */
export const CHARGEBACK = 'chargeback-'

/**
 * Corrects a payment's invoice by its refunds and its chargeback: charge again what came back → credit what went, a
 * chargeback once no dispute is open. Lock the order and the payment first.
 */
export async function correctInvoice(db: Transaction, paymentId: string): Promise<void> {
  const { rows: notes } = await sql<{ id: string }>`
    select note.id from invoices note join payments on payments.id = payment_id
    where payment_id = ${paymentId} and kind = 'credit-note'
      and not exists (select from invoices again where again.kind = 'invoice' and again.corrects = note.id)
      and (starts_with(provider_refund_id, ${CHARGEBACK}) and reversed_at is null or provider_refund_id in (
        select provider_refund_id from refunds where refunds.payment_id = payments.id and state = 'failed'))
    order by note.id`.execute(db)
  for (const { id } of notes) {
    const content = sql`
      select order_id, payment_id, id as corrects, null as provider_refund_id, amount_cents, is_test
      from invoices where id = ${id}`
    await correct(db, 'invoice', content)
  }
  const { rows: gone } = await sql<{ refundId: string; cents: number }>`
    select provider_refund_id as "refundId", amount_cents as cents, completed_at as at, id from refunds
    where payment_id = ${paymentId} and state = 'completed' and provider_refund_id is not null
    union all
    select ${CHARGEBACK} || extract(epoch from reversed_at), amount_cents, 'infinity', id
    from payments
    where id = ${paymentId} and reversed_at is not null
      and not exists (select from disputes where payment_id = payments.id and is_open)
    order by at, id`.execute(db)
  for (const credit of gone) await issueCreditNote(db, { paymentId, ...credit })
}
