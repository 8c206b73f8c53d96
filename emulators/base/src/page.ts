import { type Html, html } from './html.ts'
import type { Answer } from './http.ts'

export function page(provider: string, title: string, content: Html, style?: string) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Test payment</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/__emulator/approval.css">
  ${style && html`<link rel="stylesheet" href="${style}">`}
</head>
<body>
  <header><p>TEST PAYMENT – no real money</p></header>
  <main>${content}</main>
  ${!style && html`<footer><a href="/__emulator">Console of the ${provider} emulator</a></footer>`}
</body>
</html>
`
}

interface Policy {
  /** Further allowed targets of forms. */
  formTargets?: string[]
  referrer: 'no-referrer' | 'same-origin'
}

export function pageAnswer(status: number, { text }: Html, { formTargets = [], referrer }: Policy): Answer {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': referrer,
  }
  return { status, headers, body: text }
}
