import { Minus, Plus } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { IconButton } from './button.tsx'

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

interface QuantityInputProps {
  value: number
  max: number
  /** Called with the typed number, which may be out of range. */
  onType: (typed: number) => void
  label: string
}

/** The typed number applies on Enter and on leaving the field; Escape and an empty field undo it. */
function QuantityInput({ value, max, onType, label }: QuantityInputProps) {
  const [typed, setTyped] = useState<string>()

  function apply() {
    setTyped(undefined)
    if (typed) onType(Number(typed))
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    setTyped(currentTarget.value.normalize('NFKC').replace(/\D/g, ''))
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') apply()
    if (key === 'Escape') setTyped(undefined)
  }

  return (
    <input
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      value={typed ?? value}
      disabled={max <= 0}
      className="type-ui h-full w-11 rounded-control bg-transparent text-center tabular-nums -outline-offset-2 disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:text-base"
      onChange={handleChange}
      onFocus={event => event.currentTarget.select()}
      onBlur={apply}
      onKeyDown={handleKeyDown}
    />
  )
}
