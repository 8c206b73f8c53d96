import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../buttons/icon-button.tsx'
import { QuantityInput } from './quantity-input.tsx'

interface QuantityStepperProps {
  value: number
  /** Maximum: the stock minus the quantity in the cart. */
  max: number
  onChange: (value: number) => void
  label: string
}

/** Minus is disabled at 1 and without stock, plus at `max` (T037); the number can be typed. */
export function QuantityStepper({ value, max, onChange, label }: QuantityStepperProps) {
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className="inline-flex h-11 shrink-0 items-center rounded-control border border-edge bg-surface"
    >
      <IconButton
        label={`Decrease quantity of ${label}`}
        noTip
        className="-my-px"
        disabled={value <= 1 || max <= 0}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-4" />
      </IconButton>
      <QuantityInput label={`Units of ${label}`} value={value} max={max} onChange={onChange} />
      <output className="sr-only">{value}</output>
      <IconButton
        label={`Increase quantity of ${label}`}
        noTip
        className="-my-px"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-4" />
      </IconButton>
    </fieldset>
  )
}
