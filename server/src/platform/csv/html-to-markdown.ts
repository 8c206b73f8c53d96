import { storable } from '@mela/contract'
import { type ChildNode, isTag, isText } from 'domhandler'
import { decodeHTML } from 'entities'
import { parseDocument } from 'htmlparser2'

const UNSHOWN = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'head', 'title', 'svg', 'object'])
const BLOCK = /^(p|div|section|article|header|footer|blockquote|pre|hr|dl|center|figure|fieldset|form|main|aside)$/
const MARKS = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
])

/** Text below so many elements has no marks. */
const MOST_LEVELS = 500

/** What stands between blocks of a page, an item or a cell, and before the items of a list. */
interface Place {
  gap: '\n\n' | '\n' | ' '
  indent: string
  level: number
}

export function htmlToMarkdown(html: string): string {
  if (!/<[a-z!/]/i.test(html)) return tidy(decodeHTML(html))
  // A quotation mark that is never closed makes the rest one attribute.
  return convert(html) || convert(html.replace(/["']/g, ' '))
}

function convert(html: string): string {
  const text = writeAll(parseDocument(html).children, { gap: '\n\n', indent: '', level: 0 })
  return tidy(text.replace(/\n +/g, '\n').replaceAll('\t', '   '))
}

const writeAll = (nodes: ChildNode[], at: Place): string => nodes.map(node => write(node, at)).join('')

function write(node: ChildNode, at: Place): string {
  if (isText(node)) return node.data.replace(/[\s\u00a0]+/g, ' ')
  if (!isTag(node) || UNSHOWN.has(node.name)) return ''
  if (at.level === MOST_LEVELS) return writeText(node)
  const { name, children } = node
  const { gap } = at
  const line = gap.slice(-1)
  const inside = { ...at, level: at.level + 1 }
  if (name === 'ul' || name === 'ol') return `${gap}${writeList(name === 'ol', children, inside)}${gap}`
  if (name === 'table' && gap !== ' ') return `${gap}${writeTable(children, inside)}${gap}`
  const written = writeAll(children, inside)
  const text = written.trim()
  if (BLOCK.test(name)) return `${gap}${written}${gap}`
  if (/^(br|dt|dd)$/.test(name)) return `${line}${written}`
  if (/^t[dh]$/.test(name)) return ` ${text} `
  if (text === '') return written
  if (/^h[1-6]$/.test(name)) return `${gap}${gap === '\n\n' ? (name < 'h3' ? '## ' : '### ') : ''}${text}${gap}`
  if (name === 'li') return `${line}- ${text}${line}`
  const mark = MARKS.get(name)
  if ((!mark && name !== 'a') || /[*\n]/.test(text)) return written
  return written.replace(text, () => (mark ? `${mark}${text}${mark}` : linkTo(node.attribs.href, text)))
}

/** A call for each level could be too many. */
function writeText(node: ChildNode): string {
  const texts: string[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (isText(next)) texts.push(next.data)
    else if (isTag(next) && !UNSHOWN.has(next.name)) waiting.push(...next.children.toReversed())
  }
  return texts.join(' ').replace(/[\s\u00a0]+/g, ' ')
}

function writeList(isOrdered: boolean, children: ChildNode[], { gap, indent, level }: Place): string {
  const line = gap === ' ' ? ' ' : '\n'
  const inside = { gap: line, indent: gap === ' ' ? '' : `${indent}\t`.slice(0, 5), level } as const
  let count = 0
  const items = children.map(child => {
    if (!isTag(child) || child.name !== 'li') return write(child, inside)
    const text = writeAll(child.children, inside).trim()
    count += text === '' ? 0 : 1
    return text === '' ? '' : `${indent}${isOrdered ? `${count}.` : '-'} ${text}`
  })
  const list = items.filter(item => item.trim() !== '').join(line)
  return gap === '\n\n' ? list.replace(/\n[ \n]*\n/g, '\n') : list
}

const linkTo = (href: string | undefined, text: string) =>
  href && /^(https?:\/\/|mailto:)[^\s()<>]+$/i.test(href) ? `[${text}](${href})` : text

function writeTable(children: ChildNode[], at: Place): string {
  const isOther = (child: ChildNode) => !isTag(child) || !/^t(head|body|foot|r)$/.test(child.name)
  const parts = children.filter(child => !isOther(child)).filter(isTag)
  const rows = parts.flatMap(part => (part.name === 'tr' ? part : part.children.filter(isTag)))
  const cellsOf = (row: ChildNode[]) => row.filter(isTag).map(cell => write(cell, { ...at, gap: ' ' }).trim())
  return `${writeAll(children.filter(isOther), at)}${at.gap}${tableOf(rows.map(row => cellsOf(row.children)))}`
}

function tableOf(rows: string[][]): string {
  const filled = rows.filter(row => row.some(Boolean))
  const width = Math.max(0, ...filled.slice(0, 200).map(({ length }) => length))
  if (filled.length < 2 || width < 2 || width > 20 || filled.length > 200)
    return filled.map(row => row.filter(Boolean).join(' ')).join('\n\n')
  const lineOf = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, n) => (row[n] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...body] = filled
  return [lineOf(head), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)].join('\n')
}

const tidy = (text: string) =>
  storable(text.replaceAll('\ufffd', ''))
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.replace(/(?<=\S)[ \t\u00a0]+/g, ' ').trimEnd())
    .map(line => (/^ +(-|\d+\.) /.test(line) ? line : line.trimStart()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
