import type { StaffOrder } from '@mela/contract'
import { orderSteps } from '../../../lib/order-steps.ts'
import { StepList } from '../../../ui/values/step-list.tsx'

export function OrderProgress({ order }: { order: StaffOrder }) {
  const paid = order.payments?.find(({ status }) => status === 'completed')
  return <StepList steps={orderSteps({ ...order, paid: paid && { at: paid.update_time } })} />
}
