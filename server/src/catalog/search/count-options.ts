import { type ChosenOptions, type Facets, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'

const MOST_OPTIONS_SHOWN = 6
const MOST_VALUES_SHOWN = 30

type Option = Facets['options'][number]
type ValueCount = Option['values'][number]

interface OptionCount extends ValueCount {
  values: Map<string, ValueCount>
}

/** The number of products for each value of each option, together with the chosen values of the others. */
export async function countOptions(
  db: Database,
  sets: { id: number; count: number }[],
  chosen: ChosenOptions,
): Promise<Option[]> {
  const products = new Map(sets.map(({ id, count }) => [id, count]))
  const held = db.selectFrom('option_sets').select(['id', 'variants'])
  const rows = await held.where('id', '=', sql<number>`any(${[...products.keys()]})`).execute()
  const asked = Object.entries(chosen).map(([name, values]) => [spellingOf(name), values.map(spellingOf)] as const)
  const options = new Map<string, OptionCount>()
  for await (const { id, variants } of withPauses(rows)) {
    // Each of them counts a product once, in however many variants it is.
    const counted = new Set<ValueCount>()
    for (const variant of variants) {
      const spelled = new Map(Object.entries(variant).map(pair => [spellingOf(pair[0]), pair]))
      const missed = asked.filter(([name, values]) => !values.includes(spellingOf(spelled.get(name)?.[1] ?? '')))
      for (const [key, [name, value]] of spelled) {
        if (missed.some(([other]) => other !== key)) continue
        const option = entryOf<OptionCount>(options, key, { name, count: 0, values: new Map() })
        counted.add(option).add(entryOf(option.values, spellingOf(value), { name: value, count: 0 }))
      }
    }
    for (const one of counted) one.count += products.get(id) ?? 0
  }
  const shown = [...options.values()].sort(byCount).slice(0, MOST_OPTIONS_SHOWN)
  return shown.map(({ name, values }) => ({ name, values: mostOf([...values.values()]) }))
}

/** What is spelled in several ways has the first by the alphabet, in which capitals come first. */
function entryOf<Count extends ValueCount>(counts: Map<string, Count>, key: string, added: Count): Count {
  const present = counts.get(key) ?? added
  if (added.name < present.name) present.name = added.name
  counts.set(key, present)
  return present
}

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
