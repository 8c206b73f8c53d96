import { paths, type ShopInfo } from '@mela/contract'
import { html, Markup } from '../platform/mail/html.ts'
import { plainStyle } from './plain-look.ts'

/** The address that receives the password. */
export const ENTER_PATH = '/enter'

export interface ClosedPage {
  shop: Pick<ShopInfo, 'name' | 'tagline' | 'accent' | 'logo' | 'logoOnDark' | 'keepsLight' | 'icon'>
  /** URLs of the shop's sans and serif font files. */
  fonts: readonly string[]
  message: string | null
  hasPassword: boolean
  /** The requested path. */
  back: string
  isSignedIn: boolean
  /** Why the password was not taken. */
  error?: string | undefined
}

/** What visitors of a closed shop see, without scripts. */
export function closedPage({ shop, fonts, message, hasPassword, back, isSignedIn, error }: ClosedPage): string {
  const { name, tagline, icon } = shop
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Opening soon · ${name}</title><link rel="icon" href="${icon ?? '/favicon.svg'}">
<style>${plainStyle({ ...shop, fonts })}${new Markup(style)}</style></head>
<body><header class="name">${wordmark(shop)}</header><main><h1>Opening soon</h1><p>${tagline}</p>${
    message === null ? '' : html`<p class="message">${message}</p>`
  }${hasPassword ? passwordForm(back, error) : ''}
<p class="ways">${
    isSignedIn
      ? html`<a href="${paths.profile}">Your account and orders</a>`
      : html`<a href="${paths.login(back)}">Sign in</a>`
  }</p></main></body></html>`.source
}

/** The logo, another one on dark pages if there is one, or the name in letters. */
function wordmark({ name, logo, logoOnDark, keepsLight }: ClosedPage['shop']) {
  if (!logo) return html`${name}`
  const onDark = keepsLight ? null : logoOnDark
  return html`<picture>${
    onDark
      ? html`<source media="(prefers-color-scheme: dark)" srcset="${onDark.url}" width="${onDark.width}" height="${onDark.height}">`
      : ''
  }<img src="${logo.url}" alt="${name}" width="${logo.width}" height="${logo.height}"></picture>`
}

function passwordForm(back: string, error: string | undefined) {
  return html`<form method="post" action="${ENTER_PATH}"><input type="hidden" name="back" value="${back}">
<label for="password">Password for visitors</label>
<input id="password" name="password" type="password" required maxlength="128" autocomplete="off"${
    error === undefined ? '' : html` aria-invalid="true" aria-describedby="error" autofocus`
  }>
${error === undefined ? '' : html`<p id="error" role="alert">${error}</p>`}<button>Enter</button></form>`
}

const style = `.name img{max-height:44px;width:auto;max-width:240px}.message{white-space:pre-line;margin-top:16px;color:var(--ink)}
form{display:grid;gap:8px;width:min(320px,100%);margin-top:32px;text-align:left}label{font-weight:600}
input{font:inherit;color:inherit;background:none;height:48px;padding:0 14px;border:1px solid var(--edge);border-radius:10px;box-sizing:border-box}
input[aria-invalid],#error{border-color:var(--danger);color:var(--danger)}button{font:600 15px "Instrument Sans",system-ui,sans-serif;height:48px;border:0;cursor:pointer}`
