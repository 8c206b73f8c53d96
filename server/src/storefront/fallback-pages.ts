import { accentColours, paths } from '@mela/contract'
import { StoredAnswer } from '../platform/http/answer-cache.ts'
import { html, Markup } from '../platform/mail/html.ts'

interface StandIn {
  status: number
  title: string
  text: string
  /** False where a reload would answer the same. */
  canRetry?: boolean
}

/** A page without dependencies, shown when no other can be. */
const standIn = ({ name, ...look }: NamedLook, { status, title, text, canRetry = true }: StandIn) =>
  new StoredAnswer({
    status,
    isWhole: true,
    tags: new Set(),
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${name}</title>
<style>${plainStyle(look)}</style></head>
<body><header class="name"><a href="${paths.home}">${name}</a></header><main><h1>${title}</h1><p>${text}</p>
<p class="ways">${canRetry ? html`<a class="button" href="">Reload</a> ` : ''}<a href="${paths.home}">Home</a></p></main></body></html>`
      .source,
  })

const STAND_INS = {
  failure: {
    status: 500,
    title: 'Something went wrong',
    text: 'The page could not be shown. Please try again in a moment.',
  },
  missing: {
    status: 404,
    title: 'Page not found',
    text: 'No page of the shop has this address.',
    canRetry: false,
  },
  tooMany: {
    status: 429,
    title: 'A moment, please',
    text: 'You are opening pages faster than the shop can make them. Please try again in a minute.',
  },
  busy: {
    status: 503,
    title: 'The shop is very busy',
    text: 'More pages are asked for than the shop can make right now. Please try again in a few seconds.',
  },
  away: {
    status: 503,
    title: 'The shop is away for a moment',
    text: 'This page cannot be shown right now, and nothing you did is lost. Please try again in a few seconds.',
  },
} satisfies Record<string, StandIn>

export interface NamedLook extends PlainLook {
  name: string
}

export function fallbackPages(findLook: () => NamedLook) {
  const made = new Map<string, StoredAnswer>()
  return (kind: keyof typeof STAND_INS): StoredAnswer => {
    const look = findLook()
    const key = JSON.stringify([kind, look])
    const page = made.get(key) ?? standIn(look, STAND_INS[kind])
    made.set(key, page)
    return page
  }
}

interface PlainLook {
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
