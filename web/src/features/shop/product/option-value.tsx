import { type Media, type ProductOption, pictureUrl } from '@mela/contract'
import { cx } from '../../../ui/layout/cx.ts'
import type { ValueState } from './choice.ts'

interface OptionValueProps {
  /** The name of the radio buttons of its option. */
  field: string
  value: ProductOption['values'][number]
  /** The picture that is the swatch, or of a variant in this colour; undefined for a plain colour or no swatch. */
  picture: Media | undefined
  state: ValueState
  isChosen: boolean
  onChoose: () => void
}

const said = { available: '', 'sold-out': ', sold out', impossible: ', not available with this choice' }

/** Characters of a value that fit a square button; a longer value gets a pill. */
const SHORT = 3

/** A radio button that looks like a button, a pill or a swatch. */
export function OptionValue({ field, value: { name, swatch }, picture, state, isChosen, onChoose }: OptionValueProps) {
  const colour = swatch?.startsWith('#') ? swatch : undefined
  const background = picture ? `center/cover url(${pictureUrl(picture.url, 400)})` : colour

  /** The visible text does not say everything, so the radio button gets an accessible name. */
  const isDescribed = background !== undefined || state !== 'available' || undefined

  return (
    <label
      title={background && name}
      className={cx(
        'option-value',
        !background && 'option-button',
        !background && name.length > SHORT && 'rounded-full! px-4',
        !background && state === 'sold-out' && 'struck',
        background && 'px-1 first:-ml-1',
        state !== 'available' && 'border-dashed text-ink-3',
      )}
    >
      <input type="radio" name={field} value={name} checked={isChosen} className="peer sr-only" onChange={onChoose} />
      {background ? (
        <span
          className={cx(
            picture ? 'size-14 rounded-control' : 'size-8 rounded-full',
            'relative border border-edge ring-offset-2 ring-offset-paper peer-checked:ring-2 peer-checked:ring-ink',
            state !== 'available' && 'struck',
          )}
          style={{ background }}
        />
      ) : (
        <span dir="auto" aria-hidden={isDescribed}>
          {name}
        </span>
      )}
      {background && (
        <span dir="auto" aria-hidden="true" className="max-w-20 truncate pt-1 text-xs leading-4">
          {name}
        </span>
      )}
      {isDescribed && (
        <span dir="auto" className="sr-only">
          {name + said[state]}
        </span>
      )}
    </label>
  )
}
