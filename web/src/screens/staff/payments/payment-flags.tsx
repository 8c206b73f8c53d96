import {
  type Dispute,
  gatewayNames,
  isOpenDispute,
  type RefundablePayment,
  type StaffPayment,
  staffPaths,
} from '@mela/contract'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format.ts'
import { textLink } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { providerSite, providerWords, useGateway, useIsTestShop } from './payments.api.ts'

/** Warnings beside a payment's status; before the shop is live the banner above every page replaces the flag of test money. */
export function PaymentFlags({ payment }: { payment: StaffPayment }) {
  const { mode, disputed, reversed, problem, refundedAmount, amount } = payment
  const isTestShop = useIsTestShop()

  return (
    <>
      {mode !== 'live' && !isTestShop && <Tag>TEST</Tag>}
      {problem && <Tag tone="danger">Problem</Tag>}
      {disputed && <Tag tone="danger">{reversed ? 'Taken back by the bank' : 'Disputed'}</Tag>}
      {refundedAmount > 0 && <Tag tone="warn">{refundedAmount < amount ? 'Partly refunded' : 'Refunded'}</Tag>}
    </>
  )
}

/** Shown at the top of an order or a payment that is disputed; nothing otherwise. */
export function DisputeNotice({ payments = [] }: { payments?: readonly StaffPayment[] | undefined }) {
  const disputed = payments.find(payment => payment.disputed)
  const gateway = useGateway(disputed?.paymentGateway)
  if (!disputed) return null

  const linkClass = `${textLink} inline-block text-danger! pointer-coarse:py-3`
  return (
    <section
      aria-label="Dispute"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-tile bg-danger-soft px-4 py-3 text-danger"
    >
      <MessageCircleWarning className="size-5 shrink-0" />
      <p role="status" className="min-w-0 grow basis-56">
        {sentenceOf(disputed)}
      </p>
      {disputed.reversed || gateway?.can.dispute === false ? (
        <a href={providerSite(gateway, disputed.transactionId)} target="_blank" rel="noopener" className={linkClass}>
          See it at <span>{gatewayNames[disputed.paymentGateway]}</span>
        </a>
      ) : (
        <Link to={`${staffPaths.disputes}?keyword=${disputed.order}`} className={linkClass}>
          See the dispute
        </Link>
      )}
    </section>
  )
}

function sentenceOf({ reversed, amount, refundedAmount }: StaffPayment): string {
  if (reversed)
    return 'The buyer’s bank has taken this money back. Do not send the parcel; there is nothing left to refund.'
  if (refundedAmount >= amount) return 'This payment was disputed, and its money went back to the buyer.'
  return 'The buyer or the bank contests this payment.'
}

/** Says before a refund what is spent of the gift cards that the payment bought. */
export function CardsSpent({ payment: { spentOnCards, currency } }: { payment: RefundablePayment }) {
  if (!spentOnCards) return null
  return (
    <span>{`${priceText(spentOnCards, currency)} of the gift cards that were bought with it is spent already.`}</span>
  )
}

/** State and outcome of a dispute; highlighted while the shop has to answer. */
export function DisputeTag({ dispute: { state, status, outcome } }: { dispute: Dispute }) {
  const tone = state === 'needs_response' ? 'danger' : isOpenDispute(state) ? 'warn' : 'plain'
  const hasOutcome = outcome !== null && outcome !== 'NONE'
  return <Tag tone={tone}>{providerWords(hasOutcome ? outcome : status)}</Tag>
}
