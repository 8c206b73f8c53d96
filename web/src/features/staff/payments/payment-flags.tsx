import type { StaffPayment } from '@mela/contract'
import { Tag } from '../../../ui/values/tag.tsx'
import { useIsTestShop } from './staff-payments.api.ts'

/** Warnings beside a payment's status; in test mode the banner above every page replaces the flag. */
export function PaymentFlags({ payment }: { payment: StaffPayment }) {
  const { mode, disputed, reversed, problem, refundedAmount, amount } = payment
  const isTestShop = useIsTestShop()

  return (
    <>
      {mode === 'test' && !isTestShop && <Tag>TEST</Tag>}
      {problem && <Tag tone="danger">Problem</Tag>}
      {disputed && <Tag tone="danger">{reversed ? 'Taken back by the bank' : 'Disputed'}</Tag>}
      {refundedAmount > 0 && <Tag tone="warn">{refundedAmount < amount ? 'Partly refunded' : 'Refunded'}</Tag>}
    </>
  )
}
