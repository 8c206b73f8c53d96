import type { Facets } from '@mela/contract'
import { Check } from 'lucide-react'
import { currencyName } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { useShop } from '../../lib/shop.ts'
import { Button } from '../../ui/button.tsx'
import type { Elements } from '../../ui/cx.ts'
import { GetForm } from '../../ui/get-form.tsx'
import {
  type Change,
  filtersUrl,
  keptWithout,
  type ProductScope,
  priceLabel,
  priceRange,
  roundPrice,
  starsLabel,
  toggled,
} from './list-address.ts'

const CENT = 0.01

/** Whether a rating filter matches more products than the next higher rating; otherwise it is left out. */
const leavesMore = ({ count }: { count: number }, index: number, ratings: Facets['ratings']) =>
  count > (ratings[index - 1]?.count ?? 0)

/** All filters of a list, each with its number of products. */
export function FilterForm({ scope, facets }: { scope: ProductScope; facets: Facets }) {
  const { categories, prices, onSale, inStock, ratings, options } = facets
  const { currency } = useShop()
  const bands = prices.map(({ from, to, count }) => {
    const last = Math.round((to - CENT) * 100) / 100
    return {
      label: priceLabel(from, last, currency),
      count,
      on: { minPrice: from ? `${from}` : undefined, maxPrice: `${last}` },
    }
  })
  const chosen = priceRange(scope, currency)
  const isBand = bands.some(({ on }) => on.minPrice === chosen?.on.minPrice && on.maxPrice === chosen?.on.maxPrice)

  return (
    <div className="grid gap-6 md:max-lg:grid-cols-2">
      {scope.subject !== 'category' && (
        <FilterList
          title="Category"
          scope={scope}
          options={categories.map(({ name, slug, count, parent }) => ({
            label: name,
            count,
            on: { category: slug },
            isBelow: parent !== undefined,
          }))}
        />
      )}
      <FilterList title="Price" scope={scope} options={chosen && !isBand ? [chosen, ...bands] : bands}>
        <PriceForm scope={scope} />
      </FilterList>
      {options.map(({ name, values }) => (
        <FilterList
          key={name}
          title={scope.kept.has('inStock') ? `${name} in stock` : name}
          scope={scope}
          options={values.map(({ name: value, count }) => {
            const { isOn, change } = toggled(scope, name, value)
            return { label: value, count, isOn, on: change }
          })}
        />
      ))}
      <FilterList
        title="Availability"
        scope={scope}
        options={[
          { label: 'In stock', count: inStock, on: { inStock: 'true' } },
          ...(scope.subject === 'onSale' ? [] : [{ label: 'On sale', count: onSale, on: { onSale: 'true' } }]),
        ]}
      />
      <FilterList
        title="Rating"
        scope={scope}
        options={ratings
          .filter(leavesMore)
          .map(({ stars, count }) => ({ label: starsLabel(stars), count, on: { rating: `${stars}` } }))}
      />
    </div>
  )
}

/** A typed price range, as an alternative to the price bands. */
function PriceForm({ scope }: { scope: ProductScope }) {
  return (
    <GetForm
      action={scope.path}
      kept={keptWithout(scope, 'minPrice', 'maxPrice')}
      className="flex items-center gap-2 pt-2"
    >
      <PriceInput scope={scope} name="minPrice" label="Minimum price" placeholder="Min" />
      <PriceInput scope={scope} name="maxPrice" label="Maximum price" placeholder="Max" />
      <Button type="submit" variant="outline" size={40} className="px-3!">
        Apply
      </Button>
    </GetForm>
  )
}

interface PriceInputProps {
  scope: ProductScope
  name: 'minPrice' | 'maxPrice'
  label: string
  placeholder: string
}

function PriceInput({ scope, name, label, placeholder }: PriceInputProps) {
  const { currency } = useShop()
  const range = ['minPrice', 'maxPrice'].map(name => scope.kept.get(name)).join()
  const price = Number(scope.kept.get(name))
  const value = price ? roundPrice(price) : ''
  return (
    <input
      // Both inputs are remounted for a new range: a reversed range is swapped, which may change only one of its ends.
      key={range}
      type="number"
      name={name}
      min="0.01"
      step="0.01"
      inputMode="decimal"
      aria-label={`${label} in ${currencyName(currency)}`}
      placeholder={placeholder}
      defaultValue={value}
      className="control min-h-10! min-w-0 px-1.5! text-center tabular-nums [appearance:textfield] pointer-coarse:min-h-11! [&::-webkit-inner-spin-button]:appearance-none"
    />
  )
}

interface FilterOption {
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
function FilterList({ title, scope, options, children }: FilterListProps) {
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
