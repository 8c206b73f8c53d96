import type { Facets } from '@mela/contract'
import { useShop } from '../../../lib/shop.ts'
import { FilterList } from './filter-list.tsx'
import { priceLabel, priceRange, starsLabel } from './filters.ts'
import { type ProductScope, toggled } from './list-address.ts'
import { PriceForm } from './price-form.tsx'

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
