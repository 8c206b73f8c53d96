import type { Env } from '../runtime/env.ts'

const texts = {
  demo: 'Test mode: no real money moves in this shop',
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
export function withTestModeBanner(html: string, mode: Env['mode']): string {
  const style = styleSaying(mode === 'rehearsal' ? texts.rehearsal : texts.demo)
  return html.replace('</head>', () => `${style}</head>`)
}
