import { paths } from '@mela/contract'
import { StoredAnswer } from '../http/answer-cache.ts'
import { html, Markup } from '../mail/html.ts'

interface StandIn {
  status: number
  title: string
  text: string
  /** Without it a reload answers the same. */
  canRetry?: boolean
}

/** A page without dependencies, shown when no other can be. */
const standIn = (name: string, { status, title, text, canRetry = true }: StandIn) =>
  new StoredAnswer({
    status,
    isWhole: true,
    tags: new Set(),
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${name}</title>
<style>${new Markup(standInStyle)}</style></head>
<body><header class="name"><a href="${paths.home}">${name}</a></header><main><h1>${title}</h1><p>${text}</p>
<p class="ways">${canRetry ? html`<a class="button" href="">Reload</a> ` : ''}<a href="${paths.home}">Home</a></p></main></body></html>`
      .source,
  })

/** The shop's colours in both schemes (web/src/styles/base.css), with system fonts. */
export const standInStyle = `:root{color-scheme:light dark;--paper:#fbfaf6;--ink:#1c1814;--soft:#5c554f;--brand:#7a1f2d;--on-brand:#fdf9f1}
@media(prefers-color-scheme:dark){:root{--paper:#171310;--ink:#f2eee8;--soft:#b3aba3;--brand:#e9a3a8;--on-brand:#2b0d12}}
body{font:16px/1.6 system-ui,sans-serif;background:var(--paper);color:var(--ink);min-height:100vh;margin:0;overflow-wrap:anywhere;display:flex;flex-direction:column}
.name{font:28px/1 Georgia,serif;margin:0;padding:20px 24px}.name a{color:var(--ink);text-decoration:none}
main{flex:1;display:grid;place-content:center;justify-items:center;text-align:center;padding:24px 24px 96px}
h1{font:400 clamp(32px,6vw,44px)/1.1 Georgia,serif;margin:0 0 12px}p{margin:0;max-width:46ch;color:var(--soft)}
.ways{display:flex;gap:20px;align-items:center;margin-top:24px}.ways a{color:var(--brand)}
.ways .button{background:var(--brand);color:var(--on-brand);padding:9px 20px;border-radius:10px;text-decoration:none;font-weight:600}`

const STAND_INS = {
  /** Shown for a page that could not be rendered. */
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

/** The fallback pages with the shop's present name. */
export function fallbackPages(nameOf: () => string) {
  const made = new Map<keyof typeof STAND_INS, StoredAnswer>()
  let name = ''
  return (kind: keyof typeof STAND_INS): StoredAnswer => {
    if (name !== nameOf()) made.clear()
    name = nameOf()
    const page = made.get(kind) ?? standIn(name, STAND_INS[kind])
    made.set(kind, page)
    return page
  }
}
