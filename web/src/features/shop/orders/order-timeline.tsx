import type { Order } from '@mela/contract'
import { orderSteps } from '../../../lib/order-steps.ts'
import { StepList } from '../../../ui/values/step-list.tsx'
import { comesBack } from './order-words.ts'

export function OrderTimeline({ order }: { order: Order }) {
  const isGivenBack = order.amountPaid > 0 && comesBack(order) === 0
  const refundedAt = isGivenBack ? order.refunds.findLast(({ completedAt }) => completedAt)?.completedAt : null
  const paid = order.payment?.status === 'completed' ? {} : undefined

  return (
    <section aria-label="Progress">
      <StepList steps={orderSteps({ ...order, paid, refundedAt })} />
    </section>
  )
}
