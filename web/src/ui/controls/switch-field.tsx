import { useController } from 'react-hook-form'
import { Switch } from './switch.tsx'

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
