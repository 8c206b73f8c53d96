import { type Media, OPTION_KEY, type ProductOption, pictureUrl } from '@mela/contract'
import { Suspense, useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { isColour, type ShownProduct, stateOf, type ValueState } from './choice.ts'

const said = { available: '', 'sold-out': ', sold out', impossible: ', not available with this choice' }

/** Characters of a value that fit a square button; a longer value gets a pill. */
const SHORT = 3

const SizeGuideDialog = lazyPart(async () => (await import('./size-guide-dialog.tsx')).SizeGuideDialog)

interface OptionFieldsProps {
  choice: ShownProduct['choice']
  pictures: readonly Media[]
  sizeGuide: string | null
}

/** A fieldset for each option, with the size guide beside the size; without JavaScript a button submits the choice. */
export function OptionFields({ choice, pictures, sizeGuide }: OptionFieldsProps) {
  const { options, form } = choice
  const measured = options.find(({ name }) => /size$/i.test(name)) ?? options.at(-1)
  const plainGuide = sizeGuide && <PlainSizeGuide text={sizeGuide} />
  if (!measured) {
    return (
      sizeGuide && (
        <div>
          <SizeGuideLink text={sizeGuide} />
          {plainGuide}
        </div>
      )
    )
  }

  return (
    <form ref={form} className="grid gap-4" onSubmit={event => event.preventDefault()}>
      {options.map(option => (
        <div key={option.name} className="relative">
          {option === measured && sizeGuide && (
            <SizeGuideLink text={sizeGuide} className="absolute -top-3 right-0 pt-3 pb-1" />
          )}
          <OptionField
            option={option}
            choice={choice}
            pictures={pictures}
            hasGuide={option === measured && !!sizeGuide}
          />
        </div>
      ))}
      {plainGuide}
      <noscript>
        {import.meta.env.SSR && (
          <button type="submit" className="type-ui h-11 underline underline-offset-3">
            Show this choice
          </button>
        )}
      </noscript>
    </form>
  )
}

const ASK = 'Please select an option.'

const widest = (values: ProductOption['values']) =>
  [ASK, ...values.map(value => value.name)].reduce((one, other) => (other.length > one.length ? other : one))

interface OptionFieldProps extends Omit<OptionFieldsProps, 'sizeGuide'> {
  option: ProductOption
  /** Whether the link to the size guide stands at the right of the legend. */
  hasGuide: boolean
}

function OptionField({ option, choice, pictures, hasGuide }: OptionFieldProps) {
  const { name, values } = option
  const id = useId()
  const chosen = choice.chosen[name]
  const pictureOf = ({ name: value, swatch }: (typeof values)[number]) =>
    pictures.find(({ _id }) => _id === swatch) ??
    (isColour(option) ? choice.variants.find(({ options, media }) => options[name] === value && media)?.media : null)
  const isMissing = choice.isAsked && chosen === undefined

  return (
    <fieldset aria-describedby={isMissing ? id : undefined} className="min-w-0 scroll-mt-22 scroll-mb-30">
      <legend
        data-widest={`${name} ${widest(values)}`}
        className={cx('keep-lines type-small pb-1.5 font-medium! text-ink-2 wrap-anywhere', hasGuide && 'pr-24')}
      >
        <span>
          <span dir="auto">{name}</span>
          <span aria-hidden="true" className="pl-2 text-ink">
            {chosen}
          </span>
          {isMissing && (
            <span id={id} className="text-danger">
              {ASK}
            </span>
          )}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map(value => (
          <OptionValue
            key={value.name}
            field={OPTION_KEY + name}
            value={value}
            picture={pictureOf(value) ?? undefined}
            state={stateOf(choice.variants, choice.chosen, name, value.name)}
            isChosen={value.name === chosen}
            onChoose={() => choice.choose(name, value.name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function SizeGuideLink({ text, className }: { text: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(
          'type-small text-ink-2 underline underline-offset-3 hover:text-ink [@media(scripting:none)]:hidden',
          className,
        )}
        onClick={() => setIsOpen(true)}
      >
        Size guide
      </button>
      {isOpen && (
        <Suspense>
          <SizeGuideDialog text={text} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The size guide without JavaScript, as plain text: a table would make every page larger. */
function PlainSizeGuide({ text }: { text: string }) {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <details className="type-small">
          <summary className="py-2">Size guide</summary>
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        </details>
      )}
    </noscript>
  )
}

interface OptionValueProps {
  field: string
  value: ProductOption['values'][number]
  /** The picture that is the swatch, or of a variant in this colour; undefined for a plain colour or no swatch. */
  picture: Media | undefined
  state: ValueState
  isChosen: boolean
  onChoose: () => void
}

function OptionValue({ field, value: { name, swatch }, picture, state, isChosen, onChoose }: OptionValueProps) {
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
