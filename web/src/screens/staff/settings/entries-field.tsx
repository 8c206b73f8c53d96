import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { withDecimalPoint } from '../../../lib/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface NamedField {
  name: string
  label: string
  help: string
}

interface EntriesFieldProps extends NamedField {
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

interface FieldGroupProps extends NamedField {
  children: Elements
  /** Buttons below the error that add to the list. */
  actions: Elements
}

/** A list of inputs with its label, help and the error of the form value `name`. Must be inside a `Form`. */
export function FieldGroup({ name, label, help, children, actions }: FieldGroupProps) {
  const { control, getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ control, name }))
  const helpId = useId()
  const message = error?.message ?? error?.root?.message

  return (
    <fieldset aria-describedby={helpId} className="grid min-w-0 gap-3">
      <legend className="type-ui pb-1">{label}</legend>
      <p id={helpId} className="type-small text-ink-2">
        {help}
      </p>
      {children}
      <ErrorText>{message}</ErrorText>
      {actions}
    </fieldset>
  )
}
