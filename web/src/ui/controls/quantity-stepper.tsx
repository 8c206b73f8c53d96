import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { QuantityInput } from './quantity-input.tsx'

interface QuantityStepperProps {
  value: number
  /** Maximum: the stock minus the quantity in the cart. */
  max: number
  onChange: (value: number) => void
  label: string
}

/**
 * Minus is disabled at 1 and without stock, plus at `max`. The number can be typed: it is limited to 1 to `max`, which
 * is said when it was higher.
 */
export function QuantityStepper({ value, max, onChange, label }: QuantityStepperProps) {
  const [isLimited, setIsLimited] = useState(false)

  function handleStep(by: number) {
    setIsLimited(false)
    onChange(value + by)
  }

  function handleType(typed: number) {
    setIsLimited(typed > max)
    const quantity = Math.max(1, Math.min(typed, max))
    if (quantity !== value) onChange(quantity)
  }

  return (
    <div className="shrink-0">
      <fieldset
        aria-label={`Quantity of ${label}`}
        className="inline-flex h-11 items-center rounded-control border border-edge bg-surface align-top"
      >
        <IconButton
          label={`Decrease quantity of ${label}`}
          noTip
          className="-my-px"
          disabled={value <= 1 || max <= 0}
          onClick={() => handleStep(-1)}
        >
          <Minus className="size-4" />
        </IconButton>
        <QuantityInput label={`Units of ${label}`} value={value} max={max} onType={handleType} />
        <output className="sr-only">{value}</output>
        <IconButton
          label={`Increase quantity of ${label}`}
          noTip
          className="-my-px"
          disabled={value >= max}
          onClick={() => handleStep(1)}
        >
          <Plus className="size-4" />
        </IconButton>
      </fieldset>
      <p aria-live="polite" className="type-small text-warn">
        {isLimited && value === max && <span>{`At most ${max} possible`}</span>}
      </p>
    </div>
  )
}
