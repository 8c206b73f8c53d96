import type { Address } from '@mela/contract'
import { isRecord, isStoredProduct, isText, storedProduct } from '../../../lib/stored-product.ts'
import type { CartItem } from './cart.store.ts'

const MOST_OF_ONE = 1_000_000

/** The valid lines, one for each product (B111). */
export function readItems(stored: unknown): CartItem[] {
  const items = Array.isArray(stored) ? stored.filter(isItem) : []
  const byProduct = new Map(items.map(item => [item.product._id, item]))
  return [...byProduct.values()].map(({ product, quantity }) => ({ product: storedProduct(product), quantity }))
}

function isItem(value: unknown): value is CartItem {
  if (!isRecord(value) || !isStoredProduct(value.product)) return false
  const { quantity } = value
  return typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_OF_ONE
}

const addressFields: (keyof Address)[] = [
  '_id',
  'countryCode',
  'phoneNumber',
  'building',
  'street',
  'city',
  'state',
  'pinCode',
  'country',
]

export function readAddress(stored: unknown): Address | null {
  if (!isRecord(stored) || !isRecord(stored.name)) return null
  const { firstName, lastName } = stored.name
  const isWhole = isText(firstName) && isText(lastName) && addressFields.every(field => isText(stored[field]))
  return isWhole ? (stored as unknown as Address) : null
}
