import { accentColours } from '@mela/contract'

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
