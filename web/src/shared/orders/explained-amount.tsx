import { type ExplainedLine, explainLine, fromCents, priceOrFree, type Reason, toCents } from '@mela/contract'
import { useState } from 'react'
import type { Elements } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface ExplainedAmountProps {
  row: { label: string; amount: string }
  reasons: Reason[]
  /** For staff: by which rules it was priced. */
  rules?: Elements
}

/** An amount that opens what it is made of; without anything to say it is a text. */
export function ExplainedAmount({ row: { label, amount }, reasons, rules }: ExplainedAmountProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (reasons.length === 0) return <span>{amount}</span>

  return (
    <>
      <button
        type="button"
        title={`How ${label} comes about`}
        aria-haspopup="dialog"
        className="underline decoration-dotted decoration-edge underline-offset-4 hover:decoration-ink print:no-underline"
        onClick={() => setIsOpen(true)}
      >
        {amount}
      </button>
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title={label}>
          <dl className="type-ui grid gap-3 font-normal!">
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
              <dt>{label}</dt>
              <dd className="tabular-nums">{amount}</dd>
            </div>
          </dl>
          {rules}
        </Dialog>
      )}
    </>
  )
}

interface LineAmountProps {
  /** One that is left out of the total is struck. */
  line: ExplainedLine & { isUnavailable?: boolean }
  currency: string
  rules?: Elements
}

/** What a line costs. */
export function LineAmount({ line, currency, rules }: LineAmountProps) {
  const amount = priceOrFree(fromCents(toCents(line.price) * line.quantity), currency)
  if (line.isUnavailable) return <span className="text-ink-3 line-through">{amount}</span>
  const reasons = explainLine(line, currency)
  return <ExplainedAmount row={{ label: line.product.name, amount }} reasons={reasons} rules={rules} />
}
