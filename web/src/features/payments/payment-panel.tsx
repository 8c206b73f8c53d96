import { Info, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText } from '../../lib/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { amountLabelOf, endNotes, type PayableOrder, type PaymentStep, payStateOf } from './pay-state.ts'

interface PaymentPanelProps {
  order: PayableOrder
  step: PaymentStep
  /** The provider's buttons. */
  children: ReactNode
}

/** The amount and, while there is something to pay, the buttons in a box of their own height. */
export function PaymentPanel({ order, step, children }: PaymentPanelProps) {
  const isOpen = payStateOf(order, step) === 'open'
  const note = isOpen ? endNotes[step] : undefined

  return (
    <section aria-label="Payment" className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-7">
      <div>
        <p className="type-ui text-ink-2">{amountLabelOf(order)}</p>
        <p className="type-h1 mt-1.5 tabular-nums">
          {priceText(order.totalAmount)} <span className="type-small text-ink-2">USD</span>
        </p>
      </div>
      <div aria-live="polite" className="contents">
        {!isOpen && (
          <Notice icon={<Spinner />} title="We are confirming your payment">
            Please do not pay again. If this takes more than a minute, reload this page.
          </Notice>
        )}
        {note && (
          <Notice icon={<Info />} title={note.title}>
            {note.text}
          </Notice>
        )}
      </div>
      {(isOpen || step === 'settling') && (
        <>
          {/* The provider's session must live until it is settled, so its buttons are only out of sight. */}
          <div hidden={!isOpen} className="grid min-h-30 content-start gap-3 [&[hidden]]:hidden">
            {children}
          </div>
          {isOpen && (
            <p className="type-small flex gap-2.5 text-ink-2">
              <Lock className="size-4" /> You pay on the provider's page; we never see your card.
            </p>
          )}
        </>
      )}
    </section>
  )
}
