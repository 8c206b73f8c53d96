/**
 * A line above every page that no money is real here (PAYMENTS §6): a style alone, because the pages of the browser's own
 * rendering must not know of it, and it has its place before anything is painted. What fills the window takes `--strip` off.
 */
const style = `<style>:root{--strip:1.75rem}body::before{content:"Test mode: no real money moves in this shop";display:block;padding:.25rem 1rem;
background:#b3261e;color:#fff;font-size:.8125rem;font-weight:600;line-height:1.5;text-align:center}
@media print{body::before{display:none}}</style>`

export const withTestStrip = (html: string): string => html.replace('</head>', () => `${style}</head>`)
