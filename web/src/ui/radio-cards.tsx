import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx, type Elements } from './cx.ts'

interface RadioCardsProps<Value extends string> {
  legend: string
  /** A note under its option in full colour, such as why it is disabled. */
  options: readonly { value: Value; content: ReactNode; note?: Elements; disabled?: boolean }[]
  value: Value | null
  onChange: (value: Value) => void
  /** 2 places the cards side by side from 640 px on. */
  columns?: 1 | 2
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, columns = 1 } = props
  const name = useId()

  return (
    <fieldset className={cx('grid gap-3', columns === 2 && 'sm:grid-cols-2')}>
      <legend className="sr-only">{legend}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="relative flex items-start justify-between gap-4 rounded-tile border border-edge bg-surface p-4 outline-offset-2 transition-colors hover:border-ink has-disabled:cursor-not-allowed has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="peer sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0 peer-disabled:**:data-content:opacity-45">
            <span data-content>{option.content}</span>
            {option.note}
          </span>
          <CircleCheck className="invisible fill-ink stroke-surface peer-checked:visible" />
        </label>
      ))}
    </fieldset>
  )
}
