import { type ChosenOptions, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { withPauses } from '../../platform/runtime/with-pauses.ts'
import { numberOptions, type OptionSet } from './count-options.ts'
import { MOST_GROUPS } from './facets.repository.ts'

/** Twice the most sets of one request, so that a request does not empty the cache of the next one. */
const MOST_KEPT = 2 * MOST_GROUPS

const emptied = () => ({ sets: new Map<number, OptionSet>(), ...numberOptions() })

/** A set never changes, so an instance keeps those that it has read. */
const read = new WeakMap<Database, ReturnType<typeof emptied>>()

/** The sets with these ids among others, and the values that they are made of. */
export async function listOptionSets(db: Database, ids: number[]) {
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

/** The sets that hold a variant with one of the values of each option, in any spelling. */
export async function listSetsWith(db: Database, chosen: ChosenOptions): Promise<number[]> {
  const one = (name: string, value: string) => Object.fromEntries([[spellingOf(name), spellingOf(value)]])
  const variants = Object.entries(chosen).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap(variant => values.map(value => ({ ...variant, ...one(name, value) }))),
    [{}],
  )
  const wanted = variants.map(variant => JSON.stringify([variant]))
  const sets = db.selectFrom('option_sets').select('id').where(sql<boolean>`spelled @> any(${wanted}::jsonb[])`)
  return (await sets.execute()).map(({ id }) => id)
}

const MOST_NAMES = 20
/** Shops have few options, so the newest sets name them all. */
const NEWEST_SETS = 500

/** The names of the shop's options in small letters, the most frequent first. */
export async function listOptionNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (select spelled -> 0 as first from option_sets order by id desc limit ${sql.lit(NEWEST_SETS)}) as newest,
      jsonb_object_keys(first) as name
    group by name order by count(*) desc, name limit ${sql.lit(MOST_NAMES)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The first of these options that has the value, both in the shop's own spelling. */
export async function findOption(db: Database, names: string[], typed: string) {
  const value = spellingOf(typed)
  const wanted = names.map(name => JSON.stringify([{ [name]: value }]))
  const { rows } = await sql<{ place: number; variants: Record<string, string>[] }>`
    select place::int, found.variants from unnest(${wanted}::jsonb[]) with ordinality as asked (variants, place),
      lateral (select variants from option_sets where spelled @> asked.variants limit 1) as found
    order by place limit 1`.execute(db)
  const [found] = rows
  const isFound = ([name, own]: [string, string]) =>
    spellingOf(name) === names[(found?.place ?? 0) - 1] && spellingOf(own) === value
  const [own] = (found?.variants ?? []).flatMap(Object.entries<string>).filter(isFound)
  return own && { name: own[0], value: own[1] }
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
