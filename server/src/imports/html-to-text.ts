import { storable } from '@mela/contract'

const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    hellip: '…',
    bull: '•',
    middot: '·',
    times: '×',
    deg: '°',
    frac12: '½',
    eacute: 'é',
    egrave: 'è',
    uuml: 'ü',
    ouml: 'ö',
    auml: 'ä',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    pound: '£',
  }),
)

const UNSHOWN = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|iframe|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** A tag, first with quoted attributes, which may contain '>'. Without the lookahead the time would be quadratic. */
const TAG = /<\/?([a-z][a-z0-9]*)(?![a-z0-9])(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|<\/?([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi
const PARAGRAPH = /^(p|div|h[1-6]|ul|ol|table|section|article|blockquote|pre|hr|dl)$/
const LINE = /^(br|tr|dt|dd)$/

/** The text of an HTML description: paragraphs, lines and lists stay, nothing else does. Text without tags keeps its lines. */
export function htmlToText(html: string): string {
  const shown = html.replace(UNSHOWN, ' ')
  const hasTags = shown.search(TAG) >= 0
  const text = hasTags ? shown.replace(/\s+/g, ' ').replace(TAG, breakFor) : shown
  const lines = decoded(text).split('\n')
  return storable(lines.map(line => line.replace(/[ \t\u00a0]+/g, ' ').trim()).join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function breakFor(tag: string, quoted: string | undefined, unquoted: string | undefined): string {
  const name = (quoted ?? unquoted ?? '').toLowerCase()
  if (name === 'li') return tag.startsWith('</') ? '' : '\n• '
  if (PARAGRAPH.test(name)) return '\n\n'
  if (LINE.test(name)) return tag.startsWith('</') ? '' : '\n'
  return name === 'td' || name === 'th' ? ' ' : ''
}

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isText = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isText ? String.fromCodePoint(code) : ' '
  })
