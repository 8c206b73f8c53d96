import { GripVertical, Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { humanise, withDecimalPoint } from '../../../lib/staff-format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
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
  /** A new entry; by default these fields without text. */
  blank?: object
  /** Inputs of an entry in place of those for `country` and `state`. */
  place?: (name: string) => Elements
  /** Renders content below the inputs of an entry. */
  more?: (name: string) => ReactNode
  /** A button that adds these entries, which can be edited before they are saved. */
  fill?: { label: string; entriesFor: (present: unknown[]) => object[] }
}

/** Fields that stay texts even when they look like numbers: a tax may be named '19,99'. */
const TEXTS = ['name', 'url']

/** A list of entries with text and number inputs. Must be inside a `Form`. */
export function EntriesField(props: EntriesFieldProps) {
  const { name, label, help, noun, labels, place, more, fill } = props
  const { blank = Object.fromEntries(Object.keys(labels).map(field => [field, ''])) } = props
  const { control, getValues } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  const typed = Object.entries(labels).filter(([field]) => !place || !['country', 'state'].includes(field))

  return (
    <FieldGroup
      name={name}
      label={label}
      help={help}
      actions={
        <div className="flex flex-wrap gap-3">
          <AddButton label={`Add ${noun}`} onClick={() => append(blank)} />
          {fill && <AddButton label={fill.label} onClick={() => append(fill.entriesFor(getValues(name)))} />}
        </div>
      }
    >
      {fields.map(({ id }, index) => (
        <fieldset
          key={id}
          aria-label={`${humanise(noun)} ${index + 1}`}
          className="flex min-w-0 items-start gap-2 rounded-control border border-line p-3"
        >
          <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
            {place?.(`${name}.${index}`)}
            {typed.map(([field, label]) => (
              <TextField
                key={field}
                name={`${name}.${index}.${field}`}
                label={label}
                read={TEXTS.includes(field) ? undefined : withDecimalPoint}
                autoComplete="off"
              />
            ))}
            {more && <div className="sm:col-span-2">{more(`${name}.${index}`)}</div>}
          </div>
          <RemoveButton label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)} />
        </fieldset>
      ))}
    </FieldGroup>
  )
}

interface ListButtonProps {
  label: string
  onClick: () => void
}

export function AddButton({ label, onClick }: ListButtonProps) {
  return (
    <Button variant="outline" size={40} className="justify-self-start" onClick={onClick}>
      <Plus className="size-4" /> <span>{label}</span>
    </Button>
  )
}

export function RemoveButton({ label, onClick }: ListButtonProps) {
  return (
    <IconButton label={label} size={40} tipEnd className="text-ink-2" onClick={onClick}>
      <Trash2 />
    </IconButton>
  )
}

interface OrderedEntriesProps<Entry extends { _id: string; name: string }>
  extends Pick<ComponentProps<typeof SortableList<Entry>>, 'items' | 'onChange' | 'label' | 'noun' | 'actions'> {
  onRemove: (entry: Entry) => void
  /** What stands beside the grip; `place` starts at one. */
  children: (entry: Entry, place: number) => Elements
}

/** Entries that are sorted and removed. */
export function OrderedEntries<Entry extends { _id: string; name: string }>(props: OrderedEntriesProps<Entry>) {
  const { onRemove, actions, children, ...list } = props
  return (
    <SortableList
      {...list}
      className="grid gap-1"
      handleClassName="rounded-control border border-line bg-surface text-left"
      handle={(entry, place) => (
        <span className="flex min-h-11 items-center gap-3 py-1 pr-24 pl-3">
          <GripVertical className="size-4.5 shrink-0 text-ink-3" />
          {children(entry, place)}
        </span>
      )}
      actions={entry => (
        <span className="absolute inset-y-0 right-1 flex items-center text-ink-2">
          {actions?.(entry)}
          <RemoveButton label={`Remove ${entry.name}`} onClick={() => onRemove(entry)} />
        </span>
      )}
    />
  )
}

interface FieldGroupProps extends NamedField {
  children: Elements
  /** Buttons below the error that add to the list. */
  actions?: Elements
}

/** A list of inputs with its label, help and the error of the form value `name`. Must be inside a `Form`. */
export function FieldGroup({ name, label, help, children, actions }: FieldGroupProps) {
  const { getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ name }))
  const helpId = useId()

  return (
    <fieldset aria-describedby={helpId} className="grid min-w-0 gap-3">
      <legend className="type-ui pb-1">{label}</legend>
      <p id={helpId} className="type-small text-ink-2">
        {help}
      </p>
      {children}
      <ErrorText>{error?.message ?? error?.root?.message}</ErrorText>
      {actions}
    </fieldset>
  )
}
