import type { Env } from '../platform/runtime/env.ts'

const texts = {
  demo: 'Test mode: no real money moves in this shop',
  closed: 'Closed to the public',
  rehearsal: 'Rehearsal: no real money moves in this shop',
}

const styleSaying = (
  text: string,
) => `<style>:root{--banner:1.75rem}body::before{content:"${text}";display:block;padding:.25rem 1rem;
background:#b3261e;color:#fff;font-size:.8125rem;font-weight:600;line-height:1.5;text-align:center}
@media print{body::before{display:none}}</style>`

/**
 * The test-mode banner above every page (P14): pure CSS, because client rendering must not know of it, and laid out
 * before the first paint. Full-height elements subtract `--banner`.
 */
export function withTestModeBanner(html: string, mode: Env['mode'], isOpen = true): string {
  return withBanner(html, [mode === 'rehearsal' ? texts.rehearsal : texts.demo, ...(isOpen ? [] : [texts.closed])])
}

/** Above the pages of a closed shop, which staff and visitors with the password see. */
export const withClosedBanner = (html: string) => withBanner(html, [texts.closed])

function withBanner(html: string, said: string[]): string {
  const style = styleSaying(said.join(' · '))
  return html.replace('</head>', () => `${style}</head>`)
}
