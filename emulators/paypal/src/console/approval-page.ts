import { html } from '@mela/emulator-base/html.ts'
import { page } from '@mela/emulator-base/page.ts'
import { displayMoney, type Money, money, toCents } from '../base/money.ts'
import type { Item } from '../base/order-amount.ts'
import type { PurchaseUnit } from '../base/order-request.ts'

/** The address of the test buyer, who may change it. */
export const TEST_ADDRESS = {
  full_name: 'Test Buyer',
  address_line_1: '12 Sea View Apartments',
  address_line_2: 'Carter Road, Bandra West',
  admin_area_2: 'Mumbai',
  admin_area_1: 'Maharashtra',
  postal_code: '400050',
  country_code: 'IN',
  phone: '9820012345',
  contact_email: '',
}
export type AddressField = keyof typeof TEST_ADDRESS

const ADDRESS_LABELS: Record<AddressField, string> = {
  full_name: 'Name',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  admin_area_2: 'City',
  admin_area_1: 'State',
  postal_code: 'Postal code',
  country_code: 'Country code',
  phone: 'Phone (empty: the shop is told none)',
  contact_email: 'Email for this order (empty: that of the test buyer)',
}

interface Payment {
  brand: string
  purchaseUnit: PurchaseUnit
  /** The shop tells the final amount later. */
  continues: boolean
  address: Record<AddressField, string> | undefined
  action: string
  formToken: string
  email: string
  error?: string
}

interface Result {
  result: 'approve' | 'cancel'
  orderId: string
  payerId?: string
  origin?: string
  href?: string
}

export function paymentPage({ brand, purchaseUnit, continues, address, action, formToken, email, error }: Payment) {
  const content = html`
    <h1><span class="brand">${brand}</span> ${displayMoney(purchaseUnit.amount)}</h1>
    ${purchaseUnit.description ? html`<p class="quiet">${purchaseUnit.description}</p>` : undefined}
    ${receipt(purchaseUnit)}
    <form method="post" action="${action}">
      <input type="hidden" name="form_token" value="${formToken}">
      <label for="email">Email of the test buyer</label>
      <input id="email" name="email" type="email" value="${email}" required maxlength="254" autocomplete="email"
        ${error ? html`aria-invalid="true" aria-describedby="email-error"` : undefined}>
      ${error ? html`<p class="error" id="email-error" role="alert">${error}</p>` : undefined}
      ${address && html`<details><summary>Deliver to ${address.full_name}</summary>${addressFields(address)}</details>`}
      <button class="primary" name="choice" value="pay">${continues ? 'Continue' : 'Pay'}</button>
      <button name="choice" value="refuse">Pay (bank refuses)</button>
      <button name="choice" value="echeck">Pay by eCheck</button>
      <button class="plain" name="choice" value="cancel" formnovalidate>Cancel</button>
    </form>`
  return page('PayPal', `Pay ${brand}`, content)
}

const addressFields = (address: Record<AddressField, string>) =>
  (Object.keys(TEST_ADDRESS) as AddressField[]).map(
    field => html`
      <label for="${field}">${ADDRESS_LABELS[field]}</label>
      <input id="${field}" name="${field}" value="${address[field]}" maxlength="120" autocomplete="off">`,
  )

export function noticePage(title: string, text: string, link?: { href: string; label: string }) {
  const content = html`
    <h1 class="notice">${title}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`
  return page('PayPal', title, content)
}

export function resultPage({ result, orderId, payerId, origin, href }: Result) {
  const title = result === 'approve' ? 'Payment approved' : 'Payment cancelled'
  const content = html`
    <h1 class="notice">${title}</h1>
    <p>You can close this window.</p>
    ${href && html`<p><a class="button" href="${href}">Back to the shop</a></p>`}
    <script src="/__emulator/approval.js" data-result="${result}" data-order-id="${orderId}"
      data-payer-id="${payerId}" data-origin="${origin}" data-href="${href}"></script>`
  return page('PayPal', title, content)
}

function receipt({ amount, items = [] }: PurchaseUnit) {
  const { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount } = amount.breakdown ?? {}
  const rows = [
    ...items.map(itemRow),
    row('Items', items.length === 0 ? item_total : undefined),
    row('Shipping', shipping),
    row('Handling', handling),
    row('Insurance', insurance),
    row('Tax', tax_total),
    row('Shipping discount', shipping_discount, '−'),
    row('Discount', discount, '−'),
  ]
  return html`
    <table>
      <caption class="hidden">What you pay for</caption>
      <tbody>${rows}</tbody>
      <tfoot><tr><th scope="row">Total</th><td>${displayMoney(amount)}</td></tr></tfoot>
    </table>`
}

function itemRow({ name, quantity, unit_amount }: Item) {
  const total = money(toCents(unit_amount.value) * Number(quantity), unit_amount.currency_code)
  const count = Number(quantity) > 1 ? html` <span class="quiet">× ${quantity}</span>` : undefined
  return html`<tr><th scope="row">${name}${count}</th><td>${displayMoney(total)}</td></tr>`
}

function row(label: string, amount: Money | undefined, sign = '') {
  return amount && html`<tr><th scope="row">${label}</th><td>${sign}${displayMoney(amount)}</td></tr>`
}
