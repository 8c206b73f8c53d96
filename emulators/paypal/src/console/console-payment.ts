import { badge, button, type Forms, time } from '@mela/emulator-base/console-parts.ts'
import { html } from '@mela/emulator-base/html.ts'
import { captureBody, refundedCents, refundsOf } from '../api/payment-view.ts'
import type { Emulator } from '../base/emulator.ts'
import { displayMoney, money, toCents } from '../base/money.ts'
import type { Capture, Dispute, Order, Refund } from '../base/records.ts'

export function paymentCard(emulator: Emulator, order: Order, forms: Forms) {
  const { id, status, purchaseUnit, createTime } = order
  const capture = order.captureId ? emulator.store.captures.get(order.captureId) : undefined
  const isWaiting = status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED'
  return html`
    <article>
      <h3>${displayMoney(purchaseUnit.amount)} ${badge(status)}</h3>
      <dl>
        <div><dt>Order</dt><dd><code>${id}</code></dd></div>
        ${purchaseUnit.custom_id && html`<div><dt>Shop's id</dt><dd><code>${purchaseUnit.custom_id}</code></dd></div>`}
        ${order.approval && html`<div><dt>Buyer</dt><dd>${order.approval.email}</dd></div>`}
        <div><dt>Opened</dt><dd>${time(createTime)}</dd></div>
      </dl>
      ${isWaiting && html`<p><a href="/checkoutnow?token=${id}">Approval page</a></p>`}
      ${status === 'APPROVED' && forms.form(html`${idField(id)}${button('what', 'approval-withdrawn', 'Withdraw approval')}`)}
      ${capture && captureBlock(emulator, capture, forms)}
    </article>`
}

function captureBlock(emulator: Emulator, capture: Capture, forms: Forms) {
  const { status } = captureBody(emulator, capture)
  const disputes = [...emulator.store.disputes.values()].filter(({ captureId }) => captureId === capture.id)
  const isDisputed = disputes.some(({ status }) => status !== 'RESOLVED')
  return html`
    <div class="part">
      <h4>Capture ${displayMoney(capture.amount)} ${badge(status)} ${capture.reason && badge(capture.reason)}</h4>
      <p><code>${capture.id}</code></p>
      ${capture.status === 'PENDING' && forms.form(pendingChoices(capture))}
      ${capture.status === 'COMPLETED' && !capture.reason && refundForms(emulator, capture, forms, isDisputed)}
    </div>
    ${refundsOf(emulator, capture).map(refund => refundBlock(refund, forms))}
    ${disputes.map(dispute => disputeBlock(dispute, forms))}`
}

function pendingChoices({ id }: Capture) {
  return html`
    ${idField(id)}
    ${button('what', 'capture-completed', 'Money arrives')}
    ${button('what', 'capture-denied', 'Money never arrives')}`
}

function refundForms(emulator: Emulator, capture: Capture, forms: Forms, isDisputed: boolean) {
  const { currency_code, value } = capture.amount
  const left = money(toCents(value) - refundedCents(emulator, capture), currency_code).value
  return html`
    ${
      left !== '0.00' &&
      html`
      <details>
        <summary>Refund in the dashboard</summary>
        ${forms.form(html`
          ${idField(capture.id)}
          <label>Amount in ${currency_code} <input name="amount" inputmode="decimal" value="${left}" required></label>
          ${button('what', 'capture-refunded', 'Refund')}`)}
      </details>`
    }
    ${
      !isDisputed &&
      html`
      <details>
        <summary>Open a dispute</summary>
        ${forms.form(html`
          ${idField(capture.id)}
          <label>Reason
            <select name="reason">
              <option value="MERCHANDISE_OR_SERVICE_NOT_RECEIVED">Not received</option>
              <option value="MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED">Not as described</option>
              <option value="UNAUTHORISED">Not paid by the buyer</option>
            </select>
          </label>
          <label>Stage
            <select name="stage"><option value="CHARGEBACK">Claim</option><option value="INQUIRY">Inquiry</option></select>
          </label>
          <label>Amount in ${currency_code} <input name="amount" inputmode="decimal" value="${value}" required></label>
          ${button('what', 'dispute-opened', 'Open dispute')}`)}
      </details>`
    }
    <details>
      <summary>Chargeback</summary>
      ${forms.form(html`
        ${idField(capture.id)}
        <p>The buyer's bank takes the money back.</p>
        ${button('what', 'capture-reversed', 'Reverse capture')}`)}
    </details>`
}

function refundBlock({ id, status, amount, customId }: Refund, forms: Forms) {
  const choices = html`
    ${idField(id)}
    ${button('what', 'refund-completed', 'Refund arrives')}
    ${button('what', 'refund-failed', 'Refund fails')}`
  return html`
    <div class="part">
      <h4>Refund ${displayMoney(amount)} ${badge(status)}</h4>
      <p><code>${id}</code>${customId && html` for <code>${customId}</code>`}</p>
      ${status === 'PENDING' && forms.form(choices)}
    </div>`
}

function disputeBlock({ id, status, reason, amount, stage, outcome, evidences }: Dispute, forms: Forms) {
  const words = reason.replaceAll('_', ' ').toLowerCase()
  return html`
    <div class="part">
      <h4>Dispute ${displayMoney(amount)} ${badge(outcome?.code ?? status)}</h4>
      <p><code>${id}</code> <span class="quiet">${stage.toLowerCase()}: ${words}, ${evidences.length} evidence</span></p>
      ${
        !outcome &&
        forms.form(html`
        ${idField(id)}
        <input type="hidden" name="what" value="dispute-resolved">
        ${button('outcome', 'RESOLVED_BUYER_FAVOUR', 'Buyer wins')}
        ${button('outcome', 'RESOLVED_SELLER_FAVOUR', 'Shop wins')}
        ${button('outcome', 'CANCELED_BY_BUYER', 'Buyer gives up')}`)
      }
      ${status === 'OPEN' && forms.form(html`${idField(id)}${button('what', 'dispute-escalated', 'Escalate to a claim')}`)}
    </div>`
}

function idField(id: string) {
  return html`<input type="hidden" name="id" value="${id}">`
}
