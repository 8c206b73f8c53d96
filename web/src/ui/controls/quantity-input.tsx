import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

interface QuantityInputProps {
  value: number
  max: number
  /** Called with the typed number, which may be out of range. */
  onType: (typed: number) => void
  label: string
}

/** The typed number applies on Enter and on leaving the field; Escape and an empty field undo it. */
export function QuantityInput({ value, max, onType, label }: QuantityInputProps) {
  const [typed, setTyped] = useState<string>()

  function apply() {
    setTyped(undefined)
    if (typed) onType(Number(typed))
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    setTyped(currentTarget.value.replace(/\D/g, ''))
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
