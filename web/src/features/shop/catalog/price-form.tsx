import { currencyName } from '../../../lib/format/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'
import { roundPrice } from './filters.ts'
import { keptWithout, type ProductScope } from './list-address.ts'

/** A typed price range, as an alternative to the price bands. */
export function PriceForm({ scope }: { scope: ProductScope }) {
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
