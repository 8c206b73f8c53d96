import { type Media, optionsText } from '@mela/contract'
import { useState } from 'react'
import { Button } from '../../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../../ui/dialogs/dialog.tsx'
import type { VariantValues } from '../../variant-values.ts'
import { PictureChoice } from './picture-choice.tsx'

interface PictureDialogProps {
  /** The variants that get the picture. */
  rows: VariantValues[]
  pictures: Media[]
  /** With `option`, the picture is for all variants that have the same value of this option as the first one. */
  onChoose: (media: string, option: string | undefined) => void
  onClose: () => void
}

/** Chooses the picture of variants among the pictures of the product. */
export function PictureDialog({ rows, pictures, onChoose, onClose }: PictureDialogProps) {
  const [first] = rows
  const [media, setMedia] = useState(first?.media ?? '')
  const [option, setOption] = useState<string>()
  const values = rows.length === 1 ? Object.entries(first?.options ?? {}) : []

  function handleUse(media: string) {
    onChoose(media, option)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        rows.length === 1 ? `Picture of ${optionsText(first?.options ?? {})}` : `Picture of ${rows.length} variants`
      }
      footer={
        <>
          <Button variant="outline" onClick={() => handleUse('')}>
            No picture
          </Button>
          <Button disabled={media === ''} onClick={() => handleUse(media)}>
            Use picture
          </Button>
        </>
      }
    >
      <PictureChoice legend="Pictures of the product" pictures={pictures} chosen={media} onChoose={setMedia} />
      {values.map(([name, value]) => (
        <label key={name} className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 accent-ink"
            checked={option === name}
            onChange={event => setOption(event.currentTarget.checked ? name : undefined)}
          />
          <span>{`Same picture for every variant in ${optionsText({ [name]: value })}`}</span>
        </label>
      ))}
    </Dialog>
  )
}
