import { type FieldChange, formatPrice, optionsText } from '@mela/contract'
import type { Names } from './change-summary.ts'
import type { VariantFields } from './product-fields.ts'

const MOST_SHOWN = 12

/** Each variant that differs is one change, such as 'Size M', '3 in stock', '8 in stock'. */
export function variantChanges(before: VariantFields[], after: VariantFields[], names: Names): FieldChange[] {
  const [earlier, later] = [byId(before), byId(after)]
  const changes = [
    ...after.flatMap(one => changeOf(earlier.get(one._id), one, names)),
    ...before.filter(({ _id }) => !later.has(_id)).map(one => removed(one, names)),
    ...changeOfOrder(before, after),
  ]
  const hidden = changes.length - MOST_SHOWN
  if (hidden <= 0) return changes
  return [...changes.slice(0, MOST_SHOWN), { field: 'Variants', before: null, after: `and ${hidden} more` }]
}

const byId = (variants: VariantFields[]) => new Map(variants.map(one => [one._id, one]))

const nameOf = ({ options = {} }: VariantFields) => optionsText(options) || 'Variant'

function changeOf(before: VariantFields | undefined, after: VariantFields, names: Names): FieldChange[] {
  if (!before) {
    const words = wordsFor(after, Object.keys(after), names)
    return [{ field: nameOf(after), before: null, after: ['added', words].filter(Boolean).join(': ') }]
  }
  const isOther = (key: string) => JSON.stringify(before[key as Key]) !== JSON.stringify(after[key as Key])
  const changed = Object.keys(after).filter(isOther)
  const [was, is] = [before, after].map(one => wordsFor(one, changed, names, true))
  return changed.length > 0 ? [{ field: nameOf(after), before: was || null, after: is ?? '' }] : []
}

const removed = (one: VariantFields, names: Names): FieldChange => ({
  field: nameOf(one),
  before: wordsFor(one, Object.keys(one), names) || null,
  after: 'removed',
})

function changeOfOrder(before: VariantFields[], after: VariantFields[]): FieldChange[] {
  const [was, is] = [before, after].map(variants => variants.map(({ _id }) => _id))
  const kept = (ids: typeof was = [], others: typeof was = []) => ids.filter(id => others.includes(id)).join()
  if (kept(was, is) === kept(is, was)) return []
  const names = (variants: VariantFields[]) => shortened(variants.map(nameOf).join(', '))
  return [{ field: 'Order of variants', before: names(before), after: names(after) }]
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100).trimEnd()}…` : text)

type Key = keyof VariantFields

function wordsFor(variant: VariantFields, keys: string[], { media, currency }: Names, withUnset = false): string {
  const or = (unset: string) => (withUnset ? unset : '')
  const words: Partial<Record<string, string>> = {
    options: withUnset ? optionsText(variant.options ?? {}) || 'no options' : '',
    sku: variant.sku ? `SKU ${variant.sku}` : or('no SKU'),
    barcode: variant.barcode ? `barcode ${variant.barcode}` : or('no barcode'),
    price: typeof variant.price === 'number' ? formatPrice(variant.price, currency) : or('price of the product'),
    onSale:
      typeof variant.onSale === 'boolean' ? (variant.onSale ? 'on sale' : 'not on sale') : or('sale as the product'),
    salePrice:
      typeof variant.salePrice === 'number'
        ? `sale price ${formatPrice(variant.salePrice, currency)}`
        : or('no sale price of its own'),
    stock: variant.stock === undefined ? '' : `${variant.stock} in stock`,
    isActive: variant.isActive === false ? 'inactive' : or('active'),
    media: variant.media ? `picture ${media.get(variant.media) ?? 'that was deleted'}` : or('no picture'),
  }
  return Object.entries(words)
    .flatMap(([key, text]) => (keys.includes(key) && text ? text : []))
    .join(', ')
}
