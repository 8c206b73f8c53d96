import { MOST_VARIANTS, type ProductOption } from '@mela/contract'
import { newVariant, type VariantValues } from '../variant-values.ts'

/** Options and variants while they are edited: the variants are adapted to every change of the options. */
export interface Draft {
  options: ProductOption[]
  variants: VariantValues[]
}

const replaceAt = <Item>(items: Item[], index: number, item: Item) =>
  items.map((one, at) => (at === index ? item : one))

export const addOption = ({ options, variants }: Draft, name: string): Draft => ({
  options: [...options, { name, values: [] }],
  variants,
})

export function renameOption({ options, variants }: Draft, index: number, name: string): Draft {
  const option = options[index]
  if (!option) return { options, variants }
  const renamed = (one: string) => (one === option.name ? name : one)
  return {
    options: replaceAt(options, index, { ...option, name }),
    variants: variants.map(row => ({
      ...row,
      options: Object.fromEntries(Object.entries(row.options).map(([key, value]) => [renamed(key), value])),
    })),
  }
}

/** Removes an option; of variants that differ only in this option, the first stays. */
export function removeOption({ options, variants }: Draft, index: number): Draft {
  const left = options.toSpliced(index, 1)
  const seen = new Set<string>()
  const kept = variants
    .map(row => ({ ...row, options: chosenOf(row, left) }))
    .filter(row => {
      const combination = textOf(row.options, left)
      const isFirst = !seen.has(combination)
      seen.add(combination)
      return isFirst
    })
  return { options: left, variants: kept }
}

/** The values of a variant in the order of the product's options; others are dropped. */
const chosenOf = (row: VariantValues, options: ProductOption[]) =>
  Object.fromEntries(
    options.flatMap(({ name }) => (row.options[name] === undefined ? [] : [[name, row.options[name]]])),
  )

export function moveOption({ options, variants }: Draft, from: number, to: number): Draft {
  const option = options[from]
  if (!option) return { options, variants }
  const moved = options.toSpliced(from, 1).toSpliced(to, 0, option)
  return keepSorted({ options, variants }, { options: moved, variants })
}

/** Adds a value. An option's first value is set in all variants; without variants, `plain` becomes the first one. */
export function addValue({ options, variants }: Draft, index: number, name: string, plain: VariantValues): Draft {
  const option = options[index]
  if (!option) return { options, variants }
  const isFirst = option.values.length === 0
  const rows = variants.length === 0 && isFirst ? [{ ...plain, options: {} }] : variants
  return {
    options: replaceAt(options, index, { ...option, values: [...option.values, { name }] }),
    variants: isFirst ? rows.map(row => ({ ...row, options: { ...row.options, [option.name]: name } })) : rows,
  }
}

export function renameValue({ options, variants }: Draft, index: number, from: string, to: string): Draft {
  const option = options[index]
  if (!option) return { options, variants }
  const values = option.values.map(value => (value.name === from ? { ...value, name: to } : value))
  const rows = variants.map(row =>
    row.options[option.name] === from ? { ...row, options: { ...row.options, [option.name]: to } } : row,
  )
  return { options: replaceAt(options, index, { ...option, values }), variants: rows }
}

/** Removes a value together with its variants. */
export function removeValue({ options, variants }: Draft, index: number, name: string): Draft {
  const option = options[index]
  if (!option) return { options, variants }
  const values = option.values.filter(value => value.name !== name)
  const kept = variants.filter(row => row.options[option.name] !== name)
  return { options: replaceAt(options, index, { ...option, values }), variants: kept }
}

/** Replaces the values of an option by the same values in another order or with other swatches. */
export function setValues(draft: Draft, index: number, values: ProductOption['values']): Draft {
  const option = draft.options[index]
  if (!option) return draft
  return keepSorted(draft, { ...draft, options: replaceAt(draft.options, index, { ...option, values }) })
}

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
