import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { Media, ProductOption } from '@mela/contract'
import { ArrowUp, GripVertical, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { SortableList } from '../../../../ui/controls/sortable-list.tsx'
import { outsideForm } from '../media-card.tsx'
import { AddValue } from './add-value.tsx'
import { NameInput } from './name-input.tsx'
import { Swatch } from './pictures/swatch.tsx'
import { SwatchDialog } from './pictures/swatch-dialog.tsx'
import { messageAt } from './use-draft.ts'

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
