import type { ChosenOptions, Facets } from '@mela/contract'
import type { OptionSet } from './option-sets.repository.ts'

const MOST_OPTIONS_SHOWN = 6
const MOST_VALUES_SHOWN = 30

/** Products with equal variants. */
interface Equal {
  variants: OptionSet
  count: number
}

/** The number of products for each value of each option, together with the chosen values of the others. */
export function countOptions(products: Equal[], chosen: ChosenOptions): Facets['options'] {
  const options = new Map<string, { total: number; counts: Map<string, number> }>()
  for (const { variants, count } of products) {
    for (const [name, values] of valuesLeft(variants, chosen)) {
      const { total, counts } = options.get(name) ?? { total: 0, counts: new Map<string, number>() }
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + count)
      options.set(name, { total: total + count, counts })
    }
  }
  return [...options]
    .sort(([, one], [, other]) => other.total - one.total)
    .slice(0, MOST_OPTIONS_SHOWN)
    .map(([name, { counts }]) => ({ name, values: mostOf(counts) }))
}

/** The values that can still be chosen of each option, in one variant with the chosen ones of the others. */
function valuesLeft(variants: OptionSet, chosen: ChosenOptions): Map<string, Set<string>> {
  const asked = Object.entries(chosen)
  const left = new Map<string, Set<string>>()
  for (const variant of variants) {
    const missed = asked.filter(([name, values]) => !values.includes(variant[name] ?? ''))
    for (const [name, value] of Object.entries(variant)) {
      if (missed.every(([other]) => other === name)) left.set(name, (left.get(name) ?? new Set()).add(value))
    }
  }
  return left
}

const numbers = new Intl.Collator('en', { numeric: true })
const LETTERS = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** The most frequent values: words by their frequency, then sizes of letters, then what begins with a digit, each by size. */
function mostOf(counts: Map<string, number>) {
  const most = [...counts].map(([name, count]) => ({ name, count, letters: LETTERS.indexOf(name.toUpperCase()) }))
  const shown = most.sort((one, other) => other.count - one.count).slice(0, MOST_VALUES_SHOWN)
  const isNumber = ({ name }: { name: string }) => /^\d/.test(name)
  return [
    ...shown.filter(value => value.letters < 0 && !isNumber(value)),
    ...shown.filter(value => value.letters >= 0).sort((one, other) => one.letters - other.letters),
    ...shown.filter(isNumber).sort((one, other) => numbers.compare(one.name, other.name)),
  ].map(({ name, count }) => ({ name, count }))
}
