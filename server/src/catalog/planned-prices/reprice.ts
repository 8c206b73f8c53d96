import { effectivePrice, fromCents, type PlannedPriceInput, percentOf, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'

export type Reduction = Pick<PlannedPriceInput, 'kind' | 'value'>

/**
 * The rows that decide prices: each product's own, and those of variants that differ from it. `was_` is what staff set,
 * which a running plan has replaced where `is_replaced`.
 */
const rowsOf = (ids: string[]) => sql`(
  select own.*, replaced.product_id is not null as is_replaced,
    case when replaced.product_id is null then own.on_sale else replaced.on_sale end as was_on_sale,
    case when replaced.product_id is null then own.sale else replaced.sale_price_cents end as was_sale
  from (
    select id as product, null as variant, price_cents as regular, on_sale, sale_price_cents as sale
    from products where id = any(${ids})
    union all
    select product_id, variants.id, coalesce(variants.price_cents, products.price_cents), variants.on_sale,
      variants.sale_price_cents
    from variants join products on products.id = product_id
    where product_id = any(${ids}) and variants.deleted_at is null
      and num_nonnulls(variants.price_cents, variants.on_sale, variants.sale_price_cents) > 0
  ) as own left join replaced_prices as replaced
    on replaced.product_id = product and replaced.variant_id is not distinct from variant
) as priced`

/** In cents; `variant` is null for a product's own row. */
export interface PlannedRow {
  product: string
  variant: string | null
  /** The product's sale would be its own. */
  inherits: boolean
  before: number
  cents: number
}

interface PricedRow {
  product: string
  variant: string | null
  regular: number
  was_on_sale: boolean | null
  was_sale: number | null
}

/** What a plan asks for rows of these products: its own price, or what staff set where that is lower. */
export async function askRows(db: Database, ids: string[], reduction: Reduction): Promise<PlannedRow[]> {
  const { rows } = await sql<PricedRow>`
    select product, variant, regular, was_on_sale, was_sale from ${rowsOf(ids)}
    order by product, variant nulls first`.execute(db)
  return [...Map.groupBy(rows, ({ product }) => product).values()].flatMap(rows => {
    const [own] = rows
    return rows.map(({ product, variant, regular: price, was_on_sale, was_sale }) => {
      const onSale = was_on_sale ?? own?.was_on_sale ?? false
      const before = effectivePrice({ price, onSale, salePrice: was_sale ?? own?.was_sale ?? null })
      const inherits = was_on_sale !== false && was_sale === null
      return { product, variant, inherits, before, cents: Math.min(before, reducedCents(price, reduction)) }
    })
  })
}

/** Of products that it reduces. A variant that is not is kept at its price, which may follow from the product's sale. */
export async function planRows(db: Database, ids: string[], reduction: Reduction): Promise<PlannedRow[]> {
  const rows = await askRows(db, ids, reduction)
  const reduced = new Set(rows.filter(({ before, cents }) => cents < before).map(({ product }) => product))
  return rows.filter(({ product }) => reduced.has(product))
}

export const insertRows = (db: Transaction, plan: string, rows: PlannedRow[]) =>
  sql`
    insert into planned_price_rows (plan_id, product_id, variant_id, cents)
    select ${plan}, product, variant, cents
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (product text, variant text, cents bigint)`.execute(
    db,
  )

export const reductionOf = ({ kind, value }: Pick<RowOf<'planned_prices'>, 'kind' | 'value'>): Reduction => ({
  kind,
  value: kind === 'percent' ? value : fromCents(value),
})

/** Of a regular price in cents. What would cost nothing is not reduced. */
export function reducedCents(price: number, { kind, value }: Reduction): number {
  if (kind === 'price') return toCents(value)
  const reduced = price - (kind === 'percent' ? percentOf(price, value) : toCents(value))
  return reduced > 0 ? reduced : price
}

interface WantedRow {
  product: string
  variant: string | null
  was_on_sale: boolean | null
  was_sale: number | null
  is_planned: boolean
  on_sale: boolean | null
  sale: number | null
}

interface Repriced {
  product: string
  category: string
  before: { onSale: boolean; cents: number }
  after: { onSale: boolean; cents: number }
}

/**
 * Writes the lowest price that running plans ask for each row and remembers what staff had set; a row that no plan
 * reduces any more gets that back. Answers the products that it changed.
 */
export async function writePlannedPrices(db: Transaction, ids: string[]): Promise<Repriced[]> {
  const wanted = await listWantedRows(db, ids)
  await rememberReplaced(db, wanted)
  await writeVariants(
    db,
    wanted.filter(({ variant }) => variant !== null),
  )
  return writeProducts(db, wanted)
}

async function listWantedRows(db: Transaction, ids: string[]): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select product, variant, was_on_sale, was_sale, cents is not null as is_planned,
      case when cents is null then was_on_sale else cents < regular end as on_sale, coalesce(cents, was_sale) as sale
    from ${rowsOf(ids)} left join lateral (
      select min(cents) as cents from planned_price_rows
      where product_id = product and variant_id is not distinct from variant
    ) as planned on true
    where cents is not null or is_replaced`.execute(db)
  return rows
}

/** Rows as a table of a statement, which finds their products and variants by index, however many they are. */
const tableOf = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
  (product text, variant text, was_on_sale boolean, was_sale bigint, is_planned boolean, on_sale boolean, sale bigint)`

async function rememberReplaced(db: Transaction, wanted: WantedRow[]): Promise<void> {
  await sql`
    insert into replaced_prices (product_id, variant_id, on_sale, sale_price_cents, written_on_sale, written_cents)
    select product, variant, was_on_sale, was_sale, on_sale, sale from ${tableOf(wanted)} where is_planned
    on conflict (product_id, variant_id) do update
    set written_on_sale = excluded.written_on_sale, written_cents = excluded.written_cents`.execute(db)
  await sql`
    delete from replaced_prices using ${tableOf(wanted.filter(row => !row.is_planned))}
    where product_id = product and variant_id is not distinct from variant`.execute(db)
}

async function writeVariants(db: Transaction, wanted: WantedRow[]): Promise<void> {
  if (wanted.length === 0) return
  await sql`
    update variants set on_sale = given.on_sale, sale_price_cents = sale, version = version + 1
    from ${tableOf(wanted)} where variants.id = variant`.execute(db)
}

/** A product gets a new version also where its variants alone have changed. */
async function writeProducts(db: Transaction, wanted: WantedRow[]): Promise<Repriced[]> {
  const own = new Map(
    wanted.map(({ product }) => [product, { product, on_sale: null, sale: null } as Partial<WantedRow>]),
  )
  for (const row of wanted) if (row.variant === null) own.set(row.product, row)
  const { rows } = await sql<Repriced>`
    update products set on_sale = coalesce(given.on_sale, products.on_sale), version = products.version + 1,
      sale_price_cents = coalesce(sale, products.sale_price_cents)
    from ${tableOf([...own.values()])} join products as was on was.id = product
      join categories on categories.id = was.category_id
    where products.id = product
    returning product, categories.slug as category,
      json_build_object('onSale', was.on_sale, 'cents', was.sale_price_cents) as before,
      json_build_object('onSale', products.on_sale, 'cents', products.sale_price_cents) as after`.execute(db)
  return rows
}
