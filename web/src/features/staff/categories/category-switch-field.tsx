import { CATEGORY_LABELS } from '@mela/contract'
import { useController } from 'react-hook-form'
import { Switch } from '../../../ui/controls/switch.tsx'

/** Must be inside a category's form. */
export function CategorySwitchField() {
  const { field } = useController({ name: 'hidesWhileEmpty' })
  const label = CATEGORY_LABELS.hidesWhileEmpty

  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <span className="type-ui block">{label}</span>
        <span className="type-small text-ink-2">Menus leave it out until it has an active product.</span>
      </div>
      <Switch label={label} checked={Boolean(field.value)} onChange={field.onChange} />
    </div>
  )
}
