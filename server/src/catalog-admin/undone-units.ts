import type { FullProduct } from '../products/product-mapping.ts'
import { PLAIN } from './plan-variants.ts'
import type { Fields, VariantFields } from './product-fields.ts'
import type { Entry } from './product-history.repository.ts'

type Sold = Pick<FullProduct, 'variants' | 'stock'>
export type Change = Pick<Entry, 'before' | 'after' | 'plainVariant' | 'units'>

/** Whether the stock of the product belonged to its only variant. */
export const isOfOne = ({ options, variants = [] }: Partial<Fields>) =>
  !options && variants.every(({ stock }) => stock === undefined)

/** The variants from before a change; undefined if it changed none. */
export function variantsBefore({ before, plainVariant }: Change): VariantFields[] | undefined {
  if (before?.variants?.length || plainVariant === null) return before?.variants
  return [{ ...PLAIN, _id: plainVariant }]
}

/**
 * The units that a change added to each variant. History entries from before ADR 0038 do not store them: they are then
 * the stock after the change less the stock before it. Where the change set options, the stock after it is the present
 * one, because such a change can only be undone before any sale.
 */
export function unitsOf(product: Sold, change: Change): Map<string, number> {
  const { before, after, units } = change
  if (units) return new Map(Object.entries(units))
  const [only] = product.variants
  if (!before || !after || !only) return new Map()
  if (isOfOne(after)) return new Map([[only._id, (after.stock ?? 0) - (before.stock ?? 0)]])
  const left = new Map((after.options ? product : after).variants?.map(({ _id, stock = 0 }) => [_id, stock]))
  const added = (variantsBefore(change) ?? []).map(({ _id = '', stock = before.stock ?? product.stock }) => {
    return [_id, (left.get(_id) ?? stock) - stock] as const
  })
  return new Map(added)
}
