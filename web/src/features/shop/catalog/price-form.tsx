import { Button } from '../../../ui/buttons/button.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'
import { roundPrice } from './filters.ts'
import { keptWithout, type Shelf } from './list-address.ts'

/** Any range in dollars, beside the bands. */
export function PriceForm({ shelf }: { shelf: Shelf }) {
  return (
    <GetForm
      action={shelf.path}
      kept={keptWithout(shelf, 'minPrice', 'maxPrice')}
      className="flex items-center gap-2 pt-2"
    >
      <PriceInput shelf={shelf} name="minPrice" label="Minimum price" placeholder="Min" />
      <PriceInput shelf={shelf} name="maxPrice" label="Maximum price" placeholder="Max" />
      <Button type="submit" variant="outline" size={40} className="px-3!">
        Apply
      </Button>
    </GetForm>
  )
}

interface PriceInputProps {
  shelf: Shelf
  name: 'minPrice' | 'maxPrice'
  label: string
  placeholder: string
}

function PriceInput({ shelf, name, label, placeholder }: PriceInputProps) {
  const price = Number(shelf.kept.get(name))
  const value = price ? roundPrice(price) : ''
  return (
    <input
      key={value}
      type="number"
      name={name}
      min="0.01"
      step="0.01"
      inputMode="decimal"
      aria-label={`${label} in dollars`}
      placeholder={placeholder}
      defaultValue={value}
      className="control min-h-10! min-w-0 px-1.5! text-center tabular-nums [appearance:textfield] pointer-coarse:min-h-11! [&::-webkit-inner-spin-button]:appearance-none"
    />
  )
}
