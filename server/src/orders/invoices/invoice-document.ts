import {
  addressLines,
  billingLines,
  companyNumbers,
  costsOf,
  defaultSettings,
  deliveryMethodOf,
  EXEMPTION_TEXTS,
  formatPrice,
  fromCents,
  gatewayNames,
  INVOICE_TITLES,
  invoiceTotalRows,
  isOffline,
  type Order,
  optionsText,
  orderName,
  shareOf,
  sumOf,
  type TaxedOrder,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import { CANCELLATION } from '../offline/close-unpaid.ts'
import { findOrder } from '../read-orders.ts'
import { drawInvoice } from './draw-invoice.ts'
import { CHARGEBACK, TO_CARDS } from './issue-invoice.ts'

/** Makes the PDF of an invoice. Another account's invoice is not found; staff ask with no account. */
export async function makeInvoice(db: Database, id: string, userId?: string) {
  const invoice = await findInvoice(db, id, userId)
  const order = invoice && (await findOrder(db, invoice.order_id))
  if (!invoice || !order) throw notFound('Invoice not found.')

  return {
    name: `${invoice.kind}-${invoice.number.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
    content: await drawInvoice(invoiceDocument(invoice, order)),
  }
}

type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

export type InvoiceDocument = ReturnType<typeof invoiceDocument>

export function invoiceDocument(invoice: InvoiceRow, order: Order) {
  const { kind, number, is_test, corrected_number, lineNotes } = invoice
  const shop = { ...defaultSettings().shop, ...invoice.seller }
  const price = (cents: number) => formatPrice(fromCents(cents), order.currency)
  const isCredit = kind === 'credit-note'
  const isWhole = invoice.corrects === null
  // What is charged again reads as the credit note did.
  const note = isCredit ? invoice : { ...invoice, id: invoice.corrects ?? invoice.id }
  const credited = lineNotes.find(({ id }) => id === note.id)?.lines ?? []
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: shop.timeZone })
  return {
    title: INVOICE_TITLES[kind],
    number,
    isTest: is_test,
    seller: [shop.name, ...shop.address, shop.email, shop.phone, ...companyNumbers(shop)].filter(line => line !== null),
    ...buyerOf(order),
    facts: Object.entries({
      Date: date.format(invoice.issued_at),
      ...(corrected_number && { [isCredit ? 'Corrects invoice' : 'Corrects credit note']: corrected_number }),
      Order: orderName(order),
      Ordered: date.format(new Date(order.createdAt)),
      ...(isGstSplit(order) && { 'Place of supply': order.shippingAddress.state }),
      ...(isWhole && { Delivery: deliveryMethodOf(order.adjustments) }),
      ...howPaid(invoice, date),
    }),
    lines: isWhole
      ? order.products.map(line => lineOf(line, order.currency))
      : credited.map(units => creditedLineOf(units, order)),
    totals: isWhole
      ? invoiceTotalRows(order)
      : [{ key: 'total', label: reasonOf(invoice), amount: price(invoice.amount_cents) }],
    taxes: taxesOf(order, note, lineNotes).map(({ label, net, tax }) => ({
      label,
      net: price(net),
      tax: price(tax),
      gross: price(net + tax),
    })),
  }
}

/** Money that no provider took has no number there; what is due says how it is to be paid, also when it has been. */
function howPaid(
  { kind, gateway, transaction_id, payable, provider_refund_id }: InvoiceRow,
  date: Intl.DateTimeFormat,
) {
  const label = kind === 'credit-note' ? 'Refunded by' : 'Paid by'
  if (gateway === null || provider_refund_id?.startsWith(TO_CARDS)) return { [label]: 'Gift card' }
  const by = gatewayNames[gateway]
  if (payable)
    return {
      Payment: by,
      ...(payable.until && { 'Payable until': date.format(new Date(payable.until)) }),
      ...Object.fromEntries(payable.rows),
    }
  const name = isOffline(gateway) ? by : `${by} ${transaction_id}`
  return { [label]: name }
}

/** The delivery address stands below the bill's when it is another one. */
const buyerOf = (order: Order) => ({
  buyer: billingLines(order),
  deliveredTo: order.billingAddress ? addressLines(order.shippingAddress) : [],
  note: order.taxExemption === null ? '' : EXEMPTION_TEXTS[order.taxExemption],
})

const isGstSplit = ({ adjustments }: Order) => adjustments.some(({ label }) => /\b[CI]GST\b/.test(label))

function lineOf({ product, options, sku, hsnCode, quantity, price }: Order['products'][number], currency: string) {
  return {
    name: product.name,
    detail: [optionsText(options), sku ? `SKU ${sku}` : '', hsnCode ? `HSN ${hsnCode}` : '']
      .filter(Boolean)
      .join(' · '),
    quantity: String(quantity),
    price: formatPrice(price, currency),
    amount: formatPrice(price * quantity, currency),
  }
}

function creditedLineOf({ line, quantity, cents }: LineNote['lines'][number], order: Order) {
  const product = order.products[line ?? -1]
  const amount = { price: '', amount: formatPrice(fromCents(cents), order.currency) }
  // A line that went back in two parts has its units in the second.
  const units = quantity === 0 ? 'part' : String(quantity)
  return product
    ? { ...lineOf(product, order.currency), quantity: units, ...amount }
    : { ...{ name: 'Delivery', detail: '', quantity: units }, ...amount }
}

function reasonOf({ kind, provider_refund_id }: InvoiceRow): string {
  if (kind === 'invoice') return 'Charged again'
  if (provider_refund_id?.startsWith(CANCELLATION)) return 'Order cancelled'
  return provider_refund_id?.startsWith(CHARGEBACK) ? 'Taken back by the bank' : 'Refunded'
}

type Credited = Pick<RowOf<'invoices'>, 'amount_cents' | 'credited_before_cents'>

type LineNote = Credited & { id: string; lines: { line: number | null; quantity: number; cents: number }[] }

interface TaxRow {
  label: string
  net: number
  tax: number
}

/** Its taxes by rate; those of all credit notes of an invoice add up to its own, to the cent. */
export function taxesOf(order: TaxedOrder & Pick<Order, 'totalAmount'>, invoice: Credited, lineNotes: LineNote[] = []) {
  const taxes = order.adjustments.filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
  // Rates of one class, such as CGST and SGST, are of one net amount.
  const isSameNet = (index: number) => index > 0 && taxes[index - 1]?.source === taxes[index]?.source
  const amounts = taxes.flatMap((row, index) => [isSameNet(index) ? 0 : toCents(row.taxable ?? 0), toCents(row.amount)])
  const parts = creditedParts([...amounts, toCents(order.totalAmount) - sumOf(amounts)], order, invoice, lineNotes)
  const rows = new Map<string, TaxRow>()
  let net = 0
  for (const [index, { label: named }] of taxes.entries()) {
    if (!isSameNet(index)) net = parts[2 * index] ?? 0
    const label = named.replace(/^Included tax/, 'Tax')
    const row = rows.get(label) ?? { label, net: 0, tax: 0 }
    rows.set(label, { label, net: row.net + net, tax: row.tax + (parts[2 * index + 1] ?? 0) })
  }
  const untaxed = parts.at(-1) ?? 0
  const credited = [...rows.values()].filter(({ net, tax }) => lineNotes.length === 0 || net + tax > 0)
  return credited.concat(untaxed > 0 ? { label: 'Without tax', net: untaxed, tax: 0 } : [])
}

/**
 * What a note has of each amount of its order. A refund by lines has the amounts of these lines. Any other has the share of
 * all refunds less that of earlier ones, in what the lines before it have left.
 */
function creditedParts(
  amounts: number[],
  order: TaxedOrder,
  invoice: Credited & { id?: string },
  lineNotes: LineNote[],
) {
  const costs = lineNotes.length > 0 ? costsOf(order) : []
  const given = new Map<number | null, number>()
  let [left, since] = [amounts, 0]
  for (const { id, lines, amount_cents, credited_before_cents: before } of lineNotes) {
    left = subtract(left, partsOf(left, 0, before - since, sumOf(left)))
    let own = left.map(() => 0)
    for (const { line, cents } of lines) {
      const cost = costs.find(cost => cost.line === line)
      const from = given.get(line) ?? 0
      given.set(line, from + cents)
      if (cost) own = own.map((part, n) => part + (partsOf(cost.parts, from, from + cents, cost.cents)[n] ?? 0))
    }
    const parts = fitInto(left, own, amount_cents)
    if (id === invoice.id) return parts
    left = subtract(left, parts)
    since = before + amount_cents
  }
  const from = invoice.credited_before_cents - since
  return partsOf(left, from, from + invoice.amount_cents, sumOf(left))
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

/** The credit notes of refunds by lines up to this invoice, the first one first, as if none charged again had been. */
async function listLineNotes(db: Database, { id, order_id, corrects, kind }: RowOf<'invoices'>): Promise<LineNote[]> {
  if (corrects === null) return []
  const { rows } = await sql<LineNote>`
    with undone as (
      select note.corrects, note.id, note.amount_cents, again.id as since
      from invoices note join invoices again on again.corrects = note.id where note.order_id = ${order_id}
    )
    select note.id, note.amount_cents, lines, note.credited_before_cents - (
      select coalesce(sum(amount_cents), 0) from undone
      where undone.corrects = note.corrects and undone.id < note.id and since between note.id and last.id
    )::bigint as credited_before_cents
    from invoices last join invoices note on note.corrects = last.corrects and note.kind = last.kind
      and (note.year, note.position) <= (last.year, last.position)
      cross join lateral (
        select json_agg(json_build_object('line', line, 'quantity', quantity, 'cents', cents) order by refunded_lines.id) as lines
        from refunded_lines left join refunds on refunds.id = refund_id
        where order_id = note.order_id and note.provider_refund_id in (card_note, provider_refund_id)
      ) refunded
    where last.id = ${kind === 'credit-note' ? id : corrects} and lines is not null
      and not exists (select from undone where undone.id = note.id and since < last.id)
    order by note.year, note.position`.execute(db)
  return rows
}

/** `userId` restricts it to that customer's orders; staff leave it out. */
export async function findInvoice(db: Database, id: string, userId?: string) {
  const invoice = db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'order_id')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .selectAll('invoices')
    .select(['corrected.number as corrected_number', 'payments.gateway', 'payments.transaction_id'])
    .where('invoices.id', '=', id)
  const row = await (userId ? invoice.where('orders.user_id', '=', userId) : invoice).executeTakeFirst()
  return row && { ...row, lineNotes: await listLineNotes(db, row) }
}
