import { paths, SHOP } from '@mela/contract'
import { StoredAnswer } from '../http/answer-cache.ts'

interface StandIn {
  status: number
  title: string
  text: string
  /** Without it a reload answers the same. */
  canRetry?: boolean
}

/** A page without dependencies, shown when no other can be. */
const standIn = ({ status, title, text, canRetry = true }: StandIn) =>
  new StoredAnswer({
    status,
    isWhole: true,
    tags: new Set(),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${SHOP.name}</title>
<style>${style}</style></head>
<body><p class="name"><a href="${paths.home}">${SHOP.name}</a></p><main><h1>${title}</h1><p>${text}</p>
<p class="ways">${canRetry ? '<a class="button" href="">Reload</a> ' : ''}<a href="${paths.home}">Home</a></p></main></body></html>`,
  })

/** The shop's colours in both schemes (web/src/styles/app.css), with system fonts. */
const style = `:root{color-scheme:light dark;--paper:#fbfaf6;--ink:#1c1814;--soft:#5c554f;--brand:#7a1f2d;--on-brand:#fdf9f1}
@media(prefers-color-scheme:dark){:root{--paper:#171310;--ink:#f2eee8;--soft:#b3aba3;--brand:#e9a3a8;--on-brand:#2b0d12}}
body{font:16px/1.6 system-ui,sans-serif;background:var(--paper);color:var(--ink);min-height:100vh;margin:0;display:flex;flex-direction:column}
.name{font:28px/1 Georgia,serif;margin:0;padding:20px 24px}.name a{color:var(--ink);text-decoration:none}
main{flex:1;display:grid;place-content:center;justify-items:center;text-align:center;padding:24px 24px 96px}
h1{font:400 clamp(32px,6vw,44px)/1.1 Georgia,serif;margin:0 0 12px}p{margin:0;max-width:46ch;color:var(--soft)}
.ways{display:flex;gap:20px;align-items:center;margin-top:24px}.ways a{color:var(--brand)}
.ways .button{background:var(--brand);color:var(--on-brand);padding:9px 20px;border-radius:10px;text-decoration:none;font-weight:600}`

/** Stands in for a page that could not be rendered. */
export const failurePage = standIn({
  status: 500,
  title: 'Something went wrong',
  text: 'The page could not be shown. Please try again in a moment.',
})

export const missingPage = standIn({
  status: 404,
  title: 'Page not found',
  text: 'No page of the shop has this address.',
  canRetry: false,
})

export const tooManyPage = standIn({
  status: 429,
  title: 'A moment, please',
  text: 'You are opening pages faster than the shop can make them. Please try again in a minute.',
})

export const busyPage = standIn({
  status: 503,
  title: 'The shop is very busy',
  text: 'More pages are asked for than the shop can make right now. Please try again in a few seconds.',
})

export const awayPage = standIn({
  status: 503,
  title: 'The shop is away for a moment',
  text: 'This page cannot be shown right now, and nothing you did is lost. Please try again in a few seconds.',
})
