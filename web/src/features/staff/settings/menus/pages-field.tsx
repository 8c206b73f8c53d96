import { useController } from 'react-hook-form'
import { cx } from '../../../../ui/layout/cx.ts'
import { usePageOptions } from './use-page-options.ts'

interface PagesFieldProps {
  name: string
  label: string
  help: string
}

/** Chooses pages; they are listed in the order in which they were chosen. Must be inside a `Form`. */
export function PagesField({ name, label, help }: PagesFieldProps) {
  const { field, fieldState } = useController<Record<string, string[]>>({ name })
  const options = usePageOptions() ?? []
  const chosen = field.value ?? []

  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="type-ui">{label}</legend>
      <p className="type-small text-ink-2">{help}</p>
      {options.map(({ value, label, isDisabled }) => (
        <label
          key={value}
          className={cx('flex min-h-9 items-center gap-3 pointer-coarse:min-h-11', isDisabled && 'text-ink-2')}
        >
          <input
            type="checkbox"
            name={name}
            disabled={isDisabled && !chosen.includes(value)}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              field.onChange(checked ? [...chosen, value] : chosen.filter(id => id !== value))
            }
            className="size-4.5 shrink-0 accent-ink"
          />
          <span className="wrap-anywhere min-w-0">{label}</span>
        </label>
      ))}
      {fieldState.error && <p className="type-small text-danger">{fieldState.error.message}</p>}
    </fieldset>
  )
}
