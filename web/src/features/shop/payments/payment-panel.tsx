import { gatewayNames, type PaymentGatewayName } from '@mela/contract'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { amountLabelOf, endNotes, type PayableOrder, type PaymentStep, payStateOf } from './pay-state.ts'

interface PaymentPanelProps {
  order: PayableOrder
  gateway: PaymentGatewayName
  step: PaymentStep
  /** When it arrives, such as '3 to 5 days'; empty where the shop does not say. */
  arrival: string
  /** The provider's buttons. */
  children: ReactNode
}

/**
 * The amount and, while it is unpaid, the buttons. Messages take the place of the buttons or of the line below them, in
 * boxes of a fixed height, so that nothing moves on small screens.
 */
export function PaymentPanel({ order, gateway, step, arrival, children }: PaymentPanelProps) {
  const isOpen = payStateOf(order, step) === 'open'
  const note = isOpen ? endNotes(gatewayNames[gateway])[step] : undefined
  const isPaying = isOpen && step === 'paying'

  return (
    <section aria-label="Payment" className="grid gap-5">
      <div>
        <h1 tabIndex={-1} className="type-h2">
          {amountLabelOf(order)}
        </h1>
        <p className="type-h1 mt-1 tabular-nums">
          <span>{priceText(order.totalAmount, order.currency)}</span>{' '}
          <span className="type-small text-ink-2">{order.currency}</span>
        </p>
      </div>
      <div className="min-h-22 max-[22.5rem]:min-h-28">
        <div aria-live="polite">
          {!isOpen && (
            <Notice icon={<Spinner />} title="We are confirming your payment">
              Please do not pay again. If this takes more than a minute, reload this page.
            </Notice>
          )}
        </div>
        {/* The provider's session must live until the payment is reconciled, so its buttons are only hidden. */}
        {(isOpen || step === 'settling') && (
          <div
            hidden={!isOpen}
            aria-busy={isPaying}
            className={cx('grid content-start gap-3 [&[hidden]]:hidden', isPaying && 'opacity-60')}
          >
            {children}
          </div>
        )}
      </div>
      <div aria-live="polite" className="grid content-start max-lg:min-h-25 max-sm:min-h-30 max-[22.5rem]:min-h-40">
        {note && (
          <Notice icon={<Info />} title={note.title}>
            {note.text}
          </Notice>
        )}
        {isPaying && (
          <div role="status">
            <Notice icon={<Spinner />} title={`Continue in the window of ${gatewayNames[gateway]}.`}>
              If you do not see it, press the button again.
            </Notice>
          </div>
        )}
        {isOpen && !note && !isPaying && (
          <p className="type-small text-ink-2">
            <span>You pay on the provider's page; we never see your card. We then pack your order and email you.</span>
            {arrival && <span>{` It arrives in ${arrival}.`}</span>}
          </p>
        )}
      </div>
    </section>
  )
}
