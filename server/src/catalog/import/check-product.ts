import { type FieldChange, importedProduct, type Product, type RowKind } from '@mela/contract'
import { applyChanges } from '../../platform/audit/apply-changes.ts'
import { doubtOf } from '../../platform/csv/read-amounts.ts'
import { newId } from '../../platform/database/ids.ts'
import { findTaxClassFault } from '../../shop/tax-classes.ts'
import { inWords, type Names } from '../change-summary.ts'
import { type Fields, fieldsOf } from '../product-fields.ts'
import { SLUG_TAKEN } from '../product-slugs.ts'
import {
  AMOUNT_COLUMNS,
  type Cells,
  COLUMNS,
  columnOf,
  type Errors,
  inRow,
  lackOf,
  OPTION_CELLS,
  type Required,
  stockNow,
} from './columns.ts'
import type { Known } from './lookups.ts'
import {
  allPicturesIn,
  categoryIn,
  categoryKey,
  isAddress,
  isReduced,
  type ProductRows,
  readFields,
  UNCATEGORISED,
} from './product-cells.ts'
import { type GivenVariants, readVariants } from './variant-cells.ts'

const LONGEST_ADDRESS = 2000

interface CheckedRow {
  row: number
  kind: RowKind
  productId: string | null
  name: string
  input: Record<string, unknown>
  changes: FieldChange[]
  errors: Record<string, string>
  warnings: string[]
}

/** Empty cells keep the present value, or take the default of a new one. */
export function checkProduct(file: ProductRows, known: Known, lacking: readonly Required[]): CheckedRow {
  const { rows, isForeign, warnings: unread, refusal } = file
  const [{ row, cells }] = rows
  const product = known.productOf(file)
  const name = (cells.name || product?.name || '').slice(0, 200)
  const addresses = addressesIn(file, known.fetched.get(product?._id ?? ''))
  const fetched = `Pictures by web address: ${addresses.length}. The shop fetches them after the import.`
  const warnings = addresses.length > 0 ? [...unread, fetched] : [...unread]
  const refuse = (errors: Errors): CheckedRow => ({
    ...{ row, kind: 'refused', productId: product?._id ?? null, name, input: {}, changes: [], errors, warnings },
  })
  const problem = rows.find(({ problem }) => problem)?.problem || refusal
  if (problem) return refuse({ '': problem })
  if (cells.id && !product) return refuse({ [COLUMNS.id]: 'Product not found.' })

  const errors = doubtsIn(rows)
  const before = product && fieldsOf(product)
  const given = readVariants(rows, product, known, errors)
  const sent = {
    ...readFields(product && isForeign ? { ...cells, slug: '' } : cells, known, errors),
    ...stockOf(cells, product, given, known, errors),
    ...given?.fields,
  }
  const { newCategory, newParent, isUncategorised, ...inCategory } = categoryOf(file, product, known, errors)
  const start = before ?? { ...NEW_PRODUCT, onSale: isReduced(sent) }
  const parsed = importedProduct.safeParse({ ...start, ...sent, ...inCategory })
  for (const { path, message } of parsed.error?.issues ?? []) errors[columnOf(path, given?.rows, row)] ??= message
  const taxFault = findTaxClassFault(known.taxClasses, parsed.data?.taxClass)
  if (taxFault) errors[COLUMNS.taxClass] ??= taxFault
  if (!parsed.success || Object.keys(errors).length > 0) return refuse(withCures(errors, file, lacking))

  const fields: Fields = { options: [], variants: [], ...parsed.data, slug: parsed.data.slug ?? before?.slug ?? null }
  const owner = known.slugs.get(fields.slug ?? '')
  if (product && owner && owner !== product._id) return refuse({ [COLUMNS.slug]: SLUG_TAKEN })
  const handle = cells.handle?.toLowerCase()
  const extra = { newCategory, newParent, ...(addresses.length > 0 && { addresses }) }
  if (!product) {
    if (owner) warnings.push(`Another product has or had the address ${fields.slug}: this one gets a number.`)
    const namesake = known.namesakeOf(file)
    if (namesake) warnings.push(SECOND)
    if (!namesStock(rows)) warnings.push('The file gives no quantity, so nothing of it is in stock yet.')
    const changes = inWords({}, fields, known.names)
    const marks = { ...(isUncategorised && { isUncategorised }), ...(namesake && { namesake }) }
    const input = { ...fields, handle, ...extra, ...marks }
    return { row, kind: 'created', productId: newId(), name, input, changes, errors, warnings }
  }
  const { input, ...effect } = updated(product, fields, known.names)
  const kind = addresses.length > 0 ? 'updated' : effect.kind
  return { row, productId: product._id, name, ...effect, kind, input: { ...input, ...extra }, errors, warnings }
}

const NEW_PRODUCT = { thumbnail: null, description: '', stock: 0 }

const SECOND = 'A product with this name is there: this would be a second one. Give its Id (Export) to change it.'

