import MarkdownIt, { type Token } from 'markdown-it'
import { allTokens, guardLinks, isSafeAddress } from './render-markdown.ts'

/** What was typed as plain text before stays as it was typed: line breaks, entities, addresses, indented lines. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true })
markdown.disable(['autolink', 'code', 'entity', 'image', 'lheading', 'reference'])
markdown.validateLink = isSafeAddress

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
  const tokens = markdown.parse(source, {})
  if (allTokens(tokens).every(({ type }) => PLAIN.has(type))) return undefined
  guardLinks(tokens)
  for (const token of tokens)
    if (token.type.startsWith('heading_')) token.tag = token.tag === 'h1' || token.tag === 'h2' ? 'h3' : 'h4'
  return { html: markdown.renderer.render(tokens, markdown.options, {}), text: wordsOf(tokens) }
}

/** Search, and those who show plain text alone, need no marks. */
export const plainDescription = (source: string): string => formatDescription(source)?.text ?? source

export const renderDescription = (source: string): string =>
  formatDescription(source)?.html ?? `<p>${markdown.utils.escapeHtml(source).replaceAll('\n', '<br>')}</p>`

const wordsOf = (tokens: Token[]): string =>
  tokens
    .flatMap(({ type, children, content }) => {
      if (type === 'inline') return [(children ?? []).map(textIn).join('')]
      return type === 'fence' ? [content] : []
    })
    .filter(Boolean)
    .join('\n')

const textIn = ({ type, content }: Token) => (type === 'softbreak' || type === 'hardbreak' ? '\n' : content)
