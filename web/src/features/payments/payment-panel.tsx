import { CircleCheck, Clock, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { amountLabelOf, type PayableOrder, type PaymentStep, type PayState, payStateOf } from './pay-state.ts'

interface PaymentPanelProps {
  order: PayableOrder
  step: PaymentStep
  /** The provider's buttons. */
  children: ReactNode
}

/** The amount and, while there is something to pay, the buttons in a box of their own height. */
export function PaymentPanel({ order, step, children }: PaymentPanelProps) {
  const state = payStateOf(order, step)
  const isPaying = state === 'open' || (state === 'confirming' && step === 'settling')

  return (
    <section aria-label="Payment" className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-7">
      <div>
        <p className="type-ui flex items-center gap-2 text-ink-2">
          {order.payment?.status === 'completed' && <CircleCheck className="text-success" />}
          {amountLabelOf(order)}
        </p>
        <p className="type-h1 mt-1.5 tabular-nums">
          {priceText(order.totalAmount)} <span className="type-small text-ink-2">USD</span>
        </p>
      </div>
      <div aria-live="polite" className="contents">
        <StateNote state={state} order={order} />
        {step === 'declined' && state === 'open' && <p className="type-ui">Choose another way to pay</p>}
      </div>
      {isPaying && (
        <>
          {/* The provider's session must live until it is settled, so its buttons are only out of sight. */}
          <div hidden={state !== 'open'} className="grid min-h-30 content-start gap-3 [&[hidden]]:hidden">
            {children}
          </div>
          {state === 'open' && (
            <p className="type-small flex gap-2.5 text-ink-2">
              <Lock className="size-4" /> You pay on the provider's page; we never see your card.
            </p>
          )}
        </>
      )}
    </section>
  )
}

const sentences: Partial<Record<PayState, string>> = {
  paid: 'Thank you. You can follow your order in your profile.',
  refunded: 'This order was refunded.',
  closed: 'There is nothing to pay for this order.',
}

/** DECISIONS B19: money that was taken for it is owed back. */
function cancelledSentence({ payment, isExpired }: PayableOrder): string {
  if (payment?.status === 'completed') return 'This order was cancelled. Your money goes back the way it came.'
  if (isExpired) return 'This order was not paid in time, so it was cancelled. There is nothing to pay.'
  return 'This order was cancelled. There is nothing to pay.'
}

function StateNote({ state, order }: { state: PayState; order: PayableOrder }) {
  if (state === 'confirming') {
    return (
      <Notice icon={<Spinner />} title="We are confirming your payment">
        Please do not pay again. If this takes more than a minute, reload this page.
      </Notice>
    )
  }
  if (state === 'pending') {
    return (
      <Notice icon={<Clock />} title="Payment pending at PayPal">
        Your order is sent as soon as PayPal has the money. You need not do anything.
      </Notice>
    )
  }
  const sentence = state === 'cancelled' ? cancelledSentence(order) : sentences[state]
  if (!sentence) return null

  return (
    <>
      <p className="text-ink-2">{sentence}</p>
      <ButtonLink to={paths.orders} reloadDocument variant="outline" className="justify-self-start">
        Your orders
      </ButtonLink>
    </>
  )
}

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <div className="flex gap-3 rounded-control bg-info-soft p-4 text-info">
      {icon}
      <div className="grid gap-1">
        <p className="type-ui">{title}</p>
        <p className="type-table">{children}</p>
      </div>
    </div>
  )
}
