import { Check } from 'lucide-react'
import { Link } from '../../../lib/link.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { type Change, filtersUrl, type ProductScope } from './list-address.ts'

export interface FilterOption {
  label: string
  /** Number of products that match with this option; undefined when it is unknown. */
  count?: number
  /** The filters that the option sets; with `isOn` given, the change that its link makes. */
  on: Change
  /** Whether the option is active; by default, whether the filters of `on` are set. */
  isOn?: boolean
  /** Whether the option is a part of the one before it, such as a child category. */
  isBelow?: boolean
}

interface FilterListProps {
  title: string
  scope: ProductScope
  options: readonly FilterOption[]
  children?: Elements
}

/** Links, so that they work without JavaScript; the link of an active choice removes it. */
export function FilterList({ title, scope, options, children }: FilterListProps) {
  const isOn = ({ on, isOn }: FilterOption) =>
    isOn ?? Object.entries(on).every(([key, value]) => scope.kept.get(key) === (value ?? null))
  const isShort = options.every(({ label }) => label.length < 5)
  const shown = options.filter(option => option.count !== 0 || isOn(option))
  if (shown.length === 0 && !children) return null

  return (
    <div>
      <h3 dir="auto" className="type-ui pb-1.5 font-semibold!">
        {title}
      </h3>
      <ul className={isShort ? 'filter-links grid grid-cols-2 gap-x-8' : 'filter-links'}>
        {shown.map(option => (
          <li key={option.label} className={option.isBelow ? 'pl-4' : undefined}>
            <FilterLink scope={scope} option={option} isOn={isOn(option)} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

function FilterLink({ scope, option, isOn }: { scope: ProductScope; option: FilterOption; isOn: boolean }) {
  const off = Object.fromEntries(Object.keys(option.on).map(key => [key, '']))
  return (
    <Link
      to={filtersUrl(scope, isOn && option.isOn === undefined ? off : option.on)}
      rel="nofollow"
      aria-current={isOn || undefined}
    >
      <span dir="auto">{option.label}</span> {isOn && <Check className="size-4!" />}
      <small>{option.count}</small>
    </Link>
  )
}
