import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../../../../ui/layout/cx.ts'
import { useBeforeSubmit } from './use-before-submit.ts'

interface NameInputProps {
  label: string
  value: string
  placeholder?: string
  /** Names that are taken; upper and lower case do not matter. */
  taken: string[]
  error?: string | undefined
  autoFocus?: boolean
  className?: string
  onChange: (name: string) => void
}

/** An input that applies a name on blur or Enter; for an empty or taken name it returns to the previous one. */
export function NameInput({ label, value, placeholder, taken, error, autoFocus, className, onChange }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const message = refusal ?? error
  const input = useRef<HTMLInputElement>(null)
  useBeforeSubmit(input, handleLeave)

  function handleLeave() {
    const name = typed?.trim() ?? value
    setTyped(undefined)
    if (name === '' || name === value) return setRefusal(undefined)
    const isTaken = taken.some(one => one !== value && one.toLowerCase() === name.toLowerCase())
    setRefusal(isTaken ? `${name} is there already.` : undefined)
    if (!isTaken) onChange(name)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleLeave()
  }

  return (
    <div className={cx('grid min-w-0 gap-1', className)}>
      <input
        dir="auto"
        ref={input}
        aria-label={label}
        aria-invalid={message ? true : undefined}
        placeholder={placeholder}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
        autoFocus={autoFocus}
        value={typed ?? value}
        className="control h-10!"
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={handleLeave}
        onKeyDown={handleKeyDown}
      />
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
    </div>
  )
}
