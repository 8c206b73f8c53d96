import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

interface EntriesFieldProps {
  name: string
  label: string
  help: string
  /** What an entry is called: 'link'. */
  noun: string
  /** By the field of an entry. */
  labels: Record<string, string>
  /** Inputs of an entry in place of those for `country` and `state`. */
  place?: (name: string) => ReactNode
}

/** A list of entries with some texts each. Must be inside a `Form`. */
export function EntriesField({ name, label, help, noun, labels, place }: EntriesFieldProps) {
  const { control, getFieldState } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  const { error } = getFieldState(name, useFormState({ control, name }))
  const helpId = useId()
  const typed = Object.entries(labels).filter(([field]) => !place || !['country', 'state'].includes(field))
  const message = error?.message ?? error?.root?.message

  return (
    <fieldset aria-describedby={helpId} className="grid min-w-0 gap-3">
      <legend className="type-ui pb-1">{label}</legend>
      <p id={helpId} className="type-small text-ink-2">
        {help}
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-start gap-2 rounded-control border border-line p-3">
          <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
            {place?.(`${name}.${index}`)}
            {typed.map(([field, label]) => (
              <TextField key={field} name={`${name}.${index}.${field}`} label={label} autoComplete="off" />
            ))}
          </div>
          <IconButton
            label={`Remove ${noun} ${index + 1}`}
            size={40}
            tipEnd
            className="-mr-2 text-ink-2"
            onClick={() => remove(index)}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
      <Button
        variant="outline"
        size={40}
        className="justify-self-start"
        onClick={() => append(Object.fromEntries(Object.keys(labels).map(field => [field, ''])))}
      >
        <Plus className="size-4" /> Add {noun}
      </Button>
    </fieldset>
  )
}
