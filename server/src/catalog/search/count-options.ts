import { type ChosenOptions, type Facets, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'

const MOST_OPTIONS_SHOWN = 6
const MOST_VALUES_SHOWN = 30

interface OptionValue {
  /** In the first spelling by the alphabet, in which capitals come first. */
  name: string
  value: string
  /** The number of the first value of its option. */
  option: number
}

/** The values of each variant, as numbers. */
type OptionSet = number[][]

/** Gives the values of options numbers, so that thousands of sets are counted without a look at texts. */
function numberOptions() {
  const values: OptionValue[] = []
  const numbers = new Map<string, Map<string, number>>()

  function numberOf([name, value]: [string, string]): number {
    const spelled = spellingOf(name)
    const ofOption = numbers.get(spelled) ?? new Map<string, number>()
    const number = ofOption.get(spellingOf(value)) ?? values.length
    const [option = number] = ofOption.values()
    const first = values[option]
    if (first && name < first.name) first.name = name
    const known = values[number]
    if (known && value < known.value) known.value = value
    if (!known) values.push({ name, value, option })
    numbers.set(spelled, ofOption.set(spellingOf(value), number))
    return number
  }

  const setOf = (variants: Record<string, string>[]): OptionSet =>
    variants.map(variant => Object.entries(variant).map(numberOf))
  return { values, setOf }
}

const emptied = () => ({ sets: new Map<number, OptionSet>(), ...numberOptions() })

/** Twice the most sets of one request, so that a request does not empty the cache of the next one. */
const MOST_KEPT = 40_000

/** A set never changes, so an instance keeps those that it has read. */
const read = new WeakMap<Database, ReturnType<typeof emptied>>()

/** The sets with these ids among others, and the values that they are made of. */
async function listOptionSets(db: Database, ids: number[]) {
  const kept = read.get(db)
  const known = kept && kept.sets.size <= MOST_KEPT ? kept : emptied()
  read.set(db, known)
  const unknown = ids.filter(id => !known.sets.has(id))
  if (unknown.length === 0) return known

  const rows = await db
    .selectFrom('option_sets')
    .select(['id', 'variants'])
    .where('id', '=', sql<number>`any(${unknown})`)
    .execute()
  for await (const { id, variants } of withPauses(rows)) known.sets.set(id, known.setOf(variants))
  return known
}

/** Products with equal variants. */
interface Equal {
  set: OptionSet
  count: number
}

/** The number of products for each value of each option, together with the chosen values of the others. */
export async function countOptions(db: Database, counted: { id: number; count: number }[], chosen: ChosenOptions) {
  const { sets, values } = await listOptionSets(
    db,
    counted.map(({ id }) => id),
  )
  const products = counted.flatMap(({ id, count }) => {
    const set = sets.get(id)
    return set ? [{ set, count }] : []
  })
  const { ofValues, ofOptions } = await countValues(products, values, chosen)
  const shown = values
    .flatMap(({ name, option }, number) => (option === number ? [{ name, option, count: ofOptions[option] ?? 0 }] : []))
    .filter(({ count }) => count > 0)
    .sort(byCount)
    .slice(0, MOST_OPTIONS_SHOWN)
  const options = new Map(shown.map(({ name, option }) => [option, { name, values: [] as ValueCount[] }]))
  for (const [number, { option, value }] of values.entries()) {
    const count = ofValues[number] ?? 0
    if (count > 0) options.get(option)?.values.push({ name: value, count })
  }
  return [...options.values()].map(({ name, values }): Facets['options'][number] => ({ name, values: mostOf(values) }))
}

/** Counts by number: a value counts when one variant has it together with the chosen values of other options. */
async function countValues(products: Equal[], values: OptionValue[], chosen: ChosenOptions) {
  const asked = new Map(Object.entries(chosen).map(([name, values]) => [spellingOf(name), values.map(spellingOf)]))
  const isChosen = values.map(({ option, value }) =>
    asked.get(spellingOf(values[option]?.name ?? ''))?.includes(spellingOf(value)),
  )
  const [ofValues, ofOptions] = [countOnce(values.length), countOnce(values.length)]
  let product = 0
  for await (const { set, count } of withPauses(products)) {
    product += 1
    for (const variant of set) {
      let missed = asked.size
      for (const number of variant) if (isChosen[number]) missed -= 1
      for (const number of variant) {
        if (missed > 1 || (missed === 1 && isChosen[number] !== false)) continue
        ofValues.add(number, product, count)
        ofOptions.add(values[number]?.option ?? 0, product, count)
      }
    }
  }
  return { ofValues: ofValues.counts, ofOptions: ofOptions.counts }
}

/** Sums by number; a number is added once per round. */
function countOnce(size: number) {
  const [counts, last] = [new Uint32Array(size), new Uint32Array(size)]
  return {
    counts,
    add(number: number, round: number, count: number) {
      if (last[number] === round) return
      last[number] = round
      counts[number] = (counts[number] ?? 0) + count
    },
  }
}

type ValueCount = Facets['options'][number]['values'][number]

/** Equal counts are sorted by name in character order: for 25,000 values a collator takes 90 ms, and this 11. */
const byCount = (one: ValueCount, other: ValueCount) => other.count - one.count || (one.name < other.name ? -1 : 1)

const numbers = new Intl.Collator('en', { numeric: true })
const LETTERS = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** The most frequent values: words by their frequency, then sizes of letters, then what begins with a digit, each by size. */
function mostOf(counts: ValueCount[]): ValueCount[] {
  const most = counts.sort(byCount).slice(0, MOST_VALUES_SHOWN)
  const shown = most.map(value => ({ ...value, letters: LETTERS.indexOf(value.name.toUpperCase()) }))
  const isNumber = ({ name }: { name: string }) => /^\d/.test(name)
  return [
    ...shown.filter(value => value.letters < 0 && !isNumber(value)),
    ...shown.filter(value => value.letters >= 0).sort((one, other) => one.letters - other.letters),
    ...shown.filter(isNumber).sort((one, other) => numbers.compare(one.name, other.name)),
  ].map(({ name, count }) => ({ name, count }))
}

/** Once a night: deletes the sets that no product has any more; waits for transactions that have found one, a second at the most. */
export async function forgetUnusedSets(db: Database): Promise<void> {
  await transact(db, async db => {
    await sql`set local lock_timeout = '1s'`.execute(db)
    await sql`lock table option_sets in share row exclusive mode`.execute(db)
    await sql`
      delete from option_sets where not exists (
        select from product_index where option_sets.id in (offered_set, stocked_set)
      )`.execute(db)
  })
}
