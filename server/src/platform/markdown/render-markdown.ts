import { CONTACT_MARK, pictureUrl } from '@mela/contract'
import MarkdownIt, { type Token } from 'markdown-it'

/** A text may link to the web, an email, a phone, the shop, or into the page. */
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[^\s\\]+|\/(?![/\\])[^\\]*|#[\w-]*)$/i

const isSafeAddress = (address: string): boolean => LINK.test(address)

const allTokens = (tokens: Token[]): Token[] => tokens.flatMap(token => [token, ...(token.children ?? [])])

/** Other sites do not learn which window opened them. */
function guardLinks(tokens: Token[]): void {
  // One flag suffices, because links cannot be nested.
  let leadsNowhere = false
  for (const token of allTokens(tokens)) {
    if (token.type === 'link_open') {
      const address = String(token.attrGet('href'))
      leadsNowhere = address === ''
      if (/^https?:/i.test(address)) token.attrSet('rel', 'noopener')
    }
    if (leadsNowhere && token.type.startsWith('link_')) leaveOut(token)
  }
}

function leaveOut(token: Token): void {
  token.type = 'text'
  token.tag = ''
  token.content = ''
}

type Sizes = ReadonlyMap<string, { width: number; height: number }>

const ANCHOR = /\{#([a-z0-9-]+)\}$/

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
markdown.validateLink = isSafeAddress
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false })

export const picturesIn = (source: string): string[] =>
  allTokens(markdown.parse(source, {})).flatMap(token => (token.type === 'image' ? [String(token.attrGet('src'))] : []))

/** The HTML has nothing that could run; a picture that is not in the library is left out. */
export function renderMarkdown(source: string, sizes: Sizes = new Map()): string {
  const tokens = markdown.parse(source, {})
  nameHeadings(tokens)
  guardLinks(tokens)
  for (const token of allTokens(tokens)) if (token.type === 'image') showPicture(token, sizes)
  const html = markdown.renderer.render(tokens, markdown.options, {})
  return html.replace(/<p>\{\{contact\}\}<\/p>/g, CONTACT_MARK)
}

export function headingsIn(source: string): { heading: string; anchor: string }[] {
  const tokens = markdown.parse(source, {})
  nameHeadings(tokens)
  return tokens.flatMap((token, index) => {
    const words = tokens[index + 1]?.children?.map(({ content }) => content).join('')
    return token.type === 'heading_open' && words ? [{ heading: words, anchor: String(token.attrGet('id')) }] : []
  })
}

/** The page's title is its h1, so an h1 becomes an h2. */
function nameHeadings(tokens: Token[]): void {
  const taken = new Map<string, number>()
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') return
    if (token.tag === 'h1') token.tag = 'h2'
    const inline = tokens[index + 1]
    if (token.type === 'heading_close' || !inline?.children) return
    const last = inline.children.at(-1)
    const anchor = last?.type === 'text' ? ANCHOR.exec(last.content) : null
    if (last && anchor) last.content = last.content.slice(0, anchor.index).trimEnd()
    const words = inline.children.map(({ content }) => content).join('')
    const wanted =
      anchor?.[1] ??
      (words
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') ||
        'part')
    let id = wanted
    let number = taken.get(wanted) ?? 2
    while (taken.has(id)) id = `${wanted}-${number++}`
    taken.set(wanted, number)
    taken.set(id, taken.get(id) ?? 2)
    token.attrSet('id', id)
  })
}

function showPicture(token: Token, sizes: Sizes): void {
  const url = String(token.attrGet('src'))
  const size = sizes.get(url)
  if (!size) {
    leaveOut(token)
    return
  }
  token.attrSet('srcset', ([400, 800, 1200] as const).map(width => `${pictureUrl(url, width)} ${width}w`).join(', '))
  token.attrSet('sizes', '(min-width: 45rem) 41rem, 92vw')
  token.attrSet('width', String(size.width))
  token.attrSet('height', String(size.height))
  token.attrSet('loading', 'lazy')
}

/** What was typed as plain text before stays as it was typed: line breaks, entities, addresses, indented lines. */
const plainTexts = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true })
plainTexts.disable(['autolink', 'code', 'entity', 'image', 'lheading', 'reference'])
plainTexts.validateLink = isSafeAddress

/** Texts with none of these are plain, and need no parser. */
const MARKS = /[*_`#>|~[]|^\s*([-+]|\d+[.)])(\s|$)|^\s*---/m
const PLAIN = new Set(['paragraph_open', 'paragraph_close', 'inline', 'text', 'softbreak'])

interface FormattedText {
  /** The HTML has nothing that could run; headings begin below those of the page. */
  html: string
  text: string
}

/** Undefined for a text that has no formatting. */
export function formatDescription(source: string): FormattedText | undefined {
  if (!MARKS.test(source)) return undefined
  const tokens = plainTexts.parse(source, {})
  if (allTokens(tokens).every(({ type }) => PLAIN.has(type))) return undefined
  guardLinks(tokens)
  for (const token of tokens)
    if (token.type.startsWith('heading_')) token.tag = token.tag === 'h1' || token.tag === 'h2' ? 'h3' : 'h4'
  return { html: plainTexts.renderer.render(tokens, plainTexts.options, {}), text: wordsOf(tokens) }
}

/** Search, and those who show plain text alone, need no marks. */
export const plainDescription = (source: string): string => formatDescription(source)?.text ?? source

export const renderDescription = (source: string): string =>
  formatDescription(source)?.html ?? `<p>${plainTexts.utils.escapeHtml(source).replaceAll('\n', '<br>')}</p>`

const wordsOf = (tokens: Token[]): string =>
  tokens
    .flatMap(({ type, children, content }) => {
      if (type === 'inline') return [(children ?? []).map(textIn).join('')]
      return type === 'fence' ? [content] : []
    })
    .filter(Boolean)
    .join('\n')

const textIn = ({ type, content }: Token) => (type === 'softbreak' || type === 'hardbreak' ? '\n' : content)
