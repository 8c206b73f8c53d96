import { badge, button, type Forms, time } from '@mela/emulator-base/console-parts.ts'
import { type Html, html } from '@mela/emulator-base/html.ts'
import type { Emulator } from '../base/emulator.ts'
import { displayMoney } from '../base/money.ts'
import type { Charge, Dispute, Intent, OpenedSession, Refund } from '../base/records.ts'

export function paymentCard({ store }: Emulator, { body, intent }: OpenedSession, forms: Forms): Html {
  const payment = store.intents.get(body.payment_intent ?? '')
  const charges = [...store.charges.values()].filter(({ payment_intent }) => payment_intent === payment?.id)
  return html`
    <article>
      <h3>${displayMoney(body.amount_total ?? 0, body.currency ?? '')} ${badge(body.status ?? '')}</h3>
      <dl>
        <div><dt>Session</dt><dd><code>${body.id}</code></dd></div>
        ${body.client_reference_id && html`<div><dt>Shop's id</dt><dd><code>${body.client_reference_id}</code></dd></div>`}
        ${intent.description && html`<div><dt>For</dt><dd>${intent.description}</dd></div>`}
        ${body.customer_details?.email && html`<div><dt>Buyer</dt><dd>${body.customer_details.email}</dd></div>`}
        <div><dt>Opened</dt><dd>${time(new Date(body.created * 1000).toISOString())}</dd></div>
      </dl>
      ${body.status === 'open' && html`<p><a href="/c/pay?session=${body.id}">Checkout page</a></p>`}
      ${payment && intentBlock(payment, charges, forms)}
      ${[...store.refunds.values()]
        .filter(({ payment_intent }) => payment_intent === payment?.id)
        .map(refund => refundBlock(refund, forms))}
      ${[...store.disputes.values()]
        .filter(({ payment_intent }) => payment_intent === payment?.id)
        .map(dispute => disputeBlock(dispute, forms))}
    </article>`
}

function intentBlock({ id, status, amount, currency }: Intent, charges: Charge[], forms: Forms) {
  const [charge] = charges.slice(-1)
  return html`
    <div class="part">
      <h4>Payment ${displayMoney(amount, currency)} ${badge(status)}</h4>
      <p><code>${id}</code></p>
      <p class="quiet">${charges.map(chargeText).join(', ')}</p>
      ${
        status === 'processing' &&
        forms.form(
          html`${idField(id)}${button('what', 'payment-succeeded', 'Money arrives')}${button('what', 'payment-failed', 'Money never arrives')}`,
        )
      }
      ${status === 'succeeded' && charge && chargeForms(charge, forms)}
    </div>`
}

const chargeText = ({ status, outcome, payment_method_details: { card } }: Charge) =>
  `card ${card.last4} ${status}${outcome.risk_level === 'normal' ? '' : `, risk ${outcome.risk_level}`}`

function chargeForms(charge: Charge, forms: Forms) {
  const { payment_intent: id, amount, amount_refunded, currency, refunded, disputed } = charge
  const decimal = (cents: number) => (cents / 100).toFixed(2)
  return html`
    ${
      !refunded &&
      html`
      <details>
        <summary>Refund in the dashboard</summary>
        ${forms.form(html`
          ${idField(id)}
          <label>Amount in ${currency.toUpperCase()} <input name="amount" inputmode="decimal" value="${decimal(amount - amount_refunded)}" required></label>
          ${button('what', 'payment-refunded', 'Refund')}`)}
      </details>`
    }
    ${
      !disputed &&
      html`
      <details>
        <summary>Open a dispute</summary>
        ${forms.form(html`
          ${idField(id)}
          <label>Reason
            <select name="reason">
              <option value="product_not_received">Not received</option>
              <option value="product_unacceptable">Not as described</option>
              <option value="fraudulent">Not paid by the buyer</option>
            </select>
          </label>
          <label>Stage
            <select name="stage"><option value="chargeback">Chargeback</option><option value="inquiry">Inquiry</option></select>
          </label>
          <label>Amount in ${currency.toUpperCase()} <input name="amount" inputmode="decimal" value="${decimal(amount)}" required></label>
          ${button('what', 'dispute-opened', 'Open dispute')}`)}
      </details>`
    }`
}

function refundBlock({ id, status, amount, currency }: Refund, forms: Forms) {
  return html`
    <div class="part">
      <h4>Refund ${displayMoney(amount, currency)} ${badge(status ?? '')}</h4>
      <p><code>${id}</code></p>
      ${
        status === 'pending' &&
        forms.form(
          html`${idField(id)}${button('what', 'refund-succeeded', 'Refund arrives')}${button('what', 'refund-failed', 'Refund fails')}`,
        )
      }
    </div>`
}

function disputeBlock({ id, status, reason, amount, currency, evidence_details }: Dispute, forms: Forms) {
  const isClosed = ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
  return html`
    <div class="part">
      <h4>Dispute ${displayMoney(amount, currency)} ${badge(status)}</h4>
      <p><code>${id}</code> <span class="quiet">${reason.replaceAll('_', ' ')}, ${evidence_details.submission_count} answers</span></p>
      ${
        !isClosed &&
        forms.form(html`
        ${idField(id)}
        <input type="hidden" name="what" value="dispute-closed">
        ${button('outcome', 'lost', 'Buyer wins')}
        ${button('outcome', 'won', 'Shop wins')}
        ${button('outcome', 'warning_closed', 'Buyer gives up')}`)
      }
    </div>`
}

function idField(id: string) {
  return html`<input type="hidden" name="id" value="${id}">`
}
