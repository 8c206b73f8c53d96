import type { Media, ProductOption } from '@mela/contract'
import { useId } from 'react'
import { OPTION_KEY, stateOf } from './choice.ts'
import { OptionValue } from './option-value.tsx'
import type { ProductChoice } from './use-choice.ts'

interface OptionFieldsProps {
  choice: ProductChoice
  /** Pictures of the product, of which some are swatches. */
  pictures: readonly Media[]
}

/** A fieldset for each option of a product, nothing without options; without JavaScript a form that shows the choice. */
export function OptionFields({ choice, pictures }: OptionFieldsProps) {
  const { options, form } = choice
  if (options.length === 0) return null

  return (
    <form ref={form} className="grid gap-4" onSubmit={event => event.preventDefault()}>
      {options.map(option => (
        <OptionField key={option.name} option={option} choice={choice} pictures={pictures} />
      ))}
      <noscript>
        <button type="submit" className="type-ui h-11 underline underline-offset-3">
          Show this choice
        </button>
      </noscript>
    </form>
  )
}

const ASK = 'Please select an option.'

/** The longest text beside the name of an option. */
const widest = (values: ProductOption['values']) =>
  [ASK, ...values.map(value => value.name)].reduce((one, other) => (other.length > one.length ? other : one))

function OptionField({ option: { name, values }, choice, pictures }: OptionFieldsProps & { option: ProductOption }) {
  const id = useId()
  const chosen = choice.chosen[name]
  const isMissing = choice.isAsked && choice.missing === name

  return (
    <fieldset aria-describedby={isMissing ? id : undefined} className="min-w-0">
      <legend
        data-widest={`${name} ${widest(values)}`}
        className="keep-lines type-small pb-1.5 font-medium! text-ink-2 wrap-anywhere"
      >
        <span>
          {name}
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
            picture={pictures.find(({ _id }) => _id === value.swatch)}
            state={stateOf(choice.variants, choice.chosen, name, value.name)}
            isChosen={value.name === chosen}
            onChoose={() => choice.choose(name, value.name)}
          />
        ))}
      </div>
    </fieldset>
  )
}
