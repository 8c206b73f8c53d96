/** A text with its selection. */
export interface Selected {
  value: string
  start: number
  end: number
}

/** Replaces the selection; what is inserted between `before` and `after` is selected. */
export function insertText({ value, start, end }: Selected, text: string): Selected {
  const at = start + text.length
  return { value: value.slice(0, start) + text + value.slice(end), start: at, end: at }
}

/** Puts marks around the selection, or takes them away; without a selection around `example`, which is selected then. */
export function wrap({ value, start, end }: Selected, mark: string, example: string): Selected {
  const size = mark.length
  const isWrapped = value.slice(start - size, start) === mark && value.slice(end, end + size) === mark
  if (isWrapped) {
    const without = value.slice(0, start - size) + value.slice(start, end) + value.slice(end + size)
    return { value: without, start: start - size, end: end - size }
  }
  const inner = value.slice(start, end) || example
  const wrapped = value.slice(0, start) + mark + inner + mark + value.slice(end)
  return { value: wrapped, start: start + size, end: start + size + inner.length }
}

/** Begins every selected line with a mark, such as '- ' or '1. ', or takes it away when all of them have it. */
export function prefixLines(
  { value, start, end }: Selected,
  mark: (line: number) => string,
  pattern: RegExp,
): Selected {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const next = value.indexOf('\n', Math.max(end - 1, from))
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const areMarked = lines.every(line => pattern.test(line))
  const changed = lines.map((line, index) => (areMarked ? line.replace(pattern, '') : mark(index) + line)).join('\n')
  // A list, heading or table begins after an empty line.
  const gap = areMarked || from === 0 || value.slice(0, from).endsWith('\n\n') ? '' : '\n'
  const at = from + gap.length
  return { value: value.slice(0, from) + gap + changed + value.slice(to), start: at, end: at + changed.length }
}

/** Makes a link of the selection; its address is selected, to be typed over. */
export function link({ value, start, end }: Selected): Selected {
  const text = value.slice(start, end) || 'text'
  const address = 'https://'
  const at = start + text.length + 3
  return {
    value: `${value.slice(0, start)}[${text}](${address})${value.slice(end)}`,
    start: at,
    end: at + address.length,
  }
}

const TABLE = '| Size | Chest |\n| --- | --- |\n| S | 90 cm |'

/** Inserts a small table, which is selected. */
export function table({ value, end }: Selected): Selected {
  const before = value.slice(0, end).replace(/\n*$/, '')
  const lead = before === '' ? '' : `${before}\n\n`
  const after = value.slice(end).replace(/^\n*/, '\n\n').trimEnd()
  return { value: lead + TABLE + after, start: lead.length, end: lead.length + TABLE.length }
}
