import { type Media, MOST_OPTIONS } from '@mela/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { countLabel } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormCard } from '../product-cards.tsx'
import type { VariantValues } from '../product-values.ts'
import { OptionEditor } from './option-editor.tsx'
import { addOption, type Draft, lostBy } from './options-model.ts'

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
export function OptionsCard({ errors, ...props }: OptionsCardProps) {
  const { draft, onChange } = props
  const { options } = draft
  const [asked, setAsked] = useState<{ next: Draft; what: string }>()
  const [added, setAdded] = useState<number>()

  function handleRemove(next: Draft, what: string) {
    if (lostBy(draft, next).variants > 0) setAsked({ next, what })
    else onChange(next)
  }

  function handleAddOption() {
    const name = SUGGESTED.find(one => options.every(({ name }) => name !== one)) ?? `Option ${options.length + 1}`
    setAdded(options.length)
    onChange(addOption(draft, name))
  }

  return (
    <FormCard title="Options">
      <p className="type-small text-ink-2">What shoppers choose between, such as size and colour.</p>
      <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {options.map((option, index) => (
          <OptionEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: the names can be edited
            key={index}
            {...props}
            option={option}
            isNew={index === added}
            errors={Array.isArray(errors) ? errors[index] : undefined}
            onRemove={handleRemove}
          />
        ))}
      </div>
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
