// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of a text have no other identity
import { type TextBlock, textBlocks } from './text-blocks.ts'

interface TextTablesProps {
  text: string
  /** What the tables are about. */
  label: string
}

/** Plain text with tables in it, such as a size guide. */
export function TextTables({ text, label }: TextTablesProps) {
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
