import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { findCurrency } from '../../shop/settings.ts'
import { listCategoryNames } from '../categories.ts'
import type { Names } from '../change-summary.ts'
import { type FullProduct, listFullProducts } from '../product-rows.ts'
import { findSlugs } from '../product-slugs.ts'
import { type Cells, isWhole, NOTHING, unguarded } from './columns.ts'
import { categoryIds, type NewCategory } from './new-categories.ts'
import { allPicturesIn, type CategoryIds, categoryKey, type ProductRows, type TableRow } from './product-cells.ts'
import { matchVariants } from './variant-cells.ts'

export interface Known {
  products: Map<string, FullProduct>
  handles: Map<string, string>
  slugs: Map<string, string>
  /** Returned minus sold units since the export of the row. */
  sales: Map<string, number>
  variantSales: Map<string, number>
  skus: Map<string, { product: string; name: string; deleted_at: Date | null }>
  /** Products by their name in small letters. */
  namesakes: Map<string, string>
  categories: CategoryIds
  /** Keys are names as they are compared; ids are provisional. */
  newCategories: Map<string, NewCategory>
  fetched: Map<string, Set<string>>
  media: Map<string, string[]>
  names: Names
}

/** Own rows without Id and Handle are found by their SKU. */
export function productIdOf(
  { rows: [{ cells }], isForeign }: ProductRows,
  { handles, skus }: Pick<Known, 'handles' | 'skus'>,
): string {
  if (cells.id) return cells.id.toLowerCase()
  if (cells.handle) return handles.get(cells.handle.toLowerCase()) ?? ''
  const owner = isForeign ? undefined : skus.get(skuKey(cells))
  return owner && !owner.deleted_at ? owner.product : ''
}

const skuKey = ({ sku = '' }: Cells) => (sku === NOTHING ? '' : unguarded(sku).toLowerCase())

export const nameKey = ({ name = '' }: Cells) => unguarded(name).toLowerCase()

const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

export async function lookUp(db: Database, files: ProductRows[], newCategories: NewCategory[]): Promise<Known> {
  const rows = files.flatMap(({ rows }) => rows)
  const handles = await findProductHandles(
    db,
    files.map(({ rows: [{ cells }] }) => cells.handle?.toLowerCase() ?? '').filter(Boolean),
  )
  const skus = await findSkus(db, rows.map(({ cells }) => skuKey(cells)).filter(Boolean))
  const ids = files.map(file => productIdOf(file, { handles, skus }))
  const found = await listFullProducts(db, [...new Set(ids.filter(isId))])
  const products = new Map(found.map(product => [product._id, product]))
  const present = await listCategoryNames(db)
  const categories = [...newCategories, ...present]
  const known = found.flatMap(({ thumbnail, gallery }) => [...(thumbnail ? [thumbnail] : []), ...gallery])
  const pictures = [
    ...(await findPictures(
      db,
      rows.flatMap(({ cells }) => allPicturesIn(cells)),
    )),
    ...known.map(({ _id, name }) => ({ id: _id, name })),
  ]
  return {
    products,
    handles,
    slugs: await findSlugs(
      db,
      files.map(({ rows: [{ cells }] }) => cells.slug?.toLowerCase() ?? ''),
    ),
    sales: await sumSales(db, 'product', movementsOfProducts(files, ids)),
    variantSales: await sumSales(db, 'variant', movementsOfVariants(files, ids, products)),
    skus,
    namesakes: await findNamesakes(
      db,
      files
        .filter(({ isForeign }, n) => !isForeign && !products.has(ids[n] ?? ''))
        .map(({ rows: [{ cells }] }) => nameKey(cells)),
    ),
    categories: categoryIds(present),
    newCategories: new Map(newCategories.map(one => [categoryKey(one.name), one])),
    media: idsByName(pictures),
    fetched: await listFetched(db, [...products.keys()]),
    names: {
      currency: await findCurrency(db),
      categories: new Map(categories.map(({ id, name }) => [id, name])),
      media: new Map(pictures.map(({ id, name }) => [id, name])),
    },
  }
}

