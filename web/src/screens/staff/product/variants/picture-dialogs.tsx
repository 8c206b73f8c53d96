import { optionsText, withHash } from '@mela/contract'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { type ProductValues, useKnownPictures, type VariantValues } from '../product-values.ts'

interface SwatchDialogProps {
  value: { name: string; swatch?: string | undefined }
  onChoose: (swatch: string | undefined) => void
  onClose: () => void
}

const HEX = /^#[0-9a-f]{6}$/
const PICTURE = /^[0-9a-f]{24}$/

export function SwatchDialog({ value: { name, swatch }, onChoose, onClose }: SwatchDialogProps) {
  const [typed, setTyped] = useState(swatch ?? '')
  const isPicture = PICTURE.test(typed)
  const chosen = isPicture ? typed : withHash(typed)
  const isColour = HEX.test(chosen)
  const isValid = chosen === '' || isPicture || isColour

  function handleUse() {
    onChoose(chosen || undefined)
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title={`Swatch of ${name}`}
      footer={
        <>
          <Button variant="outline" onClick={() => setTyped('')} disabled={chosen === ''}>
            No swatch
          </Button>
          <Button disabled={!isValid} onClick={handleUse}>
            Use swatch
          </Button>
        </>
      }
    >
      <div className="flex items-end gap-3">
        <label className="type-ui grid gap-1.5">
          Colour
          <input
            type="color"
            value={isColour ? chosen : '#ffffff'}
            className="h-10 w-14 rounded-control border border-edge bg-surface p-1"
            onChange={event => setTyped(event.currentTarget.value)}
          />
        </label>
        <label className="type-ui grid grow gap-1.5">
          As text
          <input
            value={isPicture ? '' : typed}
            placeholder="#1f3a5f"
            autoComplete="off"
            aria-invalid={isValid ? undefined : true}
            className="control h-10!"
            onChange={event => setTyped(event.currentTarget.value.trim())}
          />
        </label>
      </div>
      <PictureChoice legend="Or a picture of the product" chosen={isPicture ? chosen : ''} onChoose={setTyped} />
    </Dialog>
  )
}

interface PictureDialogProps {
  rows: VariantValues[]
  /** With `option`, the picture is for all variants that have the same value of this option as the first one. */
  onChoose: (media: string, option: string | undefined) => void
  onClose: () => void
}

export function PictureDialog({ rows, onChoose, onClose }: PictureDialogProps) {
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
      <PictureChoice legend="Pictures of the product" chosen={media} onChoose={setMedia} />
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

interface PictureChoiceProps {
  legend: string
  /** Id of the chosen picture; '' for none. */
  chosen: string
  onChoose: (id: string) => void
}

/** Chooses among the thumbnail and the gallery of the product. */
function PictureChoice({ legend, chosen, onChoose }: PictureChoiceProps) {
  const name = useId()
  const known = useKnownPictures()
  const [thumbnail, gallery] = useWatch<ProductValues, ['thumbnail', 'gallery']>({ name: ['thumbnail', 'gallery'] })
  const pictures = [...new Set([thumbnail, ...gallery])].flatMap(id => known.get(id) ?? [])

  return (
    <fieldset className="grid gap-2">
      <legend className="type-ui mb-2">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {pictures.map(picture => (
          <label
            key={picture._id}
            className="relative block overflow-hidden rounded-control border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              aria-label={picture.name}
              className="absolute inset-0 opacity-0"
              checked={picture._id === chosen}
              onChange={() => onChoose(picture._id)}
            />
            <Picture picture={picture} alt="" sizes="80px" />
          </label>
        ))}
      </div>
      {pictures.length === 0 && <p className="type-small text-ink-2">The product has no pictures yet.</p>}
    </fieldset>
  )
}
