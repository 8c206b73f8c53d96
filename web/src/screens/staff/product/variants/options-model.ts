import { MOST_VARIANTS, type ProductOption } from '@mela/contract'
import { newVariant, type VariantValues } from '../product-values.ts'

/** Options and variants while they are edited: the variants are adapted to every change of the options. */
export interface Draft {
  options: ProductOption[]
  variants: VariantValues[]
}

type Value = ProductOption['values'][number]

/** A draft with a changed option, and with other variants if they are given. */
const withOption = (
  draft: Draft,
  option: ProductOption,
  change: Partial<ProductOption>,
  variants = draft.variants,
) => ({
  options: draft.options.map(one => (one === option ? { ...option, ...change } : one)),
  variants,
})

export const addOption = ({ options, variants }: Draft, name: string): Draft => ({
  options: [...options, { name, values: [] }],
  variants,
})

export function renameOption(draft: Draft, option: ProductOption, name: string): Draft {
  const renamed = (one: string) => (one === option.name ? name : one)
  const rows = draft.variants.map(row => ({
    ...row,
    options: Object.fromEntries(Object.entries(row.options).map(([key, value]) => [renamed(key), value])),
  }))
  return withOption(draft, option, { name }, rows)
}

/** Removes an option; of variants that differ only in this option, the first stays. */
export function removeOption({ options, variants }: Draft, option: ProductOption): Draft {
  const left = options.filter(one => one !== option)
  const rows = variants.map(row => {
    const { [option.name]: _, ...chosen } = row.options
    return { ...row, options: chosen }
  })
  const first = new Map(rows.toReversed().map(row => [textOf(row.options, left), row]))
  return { options: left, variants: rows.filter(row => first.get(textOf(row.options, left)) === row) }
}

export function moveOptionUp(draft: Draft, option: ProductOption): Draft {
  const index = draft.options.indexOf(option)
  const options = draft.options.toSpliced(index, 1).toSpliced(index - 1, 0, option)
  return keepSorted(draft, { ...draft, options })
}

/** Adds values. An option's first value is set in all variants; without variants, `plain` becomes the first one. */
export function addValues(draft: Draft, option: ProductOption, names: string[], plain: VariantValues): Draft {
  const values = [...option.values, ...names.map(name => ({ name }))]
  const [first] = names
  if (first === undefined || option.values.length > 0) return withOption(draft, option, { values })
  const rows = draft.variants.length === 0 ? [{ ...plain, options: {} }] : draft.variants
  const chosen = rows.map(row => ({ ...row, options: { ...row.options, [option.name]: first } }))
  return withOption(draft, option, { values }, chosen)
}

export function renameValue(draft: Draft, option: ProductOption, from: string, to: string): Draft {
  const values = option.values.map(value => (value.name === from ? { ...value, name: to } : value))
  const rows = draft.variants.map(row =>
    row.options[option.name] === from ? { ...row, options: { ...row.options, [option.name]: to } } : row,
  )
  return withOption(draft, option, { values }, rows)
}

/** Removes a value together with its variants; the last value goes with its option. */
export function removeValue(draft: Draft, option: ProductOption, name: string): Draft {
  const values = option.values.filter(value => value.name !== name)
  if (values.length === 0) return removeOption(draft, option)
  const kept = draft.variants.filter(row => row.options[option.name] !== name)
  return withOption(draft, option, { values }, kept)
}

/** Replaces the values of an option by the same values in another order or with other swatches. */
export const setValues = (draft: Draft, option: ProductOption, values: Value[]): Draft =>
  keepSorted(draft, withOption(draft, option, { values }))

/** Sorts the variants by the order of the values, unless staff have sorted them differently before. */
function keepSorted(before: Draft, after: Draft): Draft {
  const isSorted = sorted(before).every((row, index) => row.key === before.variants[index]?.key)
  return isSorted ? { ...after, variants: sorted(after) } : after
}

function sorted({ options, variants }: Draft): VariantValues[] {
  const place = new Map(combinationsOf(options).map((combination, index) => [textOf(combination, options), index]))
  const placeOf = (row: VariantValues) => place.get(textOf(row.options, options)) ?? place.size
  return variants.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const textOf = (chosen: Record<string, string>, options: ProductOption[]) =>
  JSON.stringify(options.map(({ name }) => chosen[name]))

const combinationsOf = (options: ProductOption[]): Record<string, string>[] =>
  options.reduce<Record<string, string>[]>(
    (combinations, { name, values }) =>
      combinations.flatMap(one => values.map(value => ({ ...one, [name]: value.name }))),
    options.length > 0 ? [{}] : [],
  )

export function missingCombinations({ options, variants }: Draft): Record<string, string>[] {
  const present = new Set(variants.map(row => textOf(row.options, options)))
  return combinationsOf(options).filter(one => !present.has(textOf(one, options)))
}

/** Adds variants for missing combinations, up to `MOST_VARIANTS`. */
export function generateMissing(draft: Draft): Draft {
  const missing = missingCombinations(draft).slice(0, MOST_VARIANTS - draft.variants.length)
  return keepSorted(draft, { ...draft, variants: [...draft.variants, ...missing.map(newVariant)] })
}

/** The number of saved variants that a change removes, and their units. */
export function lostBy(before: Draft, after: Draft): { variants: number; units: number } {
  const kept = new Set(after.variants.map(({ key }) => key))
  const lost = before.variants.filter(({ key, _id }) => _id !== undefined && !kept.has(key))
  return { variants: lost.length, units: lost.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0) }
}
