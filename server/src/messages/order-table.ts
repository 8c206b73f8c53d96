import {
  addressLines,
  formatPrice,
  type Order,
  optionsText,
  priceOrFree,
  type ShippingAddress,
  shippingLabelOf,
  taxOf,
} from '@mela/contract'
import { html, type Markup } from '../platform/mail/html.ts'
import type { Part } from '../platform/mail/parts.ts'
import { colours, SANS } from '../platform/mail/theme.ts'

const { ink, quiet, tile, line } = colours
const INK = `color:${ink.light};font:400 15px/1.45 ${SANS}`
const QUIET = `color:${quiet.light};font:400 14px/1.5 ${SANS}`
const RULE = `border-top:1px solid ${line.light}`
const AMOUNT = 'white-space:nowrap;font-variant-numeric:tabular-nums'

/** An email is read elsewhere, so pictures have absolute URLs. */
export function orderLines({ products, ...order }: Order, shopUrl: string): Part & { html: Markup } {
  const totals = totalsOf(order)
  const hasPictures = products.some(({ product }) => product.thumbnail)
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 26px;border-collapse:collapse">
${products.map(product => lineRow(product, order.currency, hasPictures && shopUrl))}
<tr><td class="rule" colspan="3" style="${RULE};height:12px;line-height:12px">&nbsp;</td></tr>
${totals.map(totalRow)}
</table>`,
    text: [
      ...products.map(
        line =>
          `${line.quantity} x ${[line.product.name, ...chosenOf(line)].join(', ')}: ${priceOrFree(line.price * line.quantity, order.currency)}`,
      ),
      '',
      ...totals.map(([label, amount]) => `${label}: ${amount}`),
    ].join('\n'),
  }
}

function chosenOf({ options, sku }: Pick<Order['products'][number], 'options' | 'sku'>): string[] {
  return [optionsText(options), sku ? `SKU ${sku}` : ''].filter(Boolean)
}

function lineRow(
  { product, quantity, price, ...line }: Order['products'][number],
  currency: string,
  picturesAt: string | false,
): Markup {
  const chosen = chosenOf(line).join(' · ')
  const underName = chosen === '' ? '' : html`<br><span class="quiet" style="${QUIET}">${chosen}</span>`
  const first = picturesAt
    ? html`<td class="rule" width="64" style="${RULE};padding:14px 16px 14px 0">${picture(product, picturesAt)}</td>`
    : ''
  return html`<tr>
${first}<td class="rule ink" colspan="${picturesAt ? 1 : 2}" style="${RULE};padding:14px 12px 14px 0;${INK}"><strong style="font-weight:600">${product.name}</strong>${underName}<br><span class="quiet" style="${QUIET}">${quantity} &times; ${priceOrFree(price, currency)}</span></td>
<td class="rule ink" align="right" style="${RULE};padding:14px 0;${INK};${AMOUNT}">${priceOrFree(price * quantity, currency)}</td>
</tr>`
}

/** The place of a missing picture stays empty. */
function picture({ thumbnail }: Order['products'][number]['product'], shopUrl: string): Markup | string {
  if (!thumbnail) return ''
  const source = new URL(thumbnail.url, shopUrl).href
  const style = `display:block;width:64px;height:64px;border:0;border-radius:10px;background-color:${tile.light}`
  return html`<img src="${source}" width="64" height="64" alt="" style="${style}">`
}

type Total = [label: string, amount: string]

function totalsOf(order: Omit<Order, 'products'>): Total[] {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount } = order
  const tax = taxOf(order.adjustments)
  const price = (amount: number) => formatPrice(amount, order.currency)
  const discount: Total[] = [
    ['Discount', `−${price(savedAmount)}`],
    ['Subtotal', price(subTotal)],
  ]
  return [
    ['Items', price(subTotal + savedAmount)],
    ...(savedAmount > 0 ? discount : []),
    [shippingLabelOf(order.adjustments), shippingAmount === 0 ? 'Free' : price(shippingAmount)],
    ...(tax && !tax.isIncluded ? [['Tax', price(taxAmount)] satisfies Total] : []),
    ['Total', price(totalAmount)],
    ...(tax?.isIncluded ? [[tax.label, price(taxAmount)] satisfies Total] : []),
  ]
}

function totalRow([label, amount]: Total): Markup {
  const isLast = label === 'Total'
  const style = isLast ? `padding:10px 0 0;color:${ink.light};font:600 18px/1.4 ${SANS}` : `padding:2px 0;${QUIET}`
  const name = isLast ? 'ink' : 'quiet'
  return html`<tr><td class="${name}" colspan="2" style="${style}">${label}</td><td class="${name}" align="right" style="${style};${AMOUNT}">${amount}</td></tr>`
}

export function deliveryAddress(address: ShippingAddress): Part {
  const lines = addressLines(address)
  return {
    html: html`<p class="quiet" style="margin:0 0 20px;${QUIET}"><strong class="ink" style="color:${ink.light};font-weight:600">Delivery to</strong><br>${lines.map(line => html`${line}<br>`)}</p>`,
    text: ['Delivery to:', ...lines].join('\n'),
  }
}
