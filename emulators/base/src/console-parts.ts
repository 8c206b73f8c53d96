import { type Html, html } from './html.ts'

export interface Forms {
  form(content: Html): Html
}

export function formsOf(formToken: string): Forms {
  return {
    form: content => html`
      <form method="post" action="/__emulator">
        <input type="hidden" name="form_token" value="${formToken}">
        ${content}
      </form>`,
  }
}

export function button(name: string, value: string, label: string) {
  return html`<button name="${name}" value="${value}">${label}</button>`
}

const tones: [pattern: RegExp, tone: string][] = [
  [/^(completed|success|approved|succeeded|complete|paid|won)/i, 'good'],
  [/^(declined|failed|failure|voided|cancel|chargeback|expired|lost)/i, 'bad'],
  [/^(pending|open|waiting|under|partially|payer|created|processing|needs|requires|warning)/i, 'open'],
]

export function badge(state: string) {
  const [, tone = 'plain-tone'] = tones.find(([pattern]) => pattern.test(state)) ?? []
  return html`<span class="badge ${tone}">${state.replaceAll('_', ' ').toLowerCase()}</span>`
}

export function time(iso: string) {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}
