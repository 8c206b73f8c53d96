import { accentColours } from '@mela/contract'
import { Markup } from '../platform/mail/html.ts'

/** How a page without the web app looks. */
export interface PlainLook {
  accent: string
  keepsLight: boolean
  /** URLs of the shop's sans and serif font files. */
  fonts: readonly string[]
}

/** Colours, type and layout of a plain page, as in web/src/styles/base.css. */
export function plainStyle({ accent, keepsLight, fonts: [sans, serif] }: PlainLook): Markup {
  const { light, dark } = accentColours(accent)
  return new Markup(`${fontFace('Instrument Sans', sans)}${fontFace('Instrument Serif', serif)}
:root{color-scheme:light;--paper:#fbfaf6;--ink:#1c1814;--soft:#5c554f;--edge:#8f877d;--danger:#b3261e;--brand:${light.brand};--on-brand:#fdf9f1}
${keepsLight ? '' : `@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#15110e;--ink:#f2eee8;--soft:#b3aba3;--danger:#f2938c;--brand:${dark.brand}}}`}
${layout}`)
}

const fontFace = (family: string, url: string | undefined) =>
  url === undefined
    ? ''
    : `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap}`

const layout = `body{font:16px/1.6 "Instrument Sans",system-ui,sans-serif;background:var(--paper);color:var(--ink);min-height:100vh;margin:0;overflow-wrap:anywhere;display:flex;flex-direction:column}
.name{font:28px/1 "Instrument Serif",Georgia,serif;margin:0;padding:20px 24px}.name a{color:var(--ink);text-decoration:none}
main{flex:1;display:grid;place-content:center;justify-items:center;text-align:center;padding:24px 24px 96px}
h1{font:400 clamp(32px,6vw,44px)/1.1 "Instrument Serif",Georgia,serif;margin:0 0 12px}p{margin:0;max-width:46ch;color:var(--soft)}
.ways{display:flex;gap:20px;align-items:center;margin-top:24px}.ways a{color:var(--ink);text-underline-offset:4px}
.ways .button,button{background:var(--brand);color:var(--on-brand);padding:9px 20px;border-radius:10px;text-decoration:none;font-weight:600}
:focus-visible{outline:2px solid #3d6bd9;outline-offset:2px}`
