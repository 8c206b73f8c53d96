import { useController } from 'react-hook-form'

interface SwitchProps {
  id?: string
  label: string
  checked: boolean
  /** True while waiting for the answer: another press would be lost or undo the first. */
  busy?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ id, label, checked, busy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      id={id}
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-disabled={busy}
      onClick={() => busy || onChange(!checked)}
      className="group -mx-0.5 inline-grid size-11 place-items-center rounded-control align-middle aria-disabled:cursor-progress"
    >
      <span className="flex h-6 w-10 items-center rounded-full bg-edge px-0.5 transition-colors duration-150 group-aria-checked:bg-success forced-colors:border">
        <span className="size-5 rounded-full bg-surface transition-transform duration-150 group-aria-checked:translate-x-4 forced-colors:bg-[ButtonText]" />
      </span>
    </button>
  )
}

interface SwitchFieldProps {
  name: string
  label: string
  help?: string
  onSwitch?: () => void
}

/** Must be inside a `Form`. */
export function SwitchField({ name, label, help, onSwitch }: SwitchFieldProps) {
  const { field } = useController({ name })

  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <span className="type-ui block">{label}</span>
        {help && <span className="type-small text-ink-2">{help}</span>}
      </div>
      <Switch
        id={name}
        label={label}
        checked={Boolean(field.value)}
        onChange={checked => {
          field.onChange(checked)
          onSwitch?.()
        }}
      />
    </div>
  )
}
