import {
  addressLines,
  billingLines,
  companyNumbers,
  defaultSettings,
  deliveryMethodOf,
  EXEMPTION_TEXTS,
  formatPrice,
  fromCents,
  gatewayNames,
  INVOICE_TITLES,
  invoiceTotalRows,
  isOffline,
  NO_TRANSFER,
  type Order,
  optionsText,
  orderName,
} from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import { CANCELLATION } from '../offline/close-unpaid.ts'
import { findOrder } from '../read-orders.ts'
import { listCorrections, type RefundedLine, taxesOf } from './corrections.ts'
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
  const { kind, number, is_test, payable, corrected_number, corrections } = invoice
  const shop = { ...defaultSettings().shop, ...invoice.seller }
  const price = (cents: number) => formatPrice(fromCents(cents), order.currency)
  const isCredit = kind === 'credit-note'
  const isWhole = invoice.corrects === null
  const credited = corrections.at(-1)?.lines ?? []
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: shop.timeZone })
  return {
    title: INVOICE_TITLES[kind],
    number,
    testNote: is_test ? (payable?.rows.length ? NO_TRANSFER : 'Test: no real money moved') : '',
    seller: [shop.name, ...shop.address, shop.email, shop.phone, ...companyNumbers(shop)].filter(line => line !== null),
    ...buyerOf(order),
    facts: Object.entries({
      Date: date.format(invoice.issued_at),
      ...(corrected_number && { [isCredit ? 'Corrects invoice' : 'Corrects credit note']: corrected_number }),
      Order: orderName(order),
      Ordered: date.format(new Date(order.createdAt)),
      ...(isGstSplit(order) && { 'Place of supply': order.shippingAddress.state }),
      ...(isWhole && { Delivery: deliveryMethodOf(order.adjustments) }),
      ...howPaid(invoice, order, date),
    }),
    lines: isWhole
      ? order.products.map(line => lineOf(line, order.currency))
      : credited.map(units => creditedLineOf(units, order)),
    totals: isWhole
      ? invoiceTotalRows(order)
      : [{ key: 'total', label: reasonOf(invoice), amount: price(invoice.amount_cents) }],
    taxes: taxRows(taxesOf(order, corrections), price),
  }
}

/** Rates of one net amount, such as CGST and SGST, have one net and one gross: each column adds up. */
function taxRows(rows: ReturnType<typeof taxesOf>, price: (cents: number) => string) {
  let gross = 0
  return rows.map(({ label, net, tax, sharesNet }, at) => {
    gross = (sharesNet ? gross : net) + tax
    const isLast = !rows[at + 1]?.sharesNet
    return { label, net: sharesNet ? '' : price(net), tax: price(tax), gross: isLast ? price(gross) : '' }
  })
}

/** Money that no provider took has no number there. What is due says how it is to be paid, and is not refunded unpaid. */
function howPaid(
  { kind, gateway, transaction_id, payable, provider_refund_id }: InvoiceRow,
  { giftCardAmount }: Order,
  date: Intl.DateTimeFormat,
) {
  if (provider_refund_id?.startsWith(CANCELLATION)) return {}
  if (gateway === null && giftCardAmount === 0) return {}
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

function reasonOf({ kind, provider_refund_id, of_dispute }: InvoiceRow): string {
  if (kind === 'invoice') return 'Charged again'
  if (provider_refund_id?.startsWith(CANCELLATION)) return 'Order cancelled'
  return of_dispute || provider_refund_id?.startsWith(CHARGEBACK) ? 'Taken back by the bank' : 'Refunded'
}

/** Stripe lists what a bank took as a refund with the dispute's id; PayPal announces a part as a reversal. */
const isOfDispute = sql<boolean>`exists (
  select from disputes
  where disputes.gateway = payments.gateway and provider_dispute_id = invoices.provider_refund_id
) or exists (
  select from webhook_events
  where webhook_events.gateway = payments.gateway and event_type = 'reversed'
    and object_id = invoices.provider_refund_id)`

/** `userId` restricts it to that customer's orders; staff leave it out. */
export async function findInvoice(db: Database, id: string, userId?: string) {
  const invoice = db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'order_id')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .selectAll('invoices')
    .select(['corrected.number as corrected_number', 'payments.gateway', 'payments.transaction_id'])
    .select(isOfDispute.as('of_dispute'))
    .where('invoices.id', '=', id)
  const row = await (userId ? invoice.where('orders.user_id', '=', userId) : invoice).executeTakeFirst()
  return row && { ...row, corrections: await listCorrections(db, row) }
}
