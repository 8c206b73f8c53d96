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
  [/^(COMPLETED|SUCCESS|APPROVED)/, 'good'],
  [/^(DECLINED|FAILED|FAILURE|VOIDED|CANCELLED|CHARGEBACK)/, 'bad'],
  [/^(PENDING|OPEN|WAITING|UNDER|PARTIALLY|PAYER|CREATED)/, 'open'],
]

export function badge(state: string) {
  const [, tone = 'plain-tone'] = tones.find(([pattern]) => pattern.test(state)) ?? []
  return html`<span class="badge ${tone}">${state.replaceAll('_', ' ').toLowerCase()}</span>`
}

export function time(iso: string) {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}
