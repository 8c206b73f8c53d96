import type { RefundState, StaffRefund } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import { Time } from '../../../ui/values/time.tsx'

const words: Record<RefundState, string> = {
  queued: 'Asked for',
  pending: 'On its way',
  completed: 'Done',
  failed: 'Refused',
}

/** All refunds of a payment, including failed ones. */
export function RefundList({ refunds }: { refunds: readonly StaffRefund[] }) {
  if (refunds.length === 0) return <p className="text-ink-2">Nothing was refunded.</p>

  return (
    <ul className="divide-y divide-line border-line border-t">
      {refunds.map(({ _id, amount, currency, state, by, origin, createdAt, failure, reason }) => (
        <li key={_id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <span>
            <span className="font-medium tabular-nums">{priceText(amount, currency)}</span>{' '}
            <span>{`· ${words[state]}`}</span>
            <span className="type-small wrap-anywhere block text-ink-2">
              <bdi>{by ? `${by.name.firstName} ${by.name.lastName}` : withoutUser[origin]}</bdi>
              {(failure ?? reason) && <span>{` · ${failure ?? reason}`}</span>}
            </span>
          </span>
          <span className="type-small text-ink-2">
            <Time value={createdAt} style="date-time" />
          </span>
        </li>
      ))}
    </ul>
  )
}

const withoutUser = { staff: 'Staff', automatic: 'The shop', provider: 'The payment provider' }
