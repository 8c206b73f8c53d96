import { MOST_VARIANTS, type ProductOption } from '@mela/contract'
import { newVariant, type VariantValues } from '../product-values.ts'

/** Options and variants while they are edited: the variants are adapted to every change of the options. */
export interface Draft {
  options: ProductOption[]
  variants: VariantValues[]
}

type Value = ProductOption['values'][number]
type Chosen = Record<string, string>

const unchanged = (chosen: Chosen) => chosen

/**
 * The draft with other options, and `choose` applied to what each variant has chosen. Variants that no longer fit go,
 * and of those that become alike the first stays. They are sorted by the order of the values, unless staff have sorted
 * them differently before.
 */
function withOptions(before: Draft, options: ProductOption[], choose: (chosen: Chosen) => Chosen): Draft {
  const rows = before.variants.map(row => ({ ...row, options: choose(row.options) }))
  const first = new Map(rows.toReversed().map(row => [textOf(row.options, options), row]))
  const fits = ({ options: chosen }: VariantValues) =>
    options.every(({ name, values }) => values.length === 0 || values.some(value => value.name === chosen[name]))
  const variants = rows.filter(row => fits(row) && first.get(textOf(row.options, options)) === row)
  return keepSorted(before, { options, variants })
}

const replaced = ({ options }: Draft, option: ProductOption, change: Partial<ProductOption>) =>
  options.map(one => (one === option ? { ...option, ...change } : one))

export const addOption = ({ options, variants }: Draft, name: string): Draft => ({
  options: [...options, { name, values: [] }],
  variants,
})

export const renameOption = (draft: Draft, option: ProductOption, name: string): Draft =>
  withOptions(draft, replaced(draft, option, { name }), chosen =>
    Object.fromEntries(Object.entries(chosen).map(([key, value]) => [key === option.name ? name : key, value])),
  )

export const removeOption = (draft: Draft, option: ProductOption): Draft =>
  withOptions(
    draft,
    draft.options.filter(one => one !== option),
    ({ [option.name]: _, ...chosen }) => chosen,
  )

export function moveOptionUp(draft: Draft, option: ProductOption): Draft {
  const index = draft.options.indexOf(option)
  return withOptions(draft, draft.options.toSpliced(index, 1).toSpliced(index - 1, 0, option), unchanged)
}

/** Adds values. An option's first value is set in all variants; without variants, `plain` becomes the first one. */
export function addValues(draft: Draft, option: ProductOption, names: string[], plain: VariantValues): Draft {
  const options = replaced(draft, option, { values: [...option.values, ...names.map(name => ({ name }))] })
  const [first] = names
  if (first === undefined || option.values.length > 0) return withOptions(draft, options, unchanged)
  const variants = draft.variants.length === 0 ? [{ ...plain, options: {} }] : draft.variants
  return withOptions({ ...draft, variants }, options, chosen => ({ ...chosen, [option.name]: first }))
}

export function renameValue(draft: Draft, option: ProductOption, from: string, to: string): Draft {
  const values = option.values.map(value => (value.name === from ? { ...value, name: to } : value))
  return withOptions(draft, replaced(draft, option, { values }), chosen =>
    chosen[option.name] === from ? { ...chosen, [option.name]: to } : chosen,
  )
}

/** Removes a value together with its variants; the last value goes with its option. */
export function removeValue(draft: Draft, option: ProductOption, name: string): Draft {
  const values = option.values.filter(value => value.name !== name)
  return values.length === 0 ? removeOption(draft, option) : setValues(draft, option, values)
}

/** Replaces the values of an option by others of them, in another order or with other swatches. */
export const setValues = (draft: Draft, option: ProductOption, values: Value[]): Draft =>
  withOptions(draft, replaced(draft, option, { values }), unchanged)

function keepSorted(before: Draft, after: Draft): Draft {
  const isSorted = sorted(before).every((row, index) => row.key === before.variants[index]?.key)
  return isSorted ? { ...after, variants: sorted(after) } : after
}

function sorted({ options, variants }: Draft): VariantValues[] {
  const place = new Map(combinationsOf(options).map((combination, index) => [textOf(combination, options), index]))
  const placeOf = (row: VariantValues) => place.get(textOf(row.options, options)) ?? place.size
  return variants.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const textOf = (chosen: Chosen, options: ProductOption[]) => JSON.stringify(options.map(({ name }) => chosen[name]))

const combinationsOf = (options: ProductOption[]): Chosen[] =>
  options.reduce<Chosen[]>(
    (combinations, { name, values }) =>
      combinations.flatMap(one => values.map(value => ({ ...one, [name]: value.name }))),
    options.length > 0 ? [{}] : [],
  )

export function missingCombinations({ options, variants }: Draft): Chosen[] {
  const present = new Set(variants.map(row => textOf(row.options, options)))
  return combinationsOf(options).filter(one => !present.has(textOf(one, options)))
}

export function generateMissing(draft: Draft): Draft {
  const missing = missingCombinations(draft).slice(0, MOST_VARIANTS - draft.variants.length)
  return keepSorted(draft, { ...draft, variants: [...draft.variants, ...missing.map(newVariant)] })
}

/** The number of saved variants that a change removes, and their units. */
export function lostBy(before: Draft, after: Draft) {
  const kept = new Set(after.variants.map(({ key }) => key))
  const lost = before.variants.filter(({ key, _id }) => _id !== undefined && !kept.has(key))
  return { variants: lost.length, units: lost.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0) }
}
