import type { Emulator } from '../base/emulator.ts'
import { type Fault, kinds } from '../base/faults.ts'
import type { WebhookEvent } from '../base/records.ts'
import { hoursAhead } from './clock.ts'
import { badge, button, type Forms, formsOf, time } from './console-parts.ts'
import { paymentCard } from './console-payment.ts'
import { html } from './html.ts'
import { page } from './page.ts'

const shownPayments = 30
const shownEvents = 20

/** The page with PayPal's records and the possible next events. */
export function consolePage(
  emulator: Emulator,
  { formToken, notice }: { formToken: string; notice?: string | undefined },
) {
  const forms = formsOf(formToken)
  const orders = [...emulator.store.orders.values()].reverse()
  const content = html`
    <h1>PayPal emulator</h1>
    ${notice && html`<p class="error" role="alert">${notice}</p>`}
    <div class="columns">
      <section aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${orders.length === 0 && html`<p class="quiet">None yet. Buy something in the shop.</p>`}
        ${orders.slice(0, shownPayments).map(order => paymentCard(emulator, order, forms))}
        ${orders.length > shownPayments && html`<p class="quiet">And ${orders.length - shownPayments} older ones.</p>`}
      </section>
      <div class="side">
        ${webhooks(emulator, forms)}
        ${faults(emulator, forms)}
        ${clock(emulator, forms)}
      </div>
    </div>`
  return page('PayPal emulator', content, '/__emulator/console.css')
}

function webhooks({ store }: Emulator, forms: Forms) {
  const addresses = [...store.webhooks.values()]
  const events = [...store.events.values()].reverse().slice(0, shownEvents)
  return html`
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      ${addresses.length === 0 && html`<p class="quiet">No webhook is registered.</p>`}
      ${addresses.map(({ id, url }) => html`<p><code>${url}</code><br><span class="quiet">${id}</span></p>`)}
      ${events.length > 0 && html`<ul class="rows">${events.map(event => eventRow(event, forms))}</ul>`}
    </section>`
}

function eventRow({ id, type, createTime, deliveries }: WebhookEvent, forms: Forms) {
  const states = deliveries.map(({ status, httpStatus }) => badge(httpStatus ? `${status} ${httpStatus}` : status))
  return html`
    <li>
      <div>
        <code>${type}</code>
        <p class="quiet">${time(createTime)} ${states}</p>
      </div>
      ${forms.form(html`<input type="hidden" name="id" value="${id}">${button('action', 'resend', 'Send again')}`)}
    </li>`
}

function faults({ store }: Emulator, forms: Forms) {
  const active = [...store.faults.values()]
  return html`
    <section aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      ${active.length === 0 && html`<p class="quiet">Everything works.</p>`}
      ${active.length > 0 && html`<ul class="rows">${active.map(faultRow)}</ul>`}
      ${active.length > 0 && forms.form(button('action', 'clear-faults', 'Clear all faults'))}
      <details>
        <summary>Add a fault</summary>
        ${forms.form(html`
          <label>Kind <select name="kind">${kinds.map(kind => html`<option>${kind}</option>`)}</select></label>
          <label>How often <input name="count" inputmode="numeric" value="1"></label>
          <label>Path or event <input name="path" placeholder="POST */capture$"></label>
          <label>Milliseconds <input name="ms" inputmode="numeric" placeholder="latency, slow-answer, delay"></label>
          <label>Status <input name="status" placeholder="503, PENDING …"></label>
          <label>Amount <input name="amount" inputmode="decimal" placeholder="of a capture"></label>
          <label>Copies <input name="copies" inputmode="numeric" placeholder="of a webhook"></label>
          ${button('action', 'fault', 'Add fault')}`)}
      </details>
    </section>`
}

function faultRow({ kind, count, path, ...rest }: Fault) {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  const often = count === undefined ? 'until cleared' : `${count} ×`
  return html`<li><div><code>${kind}</code><p class="quiet">${[often, ...details, path].filter(Boolean).join(' · ')}</p></div></li>`
}

function clock(emulator: Emulator, forms: Forms) {
  return html`
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>${time(emulator.now().toISOString())}</p>
      ${forms.form(html`
        <label>Hours ahead <input name="hours" inputmode="numeric" value="${hoursAhead(emulator)}" required></label>
        ${button('action', 'clock', 'Set clock')}`)}
    </section>`
}
