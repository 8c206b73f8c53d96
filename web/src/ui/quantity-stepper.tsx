import { Minus, Plus } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

interface QuantityStepperProps {
  value: number
  /** What may be taken at most: the stock, less what the cart already holds. */
  max: number
  onChange: (value: number) => void
  /** The product's name. */
  label: string
}

/** Minus stops at 1 and without stock, plus stops at `max` (SPEC §5). */
export function QuantityStepper({ value, max, onChange, label }: QuantityStepperProps) {
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className="inline-flex h-11 shrink-0 items-center rounded-control border border-edge bg-surface"
    >
      <IconButton
        label={`Decrease quantity of ${label}`}
        className="-my-px [&::after]:hidden"
        disabled={value <= 1 || max <= 0}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-4" />
      </IconButton>
      <output className="type-ui min-w-8 text-center tabular-nums">{value}</output>
      <IconButton
        label={`Increase quantity of ${label}`}
        className="-my-px [&::after]:hidden"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-4" />
      </IconButton>
    </fieldset>
  )
}
