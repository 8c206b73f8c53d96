import type { OrderFlag } from '@mela/contract'
import { Tag } from '../../ui/tag.tsx'

/** What staff has to know of an order's payment before anything is sent. */
export function OrderFlags({ flags }: { flags: readonly OrderFlag[] }) {
  return flags.map(flag => <Flag key={flag} flag={flag} />)
}

function Flag({ flag }: { flag: OrderFlag }) {
  if (flag === 'test') return <Tag>TEST</Tag>
  return flag === 'disputed' ? <Tag tone="danger">Disputed</Tag> : <Tag tone="warn">Refund due</Tag>
}
