import { paths } from '@mela/contract'
import { html, Markup } from '../mail/html.ts'
import { standInStyle } from './fallback-pages.ts'

/** The address that receives the password. */
export const ENTER_PATH = '/enter'

export interface ClosedPage {
  shop: { name: string; tagline: string; accent: string; logo: { url: string; width: number; height: number } | null }
  message: string | null
  hasPassword: boolean
  /** The requested path. */
  back: string
  isSignedIn: boolean
  /** Why the password was not taken. */
  error?: string | undefined
}

/** What visitors of a closed shop see, without scripts. */
export function closedPage({ shop, message, hasPassword, back, isSignedIn, error }: ClosedPage): string {
  const { name, tagline, logo } = shop
  const title = logo
    ? html`<img src="${logo.url}" alt="${name}" width="${logo.width}" height="${logo.height}">`
    : html`${name}`
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Opening soon · ${name}</title><link rel="icon" href="/favicon.svg">
<style>${new Markup(standInStyle)}${new Markup(style)}:root{--accent:${shop.accent}}</style></head>
<body><header class="name">${title}</header><main><h1>Opening soon</h1><p>${tagline}</p>${
    message === null ? '' : html`<p class="message">${message}</p>`
  }${hasPassword ? passwordForm(back, error) : ''}
<p class="ways">${
    isSignedIn
      ? html`<a href="${paths.profile}">Your account and orders</a>`
      : html`<a href="${paths.login(back)}">Sign in</a>`
  }</p></main></body></html>`.source
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
input{font:inherit;color:inherit;background:none;height:48px;padding:0 14px;border:1px solid #8f877d;border-radius:10px;box-sizing:border-box}
input[aria-invalid],#error{border-color:#b3261e;color:#b3261e}button{font:600 15px system-ui,sans-serif;height:48px;border:0;border-radius:10px;
background:var(--accent);color:#fdf9f1;cursor:pointer}:focus-visible{outline:2px solid #3d6bd9;outline-offset:2px}
@media(prefers-color-scheme:dark){input[aria-invalid],#error{border-color:#f2938c;color:#f2938c}}`
