import {
  addressLines,
  companyNumbers,
  defaultSettings,
  deliveryMethodOf,
  formatPrice,
  fromCents,
  gatewayNames,
  INVOICE_TITLES,
  invoiceTotalRows,
  type Order,
  optionsText,
  orderName,
  taxOf,
  toCents,
} from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findOrder } from '../read-orders.ts'
import { drawInvoice } from './draw-invoice.ts'
import { CHARGEBACK } from './issue-invoice.ts'

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
  const { kind, number, is_test, corrected_number, gateway, transaction_id } = invoice
  const shop = { ...defaultSettings().shop, ...invoice.seller }
  const price = (cents: number) => formatPrice(fromCents(cents), order.currency)
  const isCredit = kind === 'credit-note'
  const isWhole = invoice.corrects === null
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: shop.timeZone })
  return {
    title: INVOICE_TITLES[kind],
    number,
    isTest: is_test,
    seller: [shop.name, ...shop.address, shop.email, shop.phone, ...companyNumbers(shop)].filter(line => line !== null),
    buyer: addressLines(order.shippingAddress),
    facts: Object.entries({
      Date: date.format(invoice.issued_at),
      ...(corrected_number && { [isCredit ? 'Corrects invoice' : 'Corrects credit note']: corrected_number }),
      Order: orderName(order),
      Ordered: date.format(new Date(order.createdAt)),
      ...(isWhole && { Delivery: deliveryMethodOf(order.adjustments) }),
      [isCredit ? 'Refunded by' : 'Paid by']: `${gatewayNames[gateway]} ${transaction_id}`,
    }),
    lines: isWhole ? order.products.map(line => lineOf(line, order.currency)) : [],
    totals: isWhole
      ? invoiceTotalRows(order)
      : [{ key: 'total', label: reasonOf(invoice), amount: price(invoice.amount_cents) }],
    taxes: taxesOf(order, invoice).map(({ label, net, tax }) => ({
      label,
      net: price(net),
      tax: price(tax),
      gross: price(net + tax),
    })),
  }
}

function lineOf({ product, options, sku, quantity, price }: Order['products'][number], currency: string) {
  return {
    name: product.name,
    detail: [optionsText(options), sku ? `SKU ${sku}` : ''].filter(Boolean).join(' · '),
    quantity: String(quantity),
    price: formatPrice(price, currency),
    amount: formatPrice(price * quantity, currency),
  }
}

function reasonOf({ kind, provider_refund_id }: InvoiceRow): string {
  if (kind === 'invoice') return 'Charged again'
  return provider_refund_id?.startsWith(CHARGEBACK) ? 'Taken back by the bank' : 'Refunded'
}

type TaxedOrder = Pick<
  Order,
  'subTotal' | 'shippingAmount' | 'taxAmount' | 'totalAmount' | 'taxIncluded' | 'adjustments'
>

type TaxedInvoice = Pick<InvoiceRow, 'amount_cents' | 'credited_before_cents' | 'tax_on_shipping'>

/** A credit note has the share of all refunds less that of earlier notes, so that parts credit the tax to the cent. */
export function taxesOf(
  { subTotal, shippingAmount, taxAmount, totalAmount, taxIncluded, adjustments }: TaxedOrder,
  { amount_cents, credited_before_cents: before, tax_on_shipping }: TaxedInvoice,
): { label: string; net: number; tax: number }[] {
  const total = toCents(totalAmount)
  const tax = toCents(taxAmount)
  const shown = taxOf(adjustments)
  const base = toCents(subTotal) + (tax_on_shipping ? toCents(shippingAmount) : 0)
  const taxed = shown ? base + (taxIncluded ? 0 : tax) : 0
  const share = (cents: number) => shareOf(cents, before + amount_cents, total) - shareOf(cents, before, total)
  const gross = share(taxed)
  return [
    ...(shown
      ? [{ label: shown.label.replace(/^Included tax/, 'Tax'), net: gross - share(tax), tax: share(tax) }]
      : []),
    ...(amount_cents > gross ? [{ label: 'Without tax', net: amount_cents - gross, tax: 0 }] : []),
  ]
}

const shareOf = (cents: number, part: number, whole: number) =>
  whole === 0 ? 0 : Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

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
