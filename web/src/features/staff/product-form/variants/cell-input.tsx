import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../../../ui/layout/cx.ts'
import { useBeforeSubmit } from './use-before-submit.ts'

export interface CellInputProps {
  label: string
  text: string
  isAmount: boolean
  /** Called with the typed text, undefined after Escape, and by how many rows and columns the focus moves. */
  onDone: (typed: string | undefined, move: { row: number; column: number }) => void
}

/** The input of the cell that is edited. */
export function CellInput({ label, text, isAmount, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(text)
  const isDone = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useBeforeSubmit(input, () => finish(typed, 0, 0))

  function finish(value: string | undefined, row: number, column: number) {
    if (isDone.current) return
    isDone.current = true
    onDone(value, { row, column })
  }

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const back = event.shiftKey ? -1 : 1
    const moves: Record<string, [number, number]> = { Enter: [back, 0], Tab: [0, back], Escape: [0, 0] }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    finish(event.key === 'Escape' ? undefined : typed, ...move)
  }

  return (
    <input
      aria-label={label}
      ref={input}
      autoComplete="off"
      inputMode={isAmount ? 'decimal' : 'text'}
      value={typed}
      className={cx(
        'absolute inset-0 min-w-0 bg-surface px-2 outline-2 outline-focus -outline-offset-2',
        isAmount && 'text-right',
      )}
      onChange={event => setTyped(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => finish(typed, 0, 0)}
    />
  )
}
