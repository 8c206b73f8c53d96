import type { OrderFlag } from '@mela/contract'
import { Tag } from '../../../ui/values/tag.tsx'

/** Warnings about an order's payment before it is sent; test money is marked only in a shop with real payments. */
export function OrderFlags({ flags, isTestShop }: { flags: readonly OrderFlag[]; isTestShop: boolean }) {
  return flags.filter(flag => flag !== 'test' || !isTestShop).map(flag => <Flag key={flag} flag={flag} />)
}

function Flag({ flag }: { flag: OrderFlag }) {
  if (flag === 'test') return <Tag>TEST</Tag>
  if (flag === 'returning') return <Tag tone="warn">Refund on its way</Tag>
  return flag === 'disputed' ? <Tag tone="danger">Disputed</Tag> : <Tag tone="warn">Refund due</Tag>
}
