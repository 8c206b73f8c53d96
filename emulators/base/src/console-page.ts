import { hoursAhead } from './clock.ts'
import { badge, button, type Forms, formsOf, time } from './console-parts.ts'
import type { BaseEmulator } from './emulator.ts'
import type { StoredFault } from './faults.ts'
import { type Html, html } from './html.ts'
import { page } from './page.ts'
import type { WebhookEvent } from './records.ts'

const shownPayments = 30
const shownEvents = 20

interface Content {
  formToken: string
  notice: string | undefined
  /** Newest first. */
  cards(forms: Forms): Html[]
}

/** The page with the provider's records and the possible next events. */
export function consolePage(emulator: BaseEmulator, { formToken, notice, cards }: Content) {
  const forms = formsOf(formToken)
  const payments = cards(forms)
  const title = `${emulator.provider} emulator`
  const content = html`
    <h1>${title}</h1>
    ${notice && html`<p class="error" role="alert">${notice}</p>`}
    <div class="columns">
      <section aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${payments.length === 0 && html`<p class="quiet">None yet. Buy something in the shop.</p>`}
        ${payments.slice(0, shownPayments)}
        ${payments.length > shownPayments && html`<p class="quiet">And ${payments.length - shownPayments} older ones.</p>`}
      </section>
      <div class="side">
        ${webhooks(emulator, forms)}
        ${faults(emulator, forms)}
        ${clock(emulator, forms)}
      </div>
    </div>`
  return page(emulator.provider, title, content, '/__emulator/console.css')
}

function webhooks({ store }: BaseEmulator, forms: Forms) {
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

function faults({ store, faultShapes }: BaseEmulator, forms: Forms) {
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
          <label>Kind <select name="kind">${Object.keys(faultShapes).map(kind => html`<option>${kind}</option>`)}</select></label>
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

function faultRow({ kind, count, path, ...rest }: StoredFault) {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  const often = count === undefined ? 'until cleared' : `${count} ×`
  return html`<li><div><code>${kind}</code><p class="quiet">${[often, ...details, path].filter(Boolean).join(' · ')}</p></div></li>`
}

function clock(emulator: BaseEmulator, forms: Forms) {
  return html`
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>${time(emulator.now().toISOString())}</p>
      ${forms.form(html`
        <label>Hours ahead <input name="hours" inputmode="numeric" value="${hoursAhead(emulator)}" required></label>
        ${button('action', 'clock', 'Set clock')}`)}
    </section>`
}
