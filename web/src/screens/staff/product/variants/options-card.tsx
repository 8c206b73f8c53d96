import { type Media, MOST_OPTIONS, type ProductOption } from '@mela/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { countLabel } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormCard } from '../product-cards.tsx'
import type { VariantValues } from '../variant-values.ts'
import { OptionEditor } from './option-editor.tsx'
import {
  addOption,
  addValue,
  type Draft,
  lostBy,
  moveOption,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  setValues,
} from './options-model.ts'

interface OptionsCardProps {
  draft: Draft
  onChange: (draft: Draft) => void
  plainVariant: () => VariantValues
  errors: unknown
  pictures: Media[]
  known: ReadonlyMap<string, Media>
}

const SUGGESTED = ['Size', 'Colour', 'Material', 'Style']

/** The options of a product and their values. */
export function OptionsCard({ draft, onChange, plainVariant, errors, pictures, known }: OptionsCardProps) {
  const { options } = draft
  const [asked, setAsked] = useState<{ next: Draft; what: string }>()
  const [added, setAdded] = useState<number>()
  // Options are identified by their position, because their names can be edited.
  const names = options.map(({ name }) => name)

  function removeWith(next: Draft, what: string) {
    if (lostBy(draft, next).variants > 0) setAsked({ next, what })
    else onChange(next)
  }

  function handleAddOption() {
    const name = SUGGESTED.find(one => !names.includes(one)) ?? `Option ${options.length + 1}`
    setAdded(options.length)
    onChange(addOption(draft, name))
  }

  const editorOf = (option: ProductOption, index: number) => (
    <OptionEditor
      key={index}
      option={option}
      others={names}
      isFirst={index === 0}
      isNew={index === added}
      errors={Array.isArray(errors) ? errors[index] : undefined}
      pictures={pictures}
      known={known}
      onRename={name => onChange(renameOption(draft, index, name))}
      onRemove={() => removeWith(removeOption(draft, index), `the option ${option.name}`)}
      onMoveUp={() => onChange(moveOption(draft, index, index - 1))}
      onAdd={added => onChange(added.reduce((draft, name) => addValue(draft, index, name, plainVariant()), draft))}
      onRenameValue={(from, to) => onChange(renameValue(draft, index, from, to))}
      onRemoveValue={name =>
        option.values.length === 1
          ? removeWith(removeOption(draft, index), `the option ${option.name}`)
          : removeWith(removeValue(draft, index, name), name)
      }
      onValues={values => onChange(setValues(draft, index, values))}
    />
  )

  return (
    <FormCard title="Options">
      <p className="type-small text-ink-2">What shoppers choose between, such as size and colour.</p>
      <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">{options.map(editorOf)}</div>
      {options.length < MOST_OPTIONS && (
        <Button variant="outline" size={40} className="justify-self-start" onClick={handleAddOption}>
          <Plus className="size-4" /> <span>{options.length === 0 ? 'Add an option' : 'Add another option'}</span>
        </Button>
      )}
      {asked && (
        <RemoveDialog
          what={asked.what}
          lost={lostBy(draft, asked.next)}
          onConfirm={() => {
            onChange(asked.next)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </FormCard>
  )
}

interface RemoveDialogProps {
  what: string
  lost: { variants: number; units: number }
  onConfirm: () => void
  onClose: () => void
}

export function RemoveDialog({ what, lost, onConfirm, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${what}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            Remove
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <span>{countLabel(lost.variants, 'variant')}</span> with <span>{countLabel(lost.units, 'unit')}</span> in stock
        will no longer be sold once you save. Orders keep what was bought, and the history can undo it.
      </p>
    </Dialog>
  )
}
