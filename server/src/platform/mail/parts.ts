import { accentColours } from '@mela/contract'

export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type Value = string | number | Markup | Markup[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Every value is escaped unless it is markup itself. */
export function html(template: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(sourceOf)))
}

function sourceOf(value: Value): string {
  if (value instanceof Markup) return value.source
  if (Array.isArray(value)) return value.map(sourceOf).join('')
  return String(value).replace(/[&<>"']/g, sign => entities[sign] ?? '')
}

export const colours = {
  paper: { light: '#fbfaf7', dark: '#13100d' },
  surface: { light: '#ffffff', dark: '#1d1915' },
  tile: { light: '#eeebe6', dark: '#e1ddd7' },
  ink: { light: '#1d1713', dark: '#f3f0ea' },
  quiet: { light: '#5b544e', dark: '#b9b3ac' },
  line: { light: '#e2dfda', dark: '#322d29' },
  onBrand: { light: '#fcf8f0', dark: '#fdfaf3' },
} as const

export const SANS = 'Instrument Sans, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
export const SERIF = 'Instrument Serif, Georgia, Times New Roman, serif'

const dark = (name: string, property: string, { dark }: { dark: string }) =>
  `.${name} { ${property}: ${dark} !important }`

/** The classes override inline styles, for which they need `!important`. */
export const styleOf = (accent: string) => `
@media (max-width: 520px) { .card { padding: 28px 20px !important } .h1 { font-size: 30px !important } }
@media (prefers-color-scheme: dark) {
${dark('paper', 'background-color', colours.paper)}
${dark('card', 'background-color', colours.surface)}
${dark('card', 'border-color', colours.line)}
${dark('rule', 'border-color', colours.line)}
${dark('ink', 'color', colours.ink)}
${dark('quiet', 'color', colours.quiet)}
${dark('button', 'background-color', { dark: accentColours(accent).dark.brand })}
}`

export interface Part {
  html: Markup | ((accent: string) => Markup)
  text: string
}

const { ink, quiet, onBrand } = colours

export function paragraph(text: string): Part {
  return {
    html: html`<p class="ink" style="margin:0 0 18px;color:${ink.light};font:400 16px/1.6 ${SANS}">${text}</p>`,
    text,
  }
}

export function smallPrint(text: string): Part {
  return {
    html: html`<p class="quiet" style="margin:0 0 12px;color:${quiet.light};font:400 13px/1.55 ${SANS}">${text}</p>`,
    text,
  }
}

export function button(label: string, url: string): Part {
  return {
    html: accent =>
      html`<p style="margin:26px 0 28px"><a class="button" href="${url}" style="display:inline-block;background-color:${accent};color:${onBrand.light};border-radius:10px;padding:14px 26px;font:600 16px/1.25 ${SANS};text-decoration:none">${label}</a></p>`,
    text: `${label}:\n${url}`,
  }
}

export function spelledOut(url: string): Part {
  return {
    html: html`<p class="quiet" style="margin:0 0 12px;color:${quiet.light};font:400 13px/1.55 ${SANS};word-break:break-all">Or open this address: <a class="quiet" href="${url}" style="color:${quiet.light}">${url}</a></p>`,
    text: '',
  }
}
