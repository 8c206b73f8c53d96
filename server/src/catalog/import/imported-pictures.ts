import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

interface Asked {
  address: string
  alt: string
  variants: string[][]
}

/** Pictures from an earlier import are not fetched again. */
export async function askForPictures(
  db: Transaction<Tables>,
  importId: string,
  productId: string,
  asked: Asked[],
): Promise<void> {
  if (asked.length === 0) return
  await db
    .insertInto('imported_pictures')
    .values(
      asked.map(({ variants, ...one }, position) => ({
        ...one,
        variants: JSON.stringify(variants),
        product_id: productId,
        import_id: importId,
        position,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['product_id', 'address'])
        .doUpdateSet(({ ref }) => ({
          import_id: importId,
          position: ref('excluded.position'),
          alt: ref('excluded.alt'),
          variants: ref('excluded.variants'),
          state: 'waiting' as const,
          reason: null,
        }))
        .where(({ or, eb, and }) =>
          or([
            eb('imported_pictures.state', '=', 'failed'),
            and([eb('imported_pictures.state', '=', 'done'), eb('imported_pictures.media_id', 'is', null)]),
          ]),
        ),
    )
    .execute()
}

export async function listFetched(db: Database, productIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('imported_pictures')
    .select(['product_id', 'address'])
    .where('product_id', '=', sql<string>`any(${productIds})`)
    .where(({ or, eb }) => or([eb('state', 'in', ['waiting', 'fetched']), eb('media_id', 'is not', null)]))
    .execute()
  const fetched = new Map<string, Set<string>>()
  for (const { product_id, address } of rows) {
    const known = fetched.get(product_id) ?? new Set()
    fetched.set(product_id, known.add(address))
  }
  return fetched
}

export interface WaitingPicture {
  address: string
  alt: string
  variants: string[][]
  state: 'waiting' | 'fetched'
  media_id: string | null
}

/** Pictures come in their order. */
export async function findWaiting(db: Database, importId: string) {
  const next = await waiting(db)
    .select('product_id')
    .where('import_id', '=', importId)
    .orderBy('product_id')
    .limit(1)
    .executeTakeFirst()
  return next && { productId: next.product_id, pictures: await findWaitingOf(db, importId, next.product_id) }
}

export function findWaitingOf(db: Database, importId: string, productId: string): Promise<WaitingPicture[]> {
  return waiting(db)
    .select(['address', 'alt', 'variants', 'media_id'])
    .select(({ ref }) => ref('state').$castTo<WaitingPicture['state']>().as('state'))
    .where('import_id', '=', importId)
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
}

const waiting = (db: Database) => db.selectFrom('imported_pictures').where('state', 'in', ['waiting', 'fetched'])

type PictureState =
  | { state: 'fetched'; media_id: string }
  | { state: 'failed'; reason: string }
  | { state: 'done' | 'waiting' }

export async function setState(db: Database, productId: string, addresses: string[], to: PictureState): Promise<void> {
  await db
    .updateTable('imported_pictures')
    .set({ reason: null, ...to })
    .where('product_id', '=', productId)
    .where('address', '=', sql<string>`any(${addresses})`)
    .execute()
}

export async function countPictures(db: Database, importId: string) {
  const rows = await db
    .selectFrom('imported_pictures')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('state')
    .execute()
  const countOf = (...states: string[]) =>
    rows.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
  return { waiting: countOf('waiting', 'fetched'), done: countOf('done'), failed: countOf('failed') }
}

export async function listFailed(db: Database, importId: string, { page, size }: { page: number; size: number }) {
  const failed = db
    .selectFrom('imported_pictures')
    .innerJoin('products', 'products.id', 'imported_pictures.product_id')
    .where('import_id', '=', importId)
    .where('state', '=', 'failed')
  const { total } = await failed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await failed
    .select(['products.id as product', 'products.name', 'address'])
    .select(({ fn }) => fn.coalesce('reason', sql<string>`''`).as('reason'))
    .orderBy('products.id')
    .orderBy('position')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

export async function retryFailed(db: Transaction<Tables>, importId: string): Promise<void> {
  await db
    .updateTable('imported_pictures')
    .set({ state: 'waiting', reason: null })
    .where('import_id', '=', importId)
    .where('state', '=', 'failed')
    .execute()
}
