import type { DeliveryOption } from '../../../features/shop/cart/cart-amounts.ts'
import { daysText } from '../../../lib/format/days-text.ts'
import { priceText } from '../../../lib/format/format.ts'
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