interface CategoryOfRow {
  category?: string
  newCategory?: string
  newParent?: string | undefined
  isUncategorised?: boolean
}

/** The import may add the category that the cell names. */
function categoryOf(
  file: ProductRows,
  product: Product | undefined,
  { newCategories, categories }: Known,
  errors: Errors,
): CategoryOfRow {
  const { category: cell = '' } = file.rows[0].cells
  const isUncategorised = cell === ''
  if (isUncategorised && product) return {}
  const key = categoryKey(isUncategorised ? UNCATEGORISED : (file.newCategory ?? ''))
  const present = isUncategorised ? categories.byName.get(key) : categoryIn(cell, categories, file)
  const added = newCategories.get(key)
  if (!present && !added) errors[COLUMNS.category] ??= `There is no category “${cell.slice(0, 80)}”.`
  return {
    ...(present && { category: present }),
    ...(!present && added && { category: added.id, newCategory: added.name, newParent: added.parent }),
    ...(isUncategorised && { isUncategorised }),
  }
}

function stockOf(
  cells: Cells,
  product: Product | undefined,
  given: GivenVariants | undefined,
  known: Known,
  errors: Errors,
): { stock?: unknown } {
  const isPlain = (given?.fields.options ?? product?.options ?? []).length === 0
  const asked = cells.stock || (isPlain ? (cells.variantStock ?? '') : '')
  const present = product && { stock: product.stock, sold: known.sales.get(product._id) ?? 0 }
  const now = stockNow(asked, cells, present)
  Object.assign(errors, now.errors)
  if (isPlain) return now.stock ? { stock: now.stock } : {}

  const sum = given ? sumOf(given.fields.variants) : product?.stock
  const before = product?.stock ?? sum
  const wanted = now.stock ? Number(now.stock) : undefined
  const hasSeveral = (given?.fields.variants ?? product?.variants ?? []).length > 1
  if (!hasSeveral && !given && wanted !== undefined) return { stock: wanted }
  if (wanted !== undefined && wanted !== sum && wanted !== before)
    errors[COLUMNS.stock] ??= 'The stock of this product is set for each of its variants.'
  return before === undefined ? {} : { stock: before }
}

function doubtsIn(rows: ProductRows['rows']): Errors {
  const doubts = rows.flatMap(({ row, cells }) =>
    AMOUNT_COLUMNS.flatMap(column => {
      const why = doubtOf(cells[column] ?? '')
      return why ? [[inRow(COLUMNS[column], row, rows[0].row), why]] : []
    }),
  )
  return Object.fromEntries(doubts)
}

function withCures(errors: Errors, { rows, isForeign }: ProductRows, lacking: readonly Required[]): Errors {
  const [{ cells }] = rows
  const cure = isForeign ? 'Complete it in the file, then choose the file again.' : ''
  const cured = (['name', 'price', 'category'] as const).flatMap(column => {
    const why = errors[COLUMNS[column]]
    if (!why) return []
    const lack = lacking.find(field => field === column)
    const reasons = lack ? [lackOf(lack)] : [why, cells[column] ? '' : 'The file has none.']
    return [[COLUMNS[column], [...reasons, cure].filter(Boolean).join(' ')]]
  })
  return { ...errors, ...Object.fromEntries(cured) }
}

const namesStock = (rows: ProductRows['rows']) => rows.some(({ cells }) => cells.stock || cells.variantStock)

const sumOf = (variants: GivenVariants['fields']['variants']) =>
  variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? Number(stock) || 0 : 0), 0)

/** Only differences are sent, with the checked version: later changes are not overwritten. */
function updated(product: Product, input: Fields, names: Names) {
  const { before, after } = applyChanges(fieldsOf(product), input).states
  const kind: RowKind = Object.keys(after).length > 0 ? 'updated' : 'unchanged'
  const stock = new Map(product.variants.map(variant => [variant._id, variant.stock]))
  const sent = {
    ...after,
    ...(after.stock !== undefined && { baseStock: product.stock }),
    ...(after.variants && {
      variants: after.variants.map(one => ({ ...one, baseStock: stock.get(one._id ?? '') })),
    }),
    version: product.version,
  }
  return { kind, input: sent, changes: inWords(before, after, names) }
}

/** Addresses that were fetched for the product before are left out. */
function addressesIn({ rows, alts = {} }: ProductRows, fetched: ReadonlySet<string> = new Set()) {
  const found = new Map<string, { address: string; alt: string; variants: string[][] }>()
  for (const { cells } of rows) {
    const own = cells.variantPicture ?? ''
    for (const address of allPicturesIn({ ...cells, variantPicture: '' }).concat(own)) {
      if (!isAddress(address) || address.length > LONGEST_ADDRESS || fetched.has(address)) continue
      const picture = found.get(address) ?? { address, alt: alts[address] ?? '', variants: [] }
      if (address === own) picture.variants.push(OPTION_CELLS.map(({ value }) => cells[value] ?? ''))
      found.set(address, picture)
    }
  }
  return [...found.values()]
}
