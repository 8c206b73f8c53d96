import type { Settings } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'
import { settingsOf } from './settings.ts'

type Classes = Settings['money']['taxClasses']

export const listTaxClasses = async (db: Database): Promise<string[]> =>
  namesIn(await db.selectFrom('settings').select('changes').executeTakeFirstOrThrow())

/** They stay until the transaction ends. */
export const lockTaxClasses = async (db: Transaction): Promise<string[]> =>
  namesIn(await db.selectFrom('settings').select('changes').forShare().executeTakeFirstOrThrow())

const namesIn = ({ changes }: Pick<RowOf<'settings'>, 'changes'>) =>
  settingsOf(changes).money.taxClasses.map(({ name }) => name)

/** A sentence for a class that the shop does not have. */
export function findTaxClassFault(classes: readonly string[], name: string | null | undefined): string | undefined {
  if (!name || classes.includes(name)) return undefined
  const others = classes.join(', ') || 'the standard one alone, which needs no name'
  return `There is no such tax class. The shop has: ${others}.`
}

/** Products would get the standard tax without a word. Lock the settings first. */
export async function refuseUsedTaxClasses(db: Database, before: Classes, after: Classes): Promise<void> {
  const gone = before.map(({ name }) => name).filter(name => after.every(other => other.name !== name))
  if (gone.length === 0) return
  const used = await db
    .selectFrom('products')
    .select(['tax_class', ({ fn }) => fn.countAll<number>().as('products')])
    .where('tax_class', '=', sql<string>`any(${gone}::text[])`)
    .where('deleted_at', 'is', null)
    .groupBy('tax_class')
    .executeTakeFirst()
  if (!used) return
  const products = used.products === 1 ? '1 product has' : `${used.products} products have`
  throw invalid({ 'money.taxClasses': `${products} the class ${used.tax_class}: give them another one first.` })
}
