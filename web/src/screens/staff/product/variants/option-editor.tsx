import { MOST_OPTION_VALUES, type ProductOption } from '@mela/contract'
import { ArrowUp, GripVertical, Palette, Plus, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ErrorText } from '../../../../ui/error-text.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { SortableList } from '../../../../ui/sortable-list.tsx'
import { outsideForm } from '../../media/media-picker.tsx'
import { useKnownPictures } from '../product-values.ts'
import {
  addValues,
  moveOptionUp,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  setValues,
} from './options-model.ts'
import { SwatchDialog } from './picture-dialogs.tsx'
import { type DraftProps, onEnter } from './use-draft.ts'

interface OptionEditorProps extends DraftProps {
  option: ProductOption
  index: number
  isNew: boolean
}

const COLOURS = /colou?r|shade|finish|pattern|print/i

export function OptionEditor(props: OptionEditorProps) {
  const { option, index, isNew, onRemove } = props
  const { draft, setDraft, plainVariant, errorAt } = props.edit
  const [swatchOf, setSwatchOf] = useState<ProductOption['values'][number]>()
  const { name, values } = option
  const names = values.map(value => value.name)
  const hasSwatches = COLOURS.test(name) || values.some(({ swatch }) => swatch)
  const path = `options.${index}`
  const itself = `the option ${name}`
  const isLast = values.length === 1
  const change = (values: ProductOption['values']) => setDraft(setValues(draft, option, values))

  function handleSwatch(swatch: string | undefined) {
    const chosen = { ...(swatch && { swatch }) }
    change(values.map(value => (value.name === swatchOf?.name ? { name: value.name, ...chosen } : value)))
  }

  return (
    <fieldset className="grid content-start gap-3 rounded-tile border border-line p-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-1">
        <NameInput
          label="Name of the option"
          value={name}
          taken={draft.options.map(one => one.name)}
          error={errorAt(`${path}.name`)}
          autoFocus={isNew}
          onChange={to => setDraft(renameOption(draft, option, to))}
        />
        {option !== draft.options[0] && (
          <IconButton label={`Move ${name} up`} size={40} tipEnd onClick={() => setDraft(moveOptionUp(draft, option))}>
            <ArrowUp className="size-4" />
          </IconButton>
        )}
        <IconButton
          label={`Remove option ${name}`}
          size={40}
          tipEnd
          onClick={() => onRemove(removeOption(draft, option), itself)}
        >
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      {values.length > 0 && (
        <SortableList
          items={values.map(value => ({ ...value, _id: value.name }))}
          onChange={items => change(items.map(({ _id, ...value }) => value))}
          label={`Values of ${name}, in their order`}
          noun="value"
          className="grid gap-1.5"
          handleClassName="absolute! top-0 left-0 z-1 flex h-10 w-8! items-center rounded-control pl-1.5 text-ink-3"
          handle={() => <GripVertical className="size-4.5" />}
          actions={value => (
            <div className="flex items-start gap-1 pl-8">
              {hasSwatches && (
                <IconButton label={`Swatch of ${value.name}`} size={40} noTip onClick={() => setSwatchOf(value)}>
                  <Swatch swatch={value.swatch} />
                </IconButton>
              )}
              <NameInput
                label={`Value of ${name}`}
                value={value.name}
                taken={names}
                error={errorAt(`${path}.values.${names.indexOf(value.name)}.name`)}
                onChange={to => setDraft(renameValue(draft, option, value.name, to))}
              />
              <IconButton
                label={`Remove ${value.name}`}
                size={40}
                tipEnd
                onClick={() => onRemove(removeValue(draft, option, value.name), isLast ? itself : value.name)}
              >
                <X className="size-4" />
              </IconButton>
            </div>
          )}
        />
      )}
      <AddValue
        option={name}
        taken={names}
        onAdd={added => setDraft(addValues(draft, option, added, plainVariant()))}
      />
      <ErrorText>{errorAt(`${path}.values`) ?? errorAt(`${path}.values.root`)}</ErrorText>
      {swatchOf &&
        outsideForm(<SwatchDialog value={swatchOf} onChoose={handleSwatch} onClose={() => setSwatchOf(undefined)} />)}
    </fieldset>
  )
}

function Swatch({ swatch }: { swatch: string | undefined }) {
  const known = useKnownPictures()
  if (!swatch) return <Palette className="size-4.5 text-ink-3" />
  if (swatch.startsWith('#'))
    return <span className="block size-6 rounded-full border border-edge" style={{ background: swatch }} />
  return (
    <span className="block size-6 overflow-hidden rounded-full border border-edge">
      <Picture picture={known.get(swatch)} alt="" sizes="24px" />
    </span>
  )
}

function AddValue({ option, taken, onAdd }: { option: string; taken: string[]; onAdd: (names: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const known = new Set(taken.map(name => name.toLowerCase()))
  const added: string[] = []
  for (const name of typed.split(',').map(name => name.trim())) {
    if (name === '' || known.has(name.toLowerCase())) continue
    known.add(name.toLowerCase())
    added.push(name)
  }

  function handleAdd() {
    if (added.length > 0) onAdd(added)
    setTyped('')
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
        onKeyDown={onEnter(handleAdd)}
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
  /** Names that are taken; upper and lower case do not matter. */
  taken: string[]
  error?: string | undefined
  autoFocus?: boolean
  onChange: (name: string) => void
}

/** An input that applies a name on blur or Enter; for an empty or taken name it returns to the previous one. */
function NameInput({ label, value, taken, error, autoFocus, onChange }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const message = refusal ?? error

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
    onEnter(handleLeave)(event)
  }

  return (
    <div className="grid min-w-0 grow gap-1">
      <input
        dir="auto"
        aria-label={label}
        aria-invalid={message ? true : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
        autoFocus={autoFocus}
        value={typed ?? value}
        className="control h-10!"
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={handleLeave}
        onKeyDown={handleKeyDown}
      />
      <ErrorText>{message}</ErrorText>
    </div>
  )
}
