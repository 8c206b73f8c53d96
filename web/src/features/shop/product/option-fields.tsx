import type { Media, ProductOption } from '@mela/contract'
import { useId } from 'react'
import { cx } from '../../../ui/layout/cx.ts'
import { isColour, OPTION_KEY, stateOf } from './choice.ts'
import { OptionValue } from './option-value.tsx'
import { PlainSizeGuide, SizeGuideLink } from './size-guide.tsx'
import type { ProductChoice } from './use-choice.ts'

interface OptionFieldsProps {
  choice: ProductChoice
  /** Pictures of the product, of which some are swatches. */
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

/** The longest text beside the name of an option. */
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
