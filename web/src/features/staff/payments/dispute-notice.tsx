import { type StaffPayment, staffPaths } from '@mela/contract'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from 'react-router'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { GatewayName } from './gateway-name.tsx'
import { providerSite } from './provider-site.ts'
import { useGateway } from './staff-payments.api.ts'

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
          See it at <GatewayName name={disputed.paymentGateway} />
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
