import { basename } from 'node:path'
import { accentColours, EMAIL_FORMATS, pictureUrl, type Settings, type ShopSettings } from '@mela/contract'
import type { FileStore } from '../media/file-store.ts'
import { findMedia } from '../media/media-rows.ts'
import type { PictureMaker } from '../media/picture-maker.ts'
import type { Database } from '../platform/database/database.ts'
import { html, type Markup } from '../platform/mail/html.ts'

export interface Draft {
  subject: string
  /** Lists of emails show it after the subject. */
  preview: string
  heading: string
  /** A string is a paragraph. */
  parts: (string | Part)[]
  reason: string
  /** Takes a POST without a session (RFC 8058). */
  unsubscribeUrl?: string
}

/** What an email of an order says; without an action, its button shows the order. */
export interface Words extends Pick<Draft, 'subject' | 'preview' | 'heading'> {
  text: string
  action?: string
  after?: Part[]
}

export interface Part {
  html: Markup
  text: string
}

export const smallPrint = (text: string): Part => ({ html: html`<p class="quiet small">${text}</p>`, text })

export const button = (label: string, url: string): Part => ({
  html: html`<p class="action"><a class="button" href="${url}" style="${BUTTON}">${label}</a></p>`,
  text: `${label}:\n${url}`,
})

const BUTTON =
  'display:inline-block;padding:13px 25px;border-style:solid;border-width:1px;border-radius:10px;text-decoration:none'

/** Anyone can register with any address, so a name that could be an advertisement is not repeated to its reader. */
export const isPlain = (name: string) => /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name)

export const greeting = (firstName: string): string => (isPlain(firstName) ? `Hello ${firstName},` : 'Hello,')

export const longDay = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(at)

export interface EmailPictures {
  files: FileStore
  maker: Pick<PictureMaker, 'makeEmailPicture'>
}

/** The format is made when an email first shows the picture. An email that lacks a picture is better than none. */
export async function forEmails<Picture extends { url: string }>(
  { files, maker }: EmailPictures,
  picture: Picture,
): Promise<Picture | null> {
  for (const format of EMAIL_FORMATS) {
    const url = pictureUrl(picture.url, 400, format)
    if (await files.has(basename(url))) return { ...picture, url }
  }
  const file = basename(picture.url)
  const made = await maker.makeEmailPicture(file).catch(() => undefined)
  return made ? { ...picture, url: picture.url.replace(file, made.file) } : null
}

interface Letterhead extends Pick<ShopSettings, 'name' | 'address' | 'email'> {
  url: string
  accent: string
  logo: { url: string; width: number; height: number } | null
}

/** A logo that was deleted since counts as none. */
export async function letterheadOf(
  db: Database,
  { shop, look }: Settings,
  url: string,
  pictures: EmailPictures,
): Promise<Letterhead> {
  const logo = look.logo === null ? undefined : await findMedia(db, look.logo)
  return { ...shop, url, accent: look.accent, logo: logo ? await forEmails(pictures, logo) : null }
}

/** Outlook needs tables. What keeps an email readable stands beside it: some mailers drop the style sheet. */
export function renderEmail({ subject, preview, heading, parts, reason }: Draft, shop: Letterhead) {
  const { email, url, accent } = shop
  const sender = [shop.name, ...shop.address].join(', ')
  const written = parts.map(part => (typeof part === 'string' ? { html: html`<p>${part}</p>`, text: part } : part))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styleOf(accent)}</style>
</head>
<body class="paper" style="font-family:sans-serif">
<div style="display:none">${preview}</div>
<table role="presentation" class="paper" width="100%"><tr><td align="center" class="page">
<table role="presentation" width="600" cellpadding="8" style="width:100%;max-width:600px">
<tr><td align="center" class="name"><a href="${url}">${wordmark(shop)}</a></td></tr>
<tr><td class="card"><h1>${heading}</h1>
${written.map(part => part.html)}</td></tr>
<tr><td align="center" class="quiet small foot">${reason}<br>${sender}<br><a href="mailto:${email}">${email}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  const foot = `--\n${reason}\n${sender}\n${email} · ${url}\n`
  return { subject, html: page.source, text: [heading, ...written.map(({ text }) => text), foot].join('\n\n') }
}

const LOGO_HEIGHT = 48
const LOGO_WIDTH = 240

/** Programs that load no pictures show the alternative text. */
function wordmark({ name, logo, url }: Letterhead): Markup | string {
  if (!logo) return name
  const height = Math.min(LOGO_HEIGHT, Math.round((LOGO_WIDTH * logo.height) / logo.width))
  const width = Math.round((height * logo.width) / logo.height)
  return html`<img src="${new URL(logo.url, url).href}" alt="${name}" width="${width}" height="${height}" border="0">`
}

const SANS = 'Instrument Sans, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const SERIF = 'Instrument Serif, Georgia, Times New Roman, serif'

/** In dark schemes the accent is lightened for contrast. */
function styleOf(accent: string): string {
  const { dark } = accentColours(accent)
  return `
.paper { margin: 0; padding: 0; background-color: #fbfaf7 }
.page { padding: 36px 16px 48px }
.name { padding: 0 0 26px; font: 400 38px/1 ${SERIF}; letter-spacing: -0.02em }
.card { background-color: #ffffff; border: 1px solid #e2dfda; border-radius: 14px; padding: 44px 48px 34px }
.card, .lines, .name a { color: #1d1713; text-decoration: none }
.card { font: 400 16px/1.6 ${SANS} }
h1 { margin: 0 0 20px; font: 400 36px/1.12 ${SERIF}; letter-spacing: -0.015em }
p { margin: 0 0 18px }
.quiet, .quiet a, .quiet td { color: #5b544e; font: 400 14px/1.5 ${SANS}; overflow-wrap: anywhere }
.small, .small a { font-size: 13px; margin: 0 0 12px }
.url { word-break: break-all }
.foot { padding: 26px 24px 0 }
.action { margin: 26px 0 28px }
.button { background-color:${accent}; border-color: ${accent}; color: #fcf8f0; font: 600 16px/1.25 ${SANS} }
.lines { margin: 0 0 26px; border-collapse: collapse; font: 400 15px/1.45 ${SANS} }
.rule td { border-top: 1px solid #e2dfda; padding: 14px 12px 14px 0 }
.rule .amount { padding-right: 0 }
.amount { white-space: nowrap; font-variant-numeric: tabular-nums }
.lines img { display: block; border-radius: 10px; background-color: #eeebe6 }
.quiet td { padding: 2px 0 }
.total td { padding: 10px 0 0; font: 600 18px/1.4 ${SANS} }
@media (max-width: 520px) { .card { padding: 28px 20px } h1 { font-size: 30px } }
@media (prefers-color-scheme: dark) {
.paper { background-color: #13100d }
.card { background-color: #1d1915; border-color: #322d29 }
.rule td { border-color: #322d29 }
.card, .lines, .name a { color: #f3f0ea }
.quiet, .quiet a, .quiet td { color: #b9b3ac }
.button { background-color: ${dark.brand}; border-color: ${dark.brand} }
}`
}
