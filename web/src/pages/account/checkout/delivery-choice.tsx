import type { DeliveryOption } from '../../../features/shop/cart/cart-amounts.ts'
import { countLabel, priceText } from '../../../lib/format/format.ts'
import { RadioCards } from '../../../ui/controls/radio-cards.tsx'

interface DeliveryChoiceProps {
  options: readonly DeliveryOption[]
  currency: string
  value: string
  onChange: (name: string) => void
}

/** The methods of delivery for the address. */
export function DeliveryChoice({ options, currency, value, onChange }: DeliveryChoiceProps) {
  return (
    <RadioCards
      legend="Delivery"
      value={value}
      onChange={onChange}
      options={options.map(option => ({
        value: option.name,
        content: (
          <>
            <span className="type-ui block">
              {`${option.name}, ${option.amount > 0 ? priceText(option.amount, currency) : 'free'}`}
            </span>
            <span className="type-small text-ink-2">{daysText(option)}</span>
          </>
        ),
      }))}
    />
  )
}

/** '3 to 5 days', '2 days', 'up to 5 days', 'from 3 days'; empty without an estimate. */
function daysText({ minDays, maxDays }: DeliveryOption): string {
  if (minDays === null) return maxDays === null ? '' : `up to ${countLabel(maxDays, 'day')}`
  if (maxDays === null) return `from ${countLabel(minDays, 'day')}`
  return minDays === maxDays ? countLabel(maxDays, 'day') : `${minDays} to ${countLabel(maxDays, 'day')}`
}
