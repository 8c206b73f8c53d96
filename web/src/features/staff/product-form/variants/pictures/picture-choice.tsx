import type { Media } from '@mela/contract'
import { useId } from 'react'
import { Picture } from '../../../../../ui/values/picture.tsx'

interface PictureChoiceProps {
  legend: string
  pictures: Media[]
  /** Id of the chosen picture; '' for none. */
  chosen: string
  onChoose: (id: string) => void
}

/** Radio buttons that choose one of the product's pictures. */
export function PictureChoice({ legend, pictures, chosen, onChoose }: PictureChoiceProps) {
  const name = useId()

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
