import { type PricingRules as Rules, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../lib/link.tsx'
import { dataQuery } from '../../../lib/query-keys.ts'
import { textLink } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'

/** Which version of the settings priced an order, and who had set its rules. */
export function PricingRules({ order }: { order: string }) {
  const { data } = useQuery(dataQuery('GET /orders/:id/rules', { params: { id: order } }))
  if (!data) return null

  return (
    <div className="type-small mt-5 grid gap-1 border-line border-t pt-4 text-ink-2">
      {data.version !== null && <p>{`Priced by version ${data.version} of the settings.`}</p>}
      <p>
        Tax: <Change of={data.tax} />
      </p>
      <p>
        Delivery: <Change of={data.delivery} />
      </p>
      <Link to={staffPaths.settingsHistory} className={textLink}>
        History of the settings
      </Link>
    </div>
  )
}

function Change({ of: change }: { of: Rules['tax'] }) {
  if (!change) return <span>as the shop began</span>
  const name = change.actor?.name
  return (
    <>
      <span>{`set by ${name ? `${name.firstName} ${name.lastName}` : 'the shop'}, `}</span>
      <Time value={change.at} style="date-time" />
    </>
  )
}