const movementIn = ({ cells: { movementAtExport = '' } }: TableRow) =>
  isWhole(movementAtExport) ? Math.trunc(Number(movementAtExport)) : undefined

/** A product that is repeated in the file is refused: the first counts. */
function movementsOfProducts(files: ProductRows[], ids: string[]): Map<string, number> {
  const movements = new Map<string, number>()
  for (const [n, { rows }] of files.entries()) {
    const id = ids[n] ?? ''
    const movement = movementIn(rows[0])
    if (isId(id) && movement !== undefined && !movements.has(id)) movements.set(id, movement)
  }
  return movements
}

function movementsOfVariants(files: ProductRows[], ids: string[], products: Known['products']): Map<string, number> {
  const movements = new Map<string, number>()
  for (const [n, { rows }] of files.entries()) {
    const matched = matchVariants(rows, products.get(ids[n] ?? ''))
    for (const row of rows) {
      const [variant, movement] = [matched.get(row.row)?._id, movementIn(row)]
      if (variant && movement !== undefined && !movements.has(variant)) movements.set(variant, movement)
    }
  }
  return movements
}

async function findSkus(db: Database, skus: string[]): Promise<Known['skus']> {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select([sql<string>`lower(sku)`.as('sku'), 'products.id as product', 'products.name', 'products.deleted_at'])
    .where(sql`lower(sku)`, '=', sql`any(${[...new Set(skus)]})`)
    .where('variants.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ sku, ...product }) => [sku, product]))
}

/** Of several products the oldest counts. */
async function findNamesakes(db: Database, names: string[]): Promise<Known['namesakes']> {
  const rows = await db
    .selectFrom('products')
    .select([sql<string>`lower(name)`.as('name'), 'id'])
    .where(sql`lower(name)`, '=', sql`any(${[...new Set(names.filter(Boolean))]})`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function findPictures(db: Database, called: string[]) {
  const names = [...new Set(called.filter(Boolean).map(name => name.toLowerCase()))]
  return db
    .selectFrom('media')
    .select(['id', 'name'])
    .where(({ or, eb }) =>
      or([
        eb('id', '=', sql<string>`any(${names.filter(isId)})`),
        eb(sql`lower(name)`, '=', sql`any(${names.filter(name => !isId(name))})`),
      ]),
    )
    .orderBy('id')
    .execute()
}

function idsByName(pictures: { id: string; name: string }[]): Known['media'] {
  const media = new Map<string, string[]>()
  for (const { id, name } of pictures) {
    const same = media.get(name.toLowerCase()) ?? []
    media.set(name.toLowerCase(), same.includes(id) ? same : [...same, id])
    media.set(id, [id])
  }
  return media
}

async function findProductHandles(db: Database, handles: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product_handles')
    .innerJoin('products', 'products.id', 'product_handles.product_id')
    .select(['handle', 'product_id'])
    .where('handle', '=', sql<string>`any(${[...new Set(handles)]})`)
    .where('products.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ handle, product_id }) => [handle, product_id]))
}

/** A deleted variant's units count for the variant that has its values now. */
async function sumSales(
  db: Database,
  of: 'product' | 'variant',
  since: Map<string, number>,
): Promise<Map<string, number>> {
  if (since.size === 0) return new Map()
  const asked =
    of === 'product'
      ? sql`variants on variants.product_id = seen.id`
      : sql`variants own on own.id = seen.id
        join variants on (variants.product_id, variants.option_values) = (own.product_id, own.option_values)`
  const { rows } = await sql<{ id: string; sold: number }>`
    select seen.id, sum(ledger.delta)::int as sold
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) seen (id, movement)
      join ${asked}
      join stock_ledger ledger on (ledger.product_id, ledger.variant_id) = (variants.product_id, variants.id)
        and ledger.id > seen.movement
    where ledger.reason in ('order', 'release')
    group by seen.id`.execute(db)
  return new Map(rows.map(({ id, sold }) => [id, sold]))
}

async function listFetched(db: Database, productIds: string[]): Promise<Map<string, Set<string>>> {
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
