import type { StaffPayment } from '@mela/contract'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from 'react-router'
import { staffPaths } from '../../lib/staff-paths.ts'
import { textLink } from '../../ui/text-link.ts'

/** Stands before everything else of an order or a payment that is contested; nothing where none is. */
export function DisputeNotice({ payments = [] }: { payments?: readonly StaffPayment[] | undefined }) {
  const disputed = payments.find(payment => payment.disputed)
  if (!disputed) return null

  return (
    <section
      aria-label="Dispute"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-tile bg-danger-soft px-4 py-3 text-danger"
    >
      <MessageCircleWarning className="size-5 shrink-0" />
      <p role="status" className="min-w-0 grow basis-56">
        The buyer or the bank contests this payment.
      </p>
      <Link
        to={`${staffPaths.disputes}?keyword=${disputed.order}`}
        className={`${textLink} inline-block text-danger! pointer-coarse:py-3`}
      >
        See the dispute
      </Link>
    </section>
  )
}
