import type { StaffPayment } from '@mela/contract'
import { Tag } from '../../ui/tag.tsx'

/** What has to be known of a payment beside its status (DECISIONS C4, PAYMENTS §6). */
export function PaymentFlags({ payment }: { payment: StaffPayment }) {
  const { mode, disputed, problem, refundedAmount, amount } = payment

  return (
    <>
      {mode === 'test' && <Tag>TEST</Tag>}
      {problem && <Tag tone="danger">Problem</Tag>}
      {disputed && <Tag tone="danger">Disputed</Tag>}
      {refundedAmount > 0 && <Tag tone="warn">{refundedAmount < amount ? 'Partly refunded' : 'Refunded'}</Tag>}
    </>
  )
}
