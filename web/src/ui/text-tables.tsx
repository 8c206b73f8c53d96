// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of a text have no other identity

/** Plain text with tables in it, such as a size guide. */
export function TextTables({ text, label }: { text: string; label: string }) {
  return (
    <div className="grid min-w-0 gap-3">
      {textBlocks(text).map((block, at) => (
        <Block key={at} block={block} label={label} />
      ))}
    </div>
  )
}

function Block({ block, label }: { block: TextBlock; label: string }) {
  if (typeof block === 'string') return <p className="wrap-anywhere text-ink-2">{block}</p>

  const [head = [], ...rows] = block
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
    <section tabIndex={0} aria-label={`${label}: ${head.join(', ')}`} className="text-table">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <ColumnHead key={at}>{cell}</ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ColumnHead = ({ children }: { children: string }) => (children ? <th scope="col">{children}</th> : <td />)

/** A paragraph, or the rows of a table, of which the first one names the columns. */
type TextBlock = string | string[][]

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
