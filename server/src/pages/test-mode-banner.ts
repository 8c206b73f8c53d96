import type { Env } from '../runtime/env.ts'

const texts = {
  demo: 'Test mode: no real money moves in this shop',
  rehearsal: 'Rehearsal: no real money moves in this shop',
}

const styleSaying = (
  text: string,
) => `<style>:root{--strip:1.75rem}body::before{content:"${text}";display:block;padding:.25rem 1rem;
background:#b3261e;color:#fff;font-size:.8125rem;font-weight:600;line-height:1.5;text-align:center}
@media print{body::before{display:none}}</style>`

/**
 * A line above every page that no money is real here (P14): a style alone, because the pages of the browser's own
 * rendering must not know of it, and it has its place before anything is painted. What fills the window takes `--strip` off.
 */
export function withTestModeBanner(html: string, mode: Env['mode']): string {
  const style = styleSaying(mode === 'rehearsal' ? texts.rehearsal : texts.demo)
  return html.replace('</head>', () => `${style}</head>`)
}
