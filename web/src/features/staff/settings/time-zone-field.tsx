import { type ComponentProps, useId } from 'react'
import { TextField } from '../../../ui/forms/text-field.tsx'

/** Suggests the zones that the browser knows. Must be inside a `Form`. */
export function TimeZoneField(props: ComponentProps<typeof TextField>) {
  const id = useId()

  return (
    <div>
      <TextField {...props} list={id} spellCheck={false} />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}
