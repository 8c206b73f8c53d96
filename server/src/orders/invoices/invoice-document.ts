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
  const { kind, number, is_test, corrected_number, corrections } = invoice
  const shop = { ...defaultSettings().shop, ...invoice.seller }
  const price = (cents: number) => formatPrice(fromCents(cents), order.currency)
  const isCredit = kind === 'credit-note'
  const isWhole = invoice.corrects === null
  const credited = corrections.at(-1)?.lines ?? []
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
    taxes: taxesOf(order, corrections).map(({ label, net, tax }) => ({
      label,
      net: price(net),
      tax: price(tax),
      gross: price(net + tax),
    })),
  }
}

/** Money that no provider took has no number there. What is due says how it is to be paid, and is not refunded unpaid. */
function howPaid(
  { kind, gateway, transaction_id, payable, provider_refund_id }: InvoiceRow,
  date: Intl.DateTimeFormat,
) {
  if (provider_refund_id?.startsWith(CANCELLATION)) return {}
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

function creditedLineOf({ line, quantity, cents }: RefundedLine, order: Order) {
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

interface RefundedLine {
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
    const row = rows.get(label) ?? { label, net: 0, tax: 0 }
    rows.set(label, { label, net: row.net + net, tax: row.tax + (parts[2 * index + 1] ?? 0) })
  }
  const untaxed = parts.at(-1) ?? 0
  const corrected = [...rows.values()].filter(({ net, tax }) => corrections.length === 0 || net !== 0 || tax !== 0)
  return corrected.concat(untaxed > 0 ? { label: 'Without tax', net: untaxed, tax: 0 } : [])
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
async function listCorrections(db: Database, invoice: RowOf<'invoices'>): Promise<Correction[]> {
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
  return row && { ...row, corrections: await listCorrections(db, row) }
}
