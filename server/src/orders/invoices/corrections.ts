import { costsOf, type Order, shareOf, sumOf, type TaxedOrder, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import { findOrder } from '../read-orders.ts'

export interface RefundedLine {
  line: number | null
  quantity: number
  cents: number
}

/** A credit note, or what is charged again of the one that it undoes. A refund by amount has no lines. */
interface Correction {
  id: string
  undoes: string | null
  amount_cents: number
  lines: RefundedLine[] | null
}

interface TaxRow {
  label: string
  net: number
  tax: number
  /** Of the net amount of the row above. */
  sharesNet: boolean
}

/** The taxes by rate of the last correction, or of an invoice without any. All credited are the invoice's, to the cent. */
export function taxesOf(order: TaxedOrder & Pick<Order, 'totalAmount'>, corrections: Correction[]) {
  const taxes = order.adjustments.filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
  // Rates of one class, such as CGST and SGST, are of one net amount.
  const isSameNet = (index: number) => index > 0 && taxes[index - 1]?.source === taxes[index]?.source
  const amounts = taxes.flatMap((row, index) => [isSameNet(index) ? 0 : toCents(row.taxable ?? 0), toCents(row.amount)])
  const parts = correctedParts([...amounts, toCents(order.totalAmount) - sumOf(amounts)], order, corrections)
  const rows = new Map<string, TaxRow>()
  let net = 0
  for (const [index, { label: named }] of taxes.entries()) {
    if (!isSameNet(index)) net = parts[2 * index] ?? 0
    const label = named.replace(/^Included tax/, 'Tax')
    const row = rows.get(label) ?? { label, net: 0, tax: 0, sharesNet: isSameNet(index) }
    rows.set(label, { ...row, net: row.net + net, tax: row.tax + (parts[2 * index + 1] ?? 0) })
  }
  const untaxed = parts.at(-1) ?? 0
  const corrected = [...rows.values()].filter(({ net, tax }) => corrections.length === 0 || net !== 0 || tax !== 0)
  return corrected.concat(untaxed > 0 ? { label: 'Without tax', net: untaxed, tax: 0, sharesNet: false } : [])
}

/**
 * What the last correction has of each amount of its order. A refund by lines has the amounts of these lines, one by amount
 * its share of what those have left, and what is charged again all that its note had.
 */
function correctedParts(amounts: number[], order: TaxedOrder, corrections: Correction[]): number[] {
  const costs = costsOf(order)
  const notes = new Map<string, number[]>()
  const given = new Map<number | null, number>()
  let [parts, left, byAmount] = [amounts, amounts, 0]
  for (const { id, undoes, lines, amount_cents } of corrections) {
    if (!undoes && !lines) {
      parts = partsOf(left, byAmount, byAmount + amount_cents, sumOf(left))
      byAmount += amount_cents
    } else {
      left = subtract(left, partsOf(left, 0, byAmount, sumOf(left)))
      byAmount = 0
      let own = amounts.map(() => 0)
      for (const { line, cents } of lines ?? []) {
        const cost = costs.find(cost => cost.line === line)
        const from = given.get(line) ?? 0
        given.set(line, undoes ? from - cents : from + cents)
        if (cost) own = own.map((part, n) => part + (partsOf(cost.parts, from, from + cents, cost.cents)[n] ?? 0))
      }
      parts = (undoes && notes.get(undoes)) || fitInto(left, own, amount_cents)
      left = subtract(left, undoes ? parts.map(part => -part) : parts)
    }
    notes.set(id, parts)
  }
  return parts
}

const subtract = (from: number[], parts: number[]) => from.map((amount, n) => amount - (parts[n] ?? 0))

/** Parts that add up to `cents`, none more than what is left of it: amounts that were refunded had a share of every rate. */
function fitInto(left: number[], parts: number[], cents: number): number[] {
  const scaled = partsOf(parts, 0, Math.min(cents, sumOf(parts)), sumOf(parts))
  const fitting = scaled.map((part, n) => Math.min(part, left[n] ?? 0))
  const free = subtract(left, fitting)
  const rest = partsOf(free, 0, cents - sumOf(fitting), sumOf(free))
  return fitting.map((part, n) => part + (rest[n] ?? 0))
}

/** What each amount has of the part of the whole that begins at `from`; one after the other, so that no cent is lost. */
function partsOf(amounts: number[], from: number, to: number, whole: number): number[] {
  let above = 0
  const upTo = (cents: number) => shareOf(cents, to, whole) - shareOf(cents, from, whole)
  return amounts.map(amount => {
    above += amount
    return upTo(above) - upTo(above - amount)
  })
}

/** The corrections of an invoice up to this one, the first one first. */
export async function listCorrections(db: Database, invoice: RowOf<'invoices'>): Promise<Correction[]> {
  if (invoice.corrects === null) return []
  const { rows } = await sql<Correction>`
    select correction.id, case correction.kind when 'invoice' then corrected.id end as undoes, correction.amount_cents, (
      select json_agg(json_build_object('line', line, 'quantity', quantity, 'cents', cents) order by refunded_lines.id)
      from refunded_lines left join refunds on refunds.id = refund_id
      where order_id = correction.order_id
        and coalesce(correction.provider_refund_id, corrected.provider_refund_id) in (card_note, provider_refund_id)
    ) as lines
    from invoices correction join invoices corrected on corrected.id = correction.corrects
    where correction.order_id = ${invoice.order_id} and correction.payment_id is not distinct from ${invoice.payment_id}
      and correction.id <= ${invoice.id}
    order by correction.id`.execute(db)
  return rows
}

/** The report sums what a correction says of tax; what is charged again counts against the credit. */
export async function saveCreditedTaxes(db: Transaction, id: string): Promise<void> {
  const invoice = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
  const order = invoice && (await findOrder(db, invoice.order_id))
  if (!order) return
  const sign = invoice.kind === 'credit-note' ? 1 : -1
  const rows = taxesOf(order, await listCorrections(db, invoice)).map(({ label, net, tax }) => ({
    ...{ invoice_id: id, order_id: order._id, label, net_cents: sign * net, tax_cents: sign * tax },
  }))
  await db.insertInto('credited_taxes').values(rows).execute()
}
