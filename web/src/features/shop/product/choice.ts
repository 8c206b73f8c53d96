import type { Product, ProductOption, Variant } from '@mela/contract'

/** The values chosen so far: `{ Size: 'M' }`. */
export type Choice = Readonly<Record<string, string>>

type Offered = Pick<Product, 'options' | 'variants'>

/** Prefix of the keys of chosen values in an address, `option.Size=M`: of lists, and of a form without JavaScript. */
export const OPTION_KEY = 'option.'

/** Whether an option is a colour, by its name or by swatches: colours are chosen before sizes. */
export const isColour = ({ name, values }: ProductOption) =>
  /colou?r/i.test(name) || values.some(({ swatch }) => swatch !== undefined)

/**
 * The active variants (staff get inactive ones too), and the option values that at least one of them has; colours first.
 */
export function offeredOf({ options, variants }: Offered): Offered {
  const active = variants.filter(({ isActive }) => isActive)
  const hasOne = (option: string, value: string) => active.some(({ options }) => options[option] === value)
  return {
    variants: active,
    options: options
      .map(({ name, values }) => ({ name, values: values.filter(value => hasOne(name, value.name)) }))
      .toSorted((a, b) => Number(isColour(b)) - Number(isColour(a))),
  }
}

/** The variants that have all chosen values. */
export function matching(variants: readonly Variant[], choice: Choice): Variant[] {
  return variants.filter(({ options }) => Object.entries(choice).every(([name, value]) => options[name] === value))
}

/** The choice in an address: that of `?variant=`, or else the chosen values. */
export function choiceOf(variants: readonly Variant[], address: URLSearchParams): Choice {
  const asked = variants.find(({ _id }) => _id === address.get('variant'))
  return asked?.options ?? valuesOf(address)
}

export function valuesOf(fields: URLSearchParams | FormData): Choice {
  return Object.fromEntries(
    [...fields].flatMap(([key, value]) =>
      key.startsWith(OPTION_KEY) ? [[key.slice(OPTION_KEY.length), String(value)]] : [],
    ),
  )
}

/** Removes values that are not offered any more, and chooses the value of each option that has only one. */
export function validChoice(options: Offered['options'], choice: Choice): Choice {
  const chosen = options.flatMap(({ name, values }) => {
    const value = values.length === 1 ? values[0] : values.find(value => value.name === choice[name])
    return value ? [[name, value.name] as const] : []
  })
  return Object.fromEntries(chosen)
}

export type ValueState = 'available' | 'sold-out' | 'impossible'

/** Whether a variant with the choice and this value is in stock, sold out, or does not exist. */
export function stateOf(variants: readonly Variant[], choice: Choice, option: string, value: string): ValueState {
  const possible = matching(variants, { ...choice, [option]: value })
  if (possible.some(({ stock }) => stock > 0)) return 'available'
  return possible.length > 0 ? 'sold-out' : 'impossible'
}
