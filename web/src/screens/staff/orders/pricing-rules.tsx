import { type PricingRule, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../lib/link.tsx'
import { dataQuery } from '../../../lib/query-keys.ts'
import { textLink } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'

interface PricingRulesProps {
  order: string
  /** As `rulesBehind` names them. */
  behind: string[]
}

/** Who had set the rules behind an amount, in which version. */
export function PricingRules({ order, behind }: PricingRulesProps) {
  const { data } = useQuery(dataQuery('GET /orders/:id/rules', { params: { id: order } }))
  if (!data || behind.length === 0) return null
  const rules = data.filter(({ rule }) => behind.includes(rule))

  return (
    <ul className="type-small mt-5 grid gap-1 border-line border-t pt-4 text-ink-2">
      {rules.length === 0 && <li>Not changed before this order.</li>}
      {rules.map(({ rule, label, version, at, actor }) => (
        <li key={rule}>
          <Link to={pageOf(rule)} className={textLink}>
            {label}
          </Link>
          <span>{`${version === null ? '' : `, version ${version}`}, set by ${nameOf(actor)}, `}</span>
          <Time value={at} style="date-time" />
        </li>
      ))}
    </ul>
  )
}

const nameOf = (actor: PricingRule['actor']) =>
  actor?.name ? `${actor.name.firstName} ${actor.name.lastName}` : 'the shop'

function pageOf(rule: string): string {
  const [kind, id = ''] = rule.split(':')
  if (kind === 'discount') return staffPaths.discount(id)
  return kind === 'product' ? staffPaths.editProduct(id) : staffPaths.settingsHistory
}
