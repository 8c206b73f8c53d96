import type { Variant } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { typedTerms } from './search/analyzer.ts'
import { namedValues } from './variants.repository.ts'

type Found = Pick<Variant, 'options' | 'sku' | 'stock'>

/** SKU or barcode count in any spelling that search finds. */
export async function findVariantsByCode(
  db: Database,
  productIds: string[],
  code: string,
): Promise<Map<string, Found>> {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.product_id', 'products.options', 'option_values', 'sku', 'barcode', 'stock.quantity'])
    .where('variants.product_id', '=', sql<string>`any(${productIds})`)
    .where('variants.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('sku', 'is not', null), eb('barcode', 'is not', null)]))
    .execute()
  const typed = plain(code)
  const found = rows.filter(({ sku, barcode }) => [sku, barcode].some(one => one !== null && plain(one) === typed))
  return new Map(
    found.map(({ product_id, options, option_values, sku, quantity }) => [
      product_id,
      { options: namedValues(options, option_values), sku, stock: quantity },
    ]),
  )
}

const plain = (code: string) => typedTerms(code).join('')
