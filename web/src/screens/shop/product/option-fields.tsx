import { type Media, OPTION_KEY, type ProductOption, pictureUrl } from '@mela/contract'
import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextTables } from '../../../ui/text-tables.tsx'
import { isColour, type ShownProduct, stateOf, type ValueState } from './choice.ts'

const said = { available: '', 'sold-out': ', sold out', impossible: ', not available with this choice' }

/** Characters of a value that fit a square button; a longer value gets a pill. */
const SHORT = 3

interface OptionFieldsProps {
  choice: ShownProduct['choice']
  pictures: readonly Media[]
  sizeGuide: string | null
}

/** A fieldset for each option, with the size guide beside the size; without JavaScript a button submits the choice. */
export function OptionFields({ choice, pictures, sizeGuide }: OptionFieldsProps) {
  const { options, form } = choice
  const measured = options.find(({ name }) => /size$/i.test(name)) ?? options.at(-1)
  if (!measured) return sizeGuide && <SizeGuide text={sizeGuide} className="justify-self-start" />

  return (
    <form ref={form} className="grid gap-4" onSubmit={event => event.preventDefault()}>
      {options.map(option => (
        <div key={option.name} className="relative">
          {option === measured && sizeGuide && (
            <SizeGuide text={sizeGuide} className="absolute -top-3 right-0 pt-3 pb-1" />
          )}
          <OptionField
            option={option}
            choice={choice}
            pictures={pictures}
            hasGuide={option === measured && !!sizeGuide}
          />
        </div>
      ))}
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

/** A link that opens the guide as a popover, so that it works without JavaScript. */
function SizeGuide({ text, className }: { text: string; className: string }) {
  const id = useId()

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={cx('type-small text-ink-2 underline underline-offset-3 hover:text-ink', className)}
      >
        Size guide
      </button>
      <section
        id={id}
        popover="auto"
        aria-labelledby={`${id}title`}
        className="dialog-in mx-auto mt-auto mb-0 max-h-[90dvh] w-full max-w-none overflow-y-auto rounded-t-dialog bg-surface p-5 text-ink shadow-dialog sm:my-auto sm:max-w-130 sm:rounded-dialog sm:p-6 dark:border"
      >
        <h3 id={`${id}title`} className="type-h3 pr-10 pb-5">
          Size guide
        </h3>
        <TextTables text={text} label="Size guide" />
        <IconButton
          label="Close"
          tipEnd
          className="absolute! top-3 right-3 text-ink-2"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <X />
        </IconButton>
      </section>
    </>
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
