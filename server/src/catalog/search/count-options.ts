import { type ChosenOptions, type Facets, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'

const MOST_OPTIONS_SHOWN = 6
const MOST_VALUES_SHOWN = 30

/** Names are in the first spelling by the alphabet, in which capitals come first. */
interface Option {
  name: string
  values: Map<string, Value>
}

interface Value {
  name: string
  option: Option
}

const emptied = () => ({ sets: new Map<number, Value[][]>(), options: new Map<string, Option>() })

/** Twice the most sets of one request, so that a request does not empty the cache of the next one. */
const MOST_KEPT = 40_000

/** A set never changes, so an instance keeps those that it has read. */
const read = new WeakMap<Database, ReturnType<typeof emptied>>()

/** The values of each variant of the sets with these ids, among others. */
async function listOptionSets(db: Database, ids: number[]) {
  const kept = read.get(db)
  const { sets, options } = kept && kept.sets.size <= MOST_KEPT ? kept : emptied()
  read.set(db, { sets, options })
  const unknown = ids.filter(id => !sets.has(id))
  if (unknown.length === 0) return { sets, options }

  function intern([name, value]: [string, string]): Value {
    const option = options.get(spellingOf(name)) ?? { name, values: new Map() }
    const known = option.values.get(spellingOf(value)) ?? { name: value, option }
    if (name < option.name) option.name = name
    if (value < known.name) known.name = value
    options.set(spellingOf(name), option)
    option.values.set(spellingOf(value), known)
    return known
  }
  const rows = await db
    .selectFrom('option_sets')
    .select(['id', 'variants'])
    .where('id', '=', sql<number>`any(${unknown})`)
    .execute()
  for await (const { id, variants } of withPauses(rows))
    sets.set(
      id,
      variants.map(variant => Object.entries(variant).map(intern)),
    )
  return { sets, options }
}

/** The number of products for each value of each option, together with the chosen values of the others. */
export async function countOptions(db: Database, counted: { id: number; count: number }[], chosen: ChosenOptions) {
  const ids = counted.map(({ id }) => id)
  const { sets, options } = await listOptionSets(db, ids)
  const asked = Object.entries(chosen).map(([name, values]) => ({ option: options.get(spellingOf(name)), values }))
  const askedOptions = new Set(asked.map(({ option }) => option))
  const wanted = new Set(
    asked.flatMap(({ option, values }) => values.map(value => option?.values.get(spellingOf(value)))),
  )
  const [ofValues, ofOptions] = [new Map<Value, number>(), new Map<Option, number>()]
  for await (const { id, count } of withPauses(counted)) {
    const found = new Set<Value>()
    for (const variant of sets.get(id) ?? []) {
      const missed = askedOptions.size - variant.filter(value => wanted.has(value)).length
      for (const value of variant) {
        const isOfMissed = askedOptions.has(value.option) && !wanted.has(value)
        if (missed === 0 || (missed === 1 && isOfMissed)) found.add(value)
      }
    }
    for (const value of found) ofValues.set(value, (ofValues.get(value) ?? 0) + count)
    for (const option of new Set(Array.from(found, ({ option }) => option)))
      ofOptions.set(option, (ofOptions.get(option) ?? 0) + count)
  }
  return Array.from(ofOptions, ([option, count]) => ({ option, name: option.name, count }))
    .sort(byCount)
    .slice(0, MOST_OPTIONS_SHOWN)
    .map(({ option, name }): Facets['options'][number] => {
      const values = Array.from(option.values.values(), value => ({
        name: value.name,
        count: ofValues.get(value) ?? 0,
      }))
      return { name, values: mostOf(values.filter(({ count }) => count > 0)) }
    })
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
