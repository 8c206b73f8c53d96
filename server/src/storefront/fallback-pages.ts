import { paths } from '@mela/contract'
import { StoredAnswer } from '../platform/http/answer-cache.ts'
import { html } from '../platform/mail/html.ts'
import { type PlainLook, plainStyle } from './plain-look.ts'

interface StandIn {
  status: number
  title: string
  text: string
  /** Without it a reload answers the same. */
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

export interface NamedLook extends PlainLook {
  name: string
}

/** The fallback pages with the shop's present name and look. */
export function fallbackPages(findLook: () => NamedLook) {
  const made = new Map<keyof typeof STAND_INS, StoredAnswer>()
  let madeWith = ''
  return (kind: keyof typeof STAND_INS): StoredAnswer => {
    const look = findLook()
    const present = JSON.stringify(look)
    if (present !== madeWith) made.clear()
    madeWith = present
    const page = made.get(kind) ?? standIn(look, STAND_INS[kind])
    made.set(kind, page)
    return page
  }
}
