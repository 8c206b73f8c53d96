/** A paragraph, or the rows of a table, of which the first one names the columns. */
export type TextBlock = string | string[][]

/**
 * Plain text in which lines with cells are tables: a tab stands between cells, as spreadsheets copy them, or '|'. The line under the
 * head of a table of Markdown is left out; an empty line or one without cells ends a table.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let table: string[][] | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    const cells = cellsOf(line)
    if (cells.length < 2) {
      table = undefined
      if (cells[0]) blocks.push(cells[0])
    } else if (!cells.every(cell => /^:?-+:?$/.test(cell))) {
      if (!table) {
        table = []
        blocks.push(table)
      }
      table.push(cells)
    }
  }
  return blocks
}

function cellsOf(line: string): string[] {
  const isPasted = line.includes('\t')
  const cells = isPasted
    ? line.split('\t')
    : line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
  return cells.map(cell => cell.trim())
}
