import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { findCurrency } from '../../shop/settings.ts'
import { listTaxClasses } from '../../shop/tax-classes.ts'
import { listProductsAsSet } from '../planned-prices/save-under-plans.ts'
import { findNamed } from '../product-slugs.ts'
import { findSkus } from '../save-variants.ts'
import type { Categories } from './check-import.ts'
import { type Cells, isWhole, NOTHING, unguarded } from './columns.ts'
import { allPicturesIn, type ProductRows, type TableRow } from './product-cells.ts'
import { matchVariants } from './variant-cells.ts'

export type Known = Awaited<ReturnType<typeof lookUp>>

const skuKey = ({ sku = '' }: Cells) => (sku === NOTHING ? '' : unguarded(sku).toLowerCase())

const nameKey = ({ name = '' }: Cells) => unguarded(name).toLowerCase()

/** What the shop has of these products of a file. */
export async function lookUp(db: Database, files: ProductRows[], { present, known, added }: Categories) {
  const rows = files.flatMap(({ rows }) => rows)
  const firsts = files.map(({ rows: [{ cells }] }) => cells)
  const namesIn = (column: 'handle' | 'slug') => firsts.flatMap(cells => cells[column]?.toLowerCase() || [])
  const handles = await findNamed(db, 'handle', namesIn('handle'))
  const skus = await findSkus(db, rows.map(({ cells }) => skuKey(cells)).filter(Boolean))
  /** Own rows without Id and Handle are found by their SKU. */
  const idOf = ({ rows: [{ cells }], isForeign }: ProductRows): string => {
    if (cells.id) return cells.id.toLowerCase()
    if (cells.handle) return handles.get(cells.handle.toLowerCase()) ?? ''
    const owner = isForeign ? undefined : skus.get(skuKey(cells))
    return owner && !owner.deleted_at ? owner.product : ''
  }
  const ids = files.map(idOf)
  const found = await listProductsAsSet(db, [...new Set(ids)])
  const products = new Map(found.map(product => [product._id, product]))
  const matched = files.map(({ rows }, n) => matchVariants(rows, products.get(ids[n] ?? '')))
  const others = files.filter(({ isForeign }, n) => !isForeign && !products.has(ids[n] ?? ''))
  const names = others.map(({ rows: [{ cells }] }) => nameKey(cells))
  const called = rows.flatMap(({ cells }) => allPicturesIn(cells))
  const pictures = await findPictures(db, called)
  const presentPictures = found.flatMap(({ thumbnail, gallery }) => [thumbnail ?? [], gallery].flat())
  const namesakes = await findNamesakes(db, names)
  const ofProducts = movementsIn(files, ({ row }, n) => row === files[n]?.rows[0].row && ids[n])
  const ofVariants = movementsIn(files, ({ row }, n) => matched[n]?.get(row)?._id)
  return {
    productOf: (file: ProductRows) => products.get(idOf(file)),
    namesakeOf: ({ rows: [{ cells }], isForeign }: ProductRows) =>
      isForeign ? undefined : namesakes.get(nameKey(cells)),
    taxClasses: await listTaxClasses(db),
    slugs: await findNamed(db, 'slug', namesIn('slug')),
    /** Returned minus sold units since the export of the row. */
    sales: await sumSales(db, 'product', ofProducts),
    variantSales: await sumSales(db, 'variant', ofVariants),
    skus,
    categories: known,
    newCategories: added,
    mediaIds: new Set(pictures.map(({ _id }) => _id)),
    media: Map.groupBy(pictures, ({ name }) => name.toLowerCase()),
    fetched: await listFetched(db, [...products.keys()]),
    names: {
      currency: await findCurrency(db),
      categories: new Map([...added.values(), ...present].map(({ id, name }) => [id, name])),
      media: new Map([...pictures, ...presentPictures].map(({ _id, name }) => [_id, name])),
    },
  }
}

/** The exports' last movements by what the rows name. A product that is repeated is refused: the first counts. */
function movementsIn(files: ProductRows[], idOf: (row: TableRow, n: number) => string | false | undefined) {
  const movements = new Map<string, number>()
  for (const [n, { rows }] of files.entries()) {
    for (const row of rows) {
      const [id, movement = ''] = [idOf(row, n), row.cells.movementAtExport]
      if (id && isWhole(movement) && !movements.has(id)) movements.set(id, Math.trunc(Number(movement)))
    }
  }
  return movements
}

/** Of several products the oldest counts. */
async function findNamesakes(db: Database, names: string[]) {
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
    .select(['id as _id', 'name'])
    .where(sql<boolean>`(id = any(${names}) or lower(name) = any(${names}))`)
    .orderBy('id')
    .execute()
}

/** A deleted variant's units count for the variant that has its values now. */
async function sumSales(db: Database, of: 'product' | 'variant', since: Map<string, number>) {
  if (since.size === 0) return new Map<string, number>()
  const sold =
    of === 'product'
      ? sql`variants on variants.product_id = seen.id`
      : sql`variants own on own.id = seen.id
        join variants on (variants.product_id, variants.option_values) = (own.product_id, own.option_values)`
  const { rows } = await sql<{ id: string; sold: number }>`
    select seen.id, sum(ledger.delta)::int as sold
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) seen (id, movement)
      join ${sold}
      join stock_ledger ledger on (ledger.product_id, ledger.variant_id) = (variants.product_id, variants.id)
        and ledger.id > seen.movement
    where ledger.reason in ('order', 'release')
    group by seen.id`.execute(db)
  return new Map(rows.map(({ id, sold }) => [id, sold]))
}

async function listFetched(db: Database, productIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('imported_pictures')
    .select(['product_id', sql<string[]>`array_agg(address)`.as('addresses')])
    .where('product_id', '=', sql<string>`any(${productIds})`)
    .where(sql<boolean>`(state in ('waiting', 'fetched') or media_id is not null)`)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, addresses }) => [product_id, new Set(addresses)]))
}
