import { type ExplainedOrder, explainAmount, type TotalRow } from '@mela/contract'
import { useState } from 'react'
import type { Elements } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface ExplainedAmountProps {
  order: ExplainedOrder
  row: TotalRow
  /** For staff: by which rules it was priced. */
  rules?: Elements
}

/** An amount that opens what it is made of; without anything to say it is a text. */
export function ExplainedAmount({ order, row, rules }: ExplainedAmountProps) {
  const [isOpen, setIsOpen] = useState(false)
  const reasons = explainAmount(order, row)
  if (reasons.length === 0) return <span>{row.amount}</span>

  return (
    <>
      <button
        type="button"
        title={`How ${row.label} comes about`}
        aria-haspopup="dialog"
        className="underline decoration-dotted decoration-edge underline-offset-4 hover:decoration-ink print:no-underline"
        onClick={() => setIsOpen(true)}
      >
        {row.amount}
      </button>
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title={row.label}>
          <dl className="grid gap-3">
            {reasons.map(({ label, amount, because }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name and amount
              <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <dt className="wrap-anywhere min-w-0">
                  <span>{label}</span>
                  {because && <span className="type-small block text-ink-2">{because}</span>}
                </dt>
                <dd className="tabular-nums">{amount}</dd>
              </div>
            ))}
            <div className="type-h3 flex justify-between gap-4 border-line border-t pt-3">
              <dt>{row.label}</dt>
              <dd className="tabular-nums">{row.amount}</dd>
            </div>
          </dl>
          {rules}
        </Dialog>
      )}
    </>
  )
}
