import { CircleAlert, Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { useField } from '../../../ui/forms/use-field.ts'
import { cx } from '../../../ui/layout/cx.ts'

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars as radio buttons, so that arrow keys choose; must be inside a `Form`. */
export function StarField({ name, label }: { name: string; label: string }) {
  const { registration, error } = useField(name)
  const chosen = Number(useWatch({ name }) ?? 0)
  const [hovered, setHovered] = useState(0)
  const noteId = useId()
  const shown = hovered || chosen

  return (
    <fieldset aria-describedby={error && noteId} className="grid gap-1">
      <legend className="type-ui">{label}</legend>
      <div className="-ml-2 flex flex-wrap items-center" onPointerLeave={() => setHovered(0)}>
        {words.map((word, index) => (
          <label
            key={word}
            className="relative grid size-11 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(index + 1)}
          >
            <input
              {...registration}
              type="radio"
              value={index + 1}
              required
              className="absolute inset-0 scroll-mt-36 cursor-pointer opacity-0"
            />
            <span className="sr-only">{`${countLabel(index + 1, 'star')}, ${word}`}</span>
            <Star
              aria-hidden="true"
              className={cx('size-7!', index < shown ? 'fill-star stroke-star' : 'stroke-edge')}
            />
          </label>
        ))}
        <span aria-hidden="true" className="type-ui pl-2 text-ink-2">
          {words[shown - 1]}
        </span>
      </div>
      {error && (
        <p id={noteId} className="type-small flex gap-1.5 text-danger">
          <CircleAlert className="mt-px size-4" /> <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
