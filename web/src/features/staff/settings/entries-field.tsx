import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { withDecimalPoint } from '../../../lib/format/plain-amount.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { FieldGroup } from './field-group.tsx'

interface EntriesFieldProps {
  name: string
  label: string
  help: string
  /** The noun for an entry, such as 'link'. */
  noun: string
  /** Labels of the inputs, by the field of an entry. */
  labels: Record<string, string>
  /** Inputs of an entry in place of those for `country` and `state`. */
  place?: (name: string) => Elements
  /** Renders content below the inputs of an entry. */
  more?: (name: string) => ReactNode
}

/** Fields that stay texts even when they look like numbers: a tax may be named '19,99'. */
const TEXTS = ['name', 'url']

/** A list of entries with text and number inputs. Must be inside a `Form`. */
export function EntriesField({ name, label, help, noun, labels, place, more }: EntriesFieldProps) {
  const { control } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  const typed = Object.entries(labels).filter(([field]) => !place || !['country', 'state'].includes(field))

  return (
    <FieldGroup
      name={name}
      label={label}
      help={help}
      actions={
        <Button
          variant="outline"
          size={40}
          className="justify-self-start"
          onClick={() => append(Object.fromEntries(Object.keys(labels).map(field => [field, ''])))}
        >
          <Plus className="size-4" /> <span>{`Add ${noun}`}</span>
        </Button>
      }
    >
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-start gap-2 rounded-control border border-line p-3">
          <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
            {place?.(`${name}.${index}`)}
            {typed.map(([field, label]) => (
              <TextField
                key={field}
                name={`${name}.${index}.${field}`}
                label={label}
                {...(!TEXTS.includes(field) && { read: withDecimalPoint })}
                autoComplete="off"
              />
            ))}
            {more && <div className="sm:col-span-2">{more(`${name}.${index}`)}</div>}
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
    </FieldGroup>
  )
}
