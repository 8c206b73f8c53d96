import type { StaffPayment } from '@mela/contract'
import { Tag } from '../../../ui/values/tag.tsx'
import { useIsTestShop } from './staff-payments.api.ts'

/** What has to be known of a payment beside its status (C4, P14); in a shop of test money the line above every page has said it. */
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
