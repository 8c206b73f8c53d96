import { type Order, optionsText, orderTotalRows, priceOrFree, type TotalRow } from '@mela/contract'
import { html, type Markup } from '../platform/mail/html.ts'
import type { Part } from './layout.ts'

/** The lines of an order or a cart, and the rows of its totals; pictures need absolute addresses. */
export function orderLines({ products, ...order }: Order, shopUrl: string): Part {
  const rows = orderTotalRows(order)
  const isOneTax = rows.filter(({ key }) => key === 'tax').length === 1
  const totals = rows.map(row => (row.key === 'tax' && isOneTax ? { ...row, label: 'Tax' } : row))
  const hasPictures = products.some(({ product }) => product.thumbnail)
  return {
    html: html`<table role="presentation" class="lines" width="100%" cellpadding="8">
${products.map(line => lineRow(line, order.currency, hasPictures && shopUrl))}
<tr class="rule"><td colspan="3"></td></tr>
${totals.map(totalRow)}
</table>`,
    text: [
      ...products.map(
        line =>
          `${line.quantity} x ${[line.product.name, ...chosenOf(line)].join(', ')}: ${priceOrFree(line.price * line.quantity, order.currency)}`,
      ),
      '',
      ...totals.map(({ label, amount }) => `${label}: ${amount}`),
    ].join('\n'),
  }
}

type Line = Order['products'][number]

const chosenOf = ({ options, sku }: Line): string[] => [optionsText(options), sku ? `SKU ${sku}` : ''].filter(Boolean)

function lineRow(line: Line, currency: string, picturesAt: string | false): Markup {
  const { product, quantity, price } = line
  const chosen = chosenOf(line).join(' · ')
  const underName = chosen === '' ? '' : html`<br><span class="quiet">${chosen}</span>`
  return html`<tr class="rule">${picturesAt ? html`<td width="64">${picture(product, picturesAt)}</td>` : ''}
<td colspan="${picturesAt ? 1 : 2}"><strong>${product.name}</strong>${underName}<br><span class="quiet">${quantity} &times; ${priceOrFree(price, currency)}</span></td>
<td class="amount" align="right">${priceOrFree(price * quantity, currency)}</td></tr>`
}

/** The place of a missing picture stays empty. */
function picture({ thumbnail }: Line['product'], shopUrl: string): Markup | string {
  if (!thumbnail) return ''
  return html`<img src="${new URL(thumbnail.url, shopUrl).href}" width="64" height="64" alt="">`
}

const totalRow = ({ key, label, amount }: TotalRow) =>
  html`<tr class="${key === 'total' ? 'total' : 'quiet'}"><td colspan="2">${label}</td><td class="amount" align="right">${amount}</td></tr>`
