import { storable } from '@mela/contract'
import { Parser } from 'htmlparser2'

const UNSHOWN = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'head', 'title', 'svg', 'object'])
const BLOCK = /^(p|div|section|article|header|footer|blockquote|pre|hr|dl|center|figure|fieldset|form|main|aside)$/
const HEADING = /^h[1-6]$/
const LINE = /^(br|dt|dd)$/
const CELL = /^t[dh]$/
const MARKS = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
])

export function htmlToMarkdown(html: string): string {
  const text = convert(html)
  // A quotation mark that is never closed makes the rest one attribute.
  return text === '' && html.trim() !== '' ? convert(html.replace(/["']/g, ' ')) : text
}

interface Open {
  name: string
  line: number
  at: number
  href?: string | undefined
}

/** A growing text would be copied for each tag. */
function openLines() {
  const lines: string[] = []
  let parts: string[] = []
  const endLine = () => {
    const line = parts.join('').trimEnd()
    if (line !== '') lines.push(line)
    parts = []
  }
  return {
    lines,
    endLine,
    endBlock() {
      endLine()
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
    },
    write(text: string) {
      if (text !== '') parts.push(text)
    },
    place: () => ({ line: lines.length, at: parts.length }),
    take: (at: number) => parts.splice(at).join(''),
    last: () => parts.at(-1) ?? '',
  }
}

function convert(html: string): string {
  const hasTags = /<[a-z!/]/i.test(html)
  const { lines, endLine, endBlock, write, place, take, last } = openLines()
  const lists: { isOrdered: boolean; count: number }[] = []
  const opened: Open[] = []
  let hidden = 0
  let rows: string[][] | undefined

  const breakBlock = () => {
    if (rows) write(' ')
    else if (lists.length === 0) endBlock()
    else if (!isMarker(last())) endLine()
  }
  const breakLine = () => (rows ? write(' ') : endLine())

  function open(name: string, href?: string) {
    if (BLOCK.test(name)) breakBlock()
    else if (HEADING.test(name)) {
      breakBlock()
      if (!rows && lists.length === 0) write(name < 'h3' ? '## ' : '### ')
    } else if (name === 'ul' || name === 'ol') {
      if (lists.length === 0) breakBlock()
      lists.push({ isOrdered: name === 'ol', count: 0 })
    } else if (name === 'li') openItem()
    else if (LINE.test(name)) breakLine()
    else if (name === 'table' && !rows) {
      endBlock()
      rows = []
    } else if (name === 'tr') rows?.push([])
    else if (CELL.test(name) || name === 'a' || MARKS.has(name)) opened.push({ name, ...place(), href })
  }

  function openItem() {
    breakLine()
    const list = lists.at(-1) ?? { isOrdered: false, count: 0 }
    list.count += 1
    const indent = '   '.repeat(Math.min(5, Math.max(0, lists.length - 1)))
    write(`${indent}${list.isOrdered ? `${list.count}.` : '-'} `)
  }

  function close(name: string) {
    if (BLOCK.test(name) || HEADING.test(name)) breakBlock()
    else if (name === 'ul' || name === 'ol') {
      lists.pop()
      if (lists.length === 0) breakBlock()
    } else if (name === 'li') breakLine()
    else if (name === 'table' && rows) {
      const table = tableOf(rows)
      rows = undefined
      endBlock()
      lines.push(...table, '')
    } else closeInline(name)
  }

  function closeInline(name: string) {
    const index = opened.findLastIndex(one => one.name === name)
    const [one] = index < 0 ? [] : opened.splice(index)
    if (!one || one.line !== lines.length) return
    const inner = take(one.at)
    const text = inner.trim()
    if (CELL.test(name) && rows) rows.at(-1)?.push(text)
    else if (CELL.test(name)) write(` ${text} `)
    else if (text === '' || text.includes('*')) write(inner)
    else {
      const mark = MARKS.get(name)
      write(inner.replace(text, () => (mark ? `${mark}${text}${mark}` : linkTo(one.href, text))))
    }
  }

  const parser = new Parser({
    onopentag(name, { href }) {
      if (UNSHOWN.has(name)) hidden += 1
      else if (hidden === 0) open(name, href)
    },
    onclosetag(name) {
      if (UNSHOWN.has(name)) hidden = Math.max(0, hidden - 1)
      else if (hidden === 0) close(name)
    },
    ontext(text) {
      if (hidden > 0) return
      const shown = hasTags ? text.replace(/[\s\u00a0]+/g, ' ') : text
      write(hasTags && /^$|[ \n]$/.test(last()) ? shown.trimStart() : shown)
    },
  })
  parser.end(html)
  endLine()
  return tidy(lines.join('\n'))
}

const isMarker = (part: string) => /^ *(?:-|\d+\.) $/.test(part)

const linkTo = (href: string | undefined, text: string) =>
  href && /^(https?:\/\/|mailto:)[^\s()<>]+$/i.test(href) ? `[${text}](${href})` : text

function tableOf(rows: string[][]): string[] {
  const filled = rows.filter(row => row.some(Boolean))
  const width = Math.max(0, ...filled.slice(0, 200).map(({ length }) => length))
  if (filled.length < 2 || width < 2 || width > 20 || filled.length > 200)
    return filled.flatMap(row => [row.filter(Boolean).join(' '), ''])
  const lineOf = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, n) => (row[n] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...body] = filled
  return [lineOf(head), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)]
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
