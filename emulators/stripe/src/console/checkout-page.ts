import { type Html, html } from '@mela/emulator-base/html.ts'
import { page } from '@mela/emulator-base/page.ts'
import { displayMoney } from '../base/money.ts'
import type { OpenedSession } from '../base/records.ts'

interface Shown {
  brand: string
  formToken: string
  email: string
  error?: string | undefined
}

export function checkoutPage({ body, lines, intent }: OpenedSession, { brand, formToken, email, error }: Shown): Html {
  const money = (cents: number) => displayMoney(cents, body.currency ?? '')
  const content = html`
    <h1><span class="brand">${brand}</span> ${money(body.amount_total ?? 0)}</h1>
    ${intent.description && html`<p class="quiet">${intent.description}</p>`}
    <table>
      <caption class="hidden">What you pay for</caption>
      <tbody>
        ${lines.map(
          ({ name, quantity, cents }) =>
            html`<tr><th scope="row">${name}${quantity > 1 && html` <span class="quiet">× ${quantity}</span>`}</th><td>${money(cents)}</td></tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row">Total</th><td>${money(body.amount_total ?? 0)}</td></tr></tfoot>
    </table>
    <form method="post" action="/c/pay?session=${body.id}">
      <input type="hidden" name="form_token" value="${formToken}">
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <label for="email">Email of the test buyer</label>
      <input id="email" name="email" type="email" value="${email}" required maxlength="254" autocomplete="email">
      <label for="card">Last four digits of the test card</label>
      <input id="card" name="card" value="4242" required pattern="[0-9]{4}" maxlength="4" inputmode="numeric">
      <label for="country">Country of the card, two letters</label>
      <input id="country" name="country" value="IN" required pattern="[A-Z]{2}" maxlength="2">
      ${
        body.billing_address_collection === 'required' &&
        html`
          <label for="name">Name</label>
          <input id="name" name="name" value="Test Buyer" required maxlength="200">
          <label for="line1">Billing address</label>
          <input id="line1" name="line1" value="1 Test Street" required maxlength="200">`
      }
      <button class="primary" name="choice" value="pay">Pay</button>
      <button name="choice" value="refuse">Pay (bank refuses)</button>
      <button name="choice" value="challenge">Pay (bank asks for 3-D Secure)</button>
      <button name="choice" value="later">Pay by a bank that takes days</button>
      <button name="choice" value="risky">Pay (looks like fraud)</button>
      <button class="plain" name="choice" value="cancel" formnovalidate>Cancel</button>
    </form>`
  return page('Stripe', `Pay ${brand}`, content)
}

export function noticePage(title: string, text: string, link?: { href: string; label: string }): Html {
  const content = html`
    <h1 class="notice">${title}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`
  return page('Stripe', title, content)
}
