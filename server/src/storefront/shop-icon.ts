import { html } from '../platform/mail/html.ts'

/** The browser's icon of a shop without one of its own: the first letter of its name on its colour, as SVG. */
export function shopIcon(name: string, accent: string): string {
  const [letter = ''] = new Intl.Segmenter().segment(name.trim())
  const sign = typeof letter === 'string' ? letter : letter.segment.toUpperCase()
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="23" text-anchor="middle" font-family="Georgia,serif" font-size="20" fill="#fdf9f1">${sign}</text></svg>`
    .source
}
