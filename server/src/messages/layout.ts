import type { Settings, ShopSettings } from '@mela/contract'
import { findMedia } from '../media/media-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { colours, html, type Markup, type Part, SANS, SERIF, styleOf } from '../platform/mail/parts.ts'

export interface Draft {
  subject: string
  /** Lists of emails show it after the subject. */
  preview: string
  heading: string
  parts: Part[]
  reason: string
}

/** Outlook needs tables, Gmail inline styles. */
export function renderEmail(draft: Draft, letterhead: Letterhead): { subject: string; html: string; text: string } {
  return { subject: draft.subject, html: page(draft, letterhead).source, text: plain(draft, letterhead) }
}

const { paper, surface, ink, quiet, line } = colours

function page({ subject, preview, heading, parts, reason }: Draft, shop: Letterhead): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styleOf(shop.accent)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${paper.light}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background-color:${paper.light}"><tr><td align="center" style="padding:36px 16px 48px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td align="center" style="padding:0 0 26px"><a class="ink" href="${shop.url}" style="color:${ink.light};font:400 38px/1 ${SERIF};letter-spacing:-0.02em;text-decoration:none">${wordmark(shop)}</a></td></tr>
<tr><td class="card" style="background-color:${surface.light};border:1px solid ${line.light};border-radius:14px;padding:44px 48px 34px">
<h1 class="ink h1" style="margin:0 0 20px;color:${ink.light};font:400 36px/1.12 ${SERIF};letter-spacing:-0.015em">${heading}</h1>
${parts.map(({ html }) => (typeof html === 'function' ? html(shop.accent) : html))}
</td></tr>
<tr><td class="quiet" align="center" style="padding:26px 24px 0;color:${quiet.light};font:400 13px/1.6 ${SANS}">
${reason}<br>${[shop.name, ...shop.address].join(', ')}<br>
<a class="quiet" href="mailto:${shop.email}" style="color:${quiet.light}">${shop.email}</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** Programs that load no pictures show the alternative text. */
function wordmark({ name, logo, url }: Letterhead): Markup | string {
  if (!logo) return name
  const height = Math.min(LOGO_HEIGHT, Math.round((LOGO_WIDTH * logo.height) / logo.width))
  const width = Math.round((height * logo.width) / logo.height)
  return html`<img src="${new URL(logo.url, url).href}" alt="${name}" width="${width}" height="${height}" border="0" style="display:inline-block">`
}

const LOGO_HEIGHT = 48
const LOGO_WIDTH = 240

function plain({ heading, parts, reason }: Draft, { name, address, email, url }: Letterhead): string {
  const foot = `--\n${reason}\n${[name, ...address].join(', ')}\n${email} · ${url}\n`
  return [heading, ...parts.map(part => part.text).filter(Boolean), foot].join('\n\n')
}

interface Letterhead extends Pick<ShopSettings, 'name' | 'address' | 'email'> {
  url: string
  /** In dark schemes the colour is lightened where the contrast needs it. */
  accent: string
  logo: { url: string; width: number; height: number } | null
}

/** A logo that was deleted since counts as none. */
export async function letterheadOf(db: Database, { shop, look }: Settings, url: string): Promise<Letterhead> {
  const logo = look.logo === null ? undefined : await findMedia(db, look.logo)
  return { ...shop, url, accent: look.accent, logo: logo ?? null }
}
