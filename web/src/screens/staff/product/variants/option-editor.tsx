import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type Media, MOST_OPTION_VALUES, type ProductOption } from '@mela/contract'
import { ArrowUp, GripVertical, Palette, Plus, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Picture } from '../../../../ui/picture.tsx'
import { SortableList } from '../../../../ui/sortable-list.tsx'
import { outsideForm } from '../media-card.tsx'
import { SwatchDialog } from './swatch-dialog.tsx'
import { messageAt, useBeforeSubmit } from './use-draft.ts'

type Value = ProductOption['values'][number]

interface OptionEditorProps {
  option: ProductOption
  others: string[]
  isFirst: boolean
  isNew: boolean
  errors: unknown
  pictures: Media[]
  known: ReadonlyMap<string, Media>
  onRename: (name: string) => void
  onRemove: () => void
  onMoveUp: () => void
  onAdd: (names: string[]) => void
  onRenameValue: (from: string, to: string) => void
  onRemoveValue: (name: string) => void
  onValues: (values: Value[]) => void
}

const COLOURS = /colou?r|shade|finish|pattern|print/i

/** One option with its values in their order. */
export function OptionEditor(props: OptionEditorProps) {
  const { option, others, isFirst, isNew, errors, pictures, known } = props
  const [swatchOf, setSwatchOf] = useState<Value>()
  const { name, values } = option
  const names = values.map(value => value.name)
  const hasSwatches = COLOURS.test(name) || values.some(({ swatch }) => swatch)
  const error = messageAt(errors, 'values') ?? messageAt(errors, 'values', 'root')

  return (
    <fieldset className="grid content-start gap-3 rounded-tile border border-line p-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-1">
        <NameInput
          label="Name of the option"
          value={name}
          taken={others}
          error={messageAt(errors, 'name')}
          autoFocus={isNew}
          className="grow"
          onChange={props.onRename}
        />
        {!isFirst && (
          <IconButton label={`Move ${name} up`} size={40} tipEnd onClick={props.onMoveUp}>
            <ArrowUp className="size-4" />
          </IconButton>
        )}
        <IconButton label={`Remove option ${name}`} size={40} tipEnd onClick={props.onRemove}>
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      {values.length > 0 && (
        <SortableList
          items={values.map(value => ({ ...value, _id: value.name }))}
          onChange={items => props.onValues(items.map(({ _id, ...value }) => value))}
          label={`Values of ${name}, in their order`}
          noun="value"
          strategy={verticalListSortingStrategy}
          className="grid gap-1.5"
          handleClassName="absolute! top-0 left-0 z-1 flex h-10 w-8! items-center rounded-control pl-1.5 text-ink-3"
          handle={() => <GripVertical className="size-4.5" />}
          actions={value => (
            <div className="flex items-start gap-1 pl-8">
              {hasSwatches && (
                <IconButton label={`Swatch of ${value.name}`} size={40} noTip onClick={() => setSwatchOf(value)}>
                  <Swatch swatch={value.swatch} known={known} />
                </IconButton>
              )}
              <NameInput
                label={`Value of ${name}`}
                value={value.name}
                taken={names}
                error={messageAt(errors, 'values', names.indexOf(value.name), 'name')}
                className="grow"
                onChange={to => props.onRenameValue(value.name, to)}
              />
              <IconButton
                label={`Remove ${value.name}`}
                size={40}
                tipEnd
                onClick={() => props.onRemoveValue(value.name)}
              >
                <X className="size-4" />
              </IconButton>
            </div>
          )}
        />
      )}
      <AddValue option={name} taken={names} onAdd={props.onAdd} />
      {error && (
        <p role="alert" className="type-small text-danger">
          {error}
        </p>
      )}
      {swatchOf &&
        outsideForm(
          <SwatchDialog
            value={swatchOf}
            pictures={pictures}
            onChoose={swatch =>
              props.onValues(
                values.map(({ swatch: old, ...one }) => {
                  const chosen = one.name === swatchOf.name ? swatch : old
                  return chosen ? { ...one, swatch: chosen } : one
                }),
              )
            }
            onClose={() => setSwatchOf(undefined)}
          />,
        )}
    </fieldset>
  )
}

/** A swatch: a colour or a cropped picture in a circle. */
function Swatch({ swatch, known }: { swatch: string | undefined; known: ReadonlyMap<string, Media> }) {
  if (!swatch) return <Palette className="size-4.5 text-ink-3" />
  if (swatch.startsWith('#'))
    return <span className="block size-6 rounded-full border border-edge" style={{ background: swatch }} />
  return (
    <span className="block size-6 overflow-hidden rounded-full border border-edge">
      <Picture picture={known.get(swatch)} alt="" sizes="24px" />
    </span>
  )
}

interface AddValueProps {
  option: string
  taken: string[]
  onAdd: (names: string[]) => void
}

/** An input that adds one value to an option, or several with commas between them. */
function AddValue({ option, taken, onAdd }: AddValueProps) {
  const [typed, setTyped] = useState('')
  const known = new Set(taken.map(name => name.toLowerCase()))
  const names = typed.split(',').map(name => name.trim())
  const keys = names.map(name => name.toLowerCase())
  const added = names.filter(
    (name, at) => name !== '' && !known.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at,
  )

  function handleAdd() {
    if (added.length > 0) onAdd(added)
    setTyped('')
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleAdd()
  }

  return (
    <div className="flex gap-2">
      <input
        dir="auto"
        aria-label={`Add a value of ${option}`}
        placeholder="Add values, such as S, M, L"
        autoComplete="off"
        value={typed}
        disabled={taken.length >= MOST_OPTION_VALUES}
        className="control h-10! min-w-0"
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Button variant="outline" size={40} disabled={added.length === 0} onClick={handleAdd}>
        <Plus className="size-4" /> Add
      </Button>
    </div>
  )
}

interface NameInputProps {
  label: string
  value: string
  placeholder?: string
  /** Names that are taken; upper and lower case do not matter. */
  taken: string[]
  error?: string | undefined
  autoFocus?: boolean
  className?: string
  onChange: (name: string) => void
}

/** An input that applies a name on blur or Enter; for an empty or taken name it returns to the previous one. */
function NameInput({ label, value, placeholder, taken, error, autoFocus, className, onChange }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const message = refusal ?? error
  const input = useRef<HTMLInputElement>(null)
  useBeforeSubmit(input, handleLeave)

  function handleLeave() {
    const name = typed?.trim() ?? value
    setTyped(undefined)
    if (name === '' || name === value) return setRefusal(undefined)
    const isTaken = taken.some(one => one !== value && one.toLowerCase() === name.toLowerCase())
    setRefusal(isTaken ? `${name} is there already.` : undefined)
    if (!isTaken) onChange(name)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleLeave()
  }

  return (
    <div className={cx('grid min-w-0 gap-1', className)}>
      <input
        dir="auto"
        ref={input}
        aria-label={label}
        aria-invalid={message ? true : undefined}
        placeholder={placeholder}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
        autoFocus={autoFocus}
        value={typed ?? value}
        className="control h-10!"
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={handleLeave}
        onKeyDown={handleKeyDown}
      />
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
    </div>
  )
}
