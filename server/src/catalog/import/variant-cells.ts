import { LONGEST_OPTION_VALUE, MOST_VARIANTS, type Product, type ProductOption, type Variant } from '@mela/contract'
import { type VariantFields, variantFieldsOf } from '../product-fields.ts'
import { PLAIN, takenBy } from '../save-variants.ts'
import {
  type Cells,
  type Errors,
  inRow,
  NOTHING,
  namesVariant,
  OPTION_CELLS,
  stockNow,
  unguarded,
  VARIANT_COLUMNS,
} from './columns.ts'
import type { Known } from './lookups.ts'
import { amountIn, isAddress, isReduced, type ProductRows, pictureOf, type TableRow, yesOrNo } from './product-cells.ts'

type SentVariant = Partial<Record<keyof VariantFields, unknown>> & Pick<VariantFields, '_id' | 'sku' | 'isActive'>

export interface GivenVariants {
  fields: { options: ProductOption[]; variants: SentVariant[] }
  rows: (number | undefined)[]
}

type Rows = ProductRows['rows']

interface Read {
  after: SentVariant
  row: number | undefined
}

/** Variants that have no row stay; undefined when no row has variant cells. */
export function readVariants(
  rows: Rows,
  product: Product | undefined,
  known: Known,
  errors: Errors,
): GivenVariants | undefined {
  const given = rows.filter(({ cells }) => namesVariant(cells))
  if (given.length === 0) return undefined
  if (given.length > MOST_VARIANTS) {
    errors[VARIANT_COLUMNS.option1Value] = `A product has ${MOST_VARIANTS} variants at the most.`
    return undefined
  }
  const matched = matchVariants(rows, product)
  const options = optionsIn(rows, product, matched, errors)
  const hasOptions = options.length > 0
  const asWritten = options.map(writtenValues)
  const read: Read[] = given.map(one => {
    const column = (name: keyof typeof VARIANT_COLUMNS) => inRow(VARIANT_COLUMNS[name], one.row, rows[0].row)
    const unnamed = OPTION_CELLS.find(({ value }, n) => n >= options.length && one.cells[value])
    if (unnamed) errors[column(unnamed.name)] ??= 'The option of this value has no name.'
    const variant = matched.get(one.row)
    const before = variant ? variantFieldsOf(variant, hasOptions) : { ...PLAIN, ...(hasOptions && { stock: 0 }) }
    const after: SentVariant = {
      ...before,
      ...cellsOf(one.cells, column, known, errors),
      ...(hasOptions && stockIn(one.cells, column, variant, known, errors)),
      options: {
        ...Object.fromEntries(options.map(({ name }, n) => [name, asWritten[n]?.(valueAt(one.cells, n))])),
        ...variant?.options,
      },
    }
    if (!variant && !one.cells.variantOnSale && isReduced(after)) after.onSale = true
    refuseTakenSku(after.sku, product, column('sku'), known, errors)
    return { after, row: one.row }
  })
  const kept = (product?.variants ?? []).flatMap<Read>(variant => {
    const own = read.filter(({ after }) => after._id === variant._id)
    return own.length > 0 ? own : [{ after: variantFieldsOf(variant, hasOptions), row: undefined }]
  })
  const all = [...kept, ...read.filter(({ after }) => !after._id)]
  const variants = all.map(({ after }) => after)
  return {
    fields: { options, variants: !hasOptions && variants.every(isPlain) ? [] : variants },
    rows: all.map(({ row }) => row),
  }
}

/** By values, else by SKU, because staff may have renamed a value since. The variant of a product without options needs none. */
export function matchVariants(rows: Rows, product: Product | undefined): Map<number, Variant> {
  const given = rows.filter(({ cells }) => namesVariant(cells))
  const { options, variants }: Pick<Product, 'options' | 'variants'> = product ?? { options: [], variants: [] }
  if (options.length === 0) return new Map(given.slice(0, 1).flatMap(({ row }) => variants.map(only => [row, only])))
  const key = (values: string[]) => JSON.stringify(values.map(value => value.toLowerCase()))
  const present = new Map(variants.map(one => [key(options.map(({ name }) => one.options[name] ?? '')), one]))
  const bySku = new Map(variants.map(variant => [variant.sku?.toLowerCase(), variant]))
  const byValues = given.map(({ cells }) => present.get(key(options.map((_, n) => valueAt(cells, n)))))
  return new Map(
    given.flatMap(({ row, cells }, n) => {
      const named = bySku.get(unguarded(cells.sku ?? '').toLowerCase())
      const variant = byValues[n] ?? (byValues.includes(named) ? undefined : named)
      return variant ? [[row, variant]] : []
    }),
  )
}

/** One character too many is kept, which the rule then refuses. */
const valueAt = (cells: Cells, n: number) =>
  unguarded(cells[OPTION_CELLS[n]?.value ?? 'option1Value'] ?? '')
    .trim()
    .slice(0, LONGEST_OPTION_VALUE + 1)

function writtenValues({ values }: ProductOption) {
  const written = new Map(values.map(({ name }) => [name.toLowerCase(), name]))
  return (value: string) => written.get(value.toLowerCase()) ?? value
}

function optionsIn(
  rows: Rows,
  product: Product | undefined,
  matched: Map<number, Variant>,
  errors: Errors,
): ProductOption[] {
  const [{ cells }] = rows
  const named = OPTION_CELLS.map(({ name }) => unguarded(cells[name] ?? ''))
  const names = named.slice(0, named.findLastIndex(Boolean) + 1)
  const present = product?.options ?? []
  if (present.length > 0 && names.length > 0 && !isSame(names, present)) {
    const list = present.map(({ name }) => name).join(', ')
    errors[VARIANT_COLUMNS.option1Name] = `This product has the options ${list}. They are changed in its form.`
  }
  const options = present.length > 0 ? present : names.map(name => ({ name, values: [] }))
  const others = present.length > 0 ? rows.filter(({ row }) => !matched.has(row)) : rows
  return options.map(({ name, values }, n) => ({ name, values: withValues(values, others, n) }))
}

const isSame = (names: string[], options: ProductOption[]) =>
  names.length === options.length && names.every((name, n) => name.toLowerCase() === options[n]?.name.toLowerCase())

function withValues(values: ProductOption['values'], rows: readonly TableRow[], n: number): ProductOption['values'] {
  const all = new Map(values.map(value => [value.name.toLowerCase(), value]))
  for (const { cells } of rows) {
    const name = valueAt(cells, n)
    if (name !== '' && !all.has(name.toLowerCase())) all.set(name.toLowerCase(), { name })
  }
  return [...all.values()]
}

type ColumnName = (name: keyof typeof VARIANT_COLUMNS) => string

/** '-' takes a value away; prices, content and weight then are the product's. */
function cellsOf(cells: Cells, column: ColumnName, known: Known, errors: Errors): Partial<SentVariant> {
  const read = (cell: string | undefined, value: (cell: string) => unknown) =>
    cell ? (cell === NOTHING ? null : value(cell)) : undefined
  const { variantActive, variantPicture = '' } = cells
  const sent = {
    sku: read(cells.sku, cell => wholeCode(column('sku'), unguarded(cell), errors)),
    barcode: read(cells.barcode, cell => wholeCode(column('barcode'), unguarded(cell), errors)),
    price: read(cells.variantPrice, cell => amountIn(column('variantPrice'), cell, errors)),
    onSale: read(cells.variantOnSale, cell => yesOrNo(column('variantOnSale'), cell, errors)),
    salePrice: read(cells.variantSalePrice, cell => amountIn(column('variantSalePrice'), cell, errors)),
    content: read(cells.variantContent, cell => cell),
    weight: read(cells.variantWeight, cell => cell),
    isActive: variantActive ? yesOrNo(column('variantActive'), variantActive, errors) : undefined,
    media: isAddress(variantPicture)
      ? undefined
      : read(variantPicture, called => pictureOf(column('variantPicture'), called, known, errors)),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** A number that a spreadsheet has shortened: its last digits are gone. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{1,2}$/i

function wholeCode(column: string, cell: string, errors: Errors): string {
  if (SHORTENED.test(cell))
    errors[column] ??=
      `A spreadsheet has shortened this number to “${cell}”. Format its column as text, and export again.`
  return cell
}

function stockIn(
  cells: Cells,
  column: ColumnName,
  variant: Variant | undefined,
  { variantSales }: Known,
  errors: Errors,
) {
  const present = variant && { stock: variant.stock, sold: variantSales.get(variant._id) ?? 0 }
  const now = stockNow(cells.variantStock ?? '', cells, present)
  for (const why of Object.values(now.errors)) errors[column('variantStock')] ??= why
  return now.stock ? { stock: now.stock } : {}
}

function refuseTakenSku(
  sku: string | null | undefined,
  product: Product | undefined,
  column: string,
  { skus }: Known,
  errors: Errors,
): void {
  const other = skus.get(sku?.toLowerCase() ?? '')
  if (!other || other.product === product?._id) return
  const cure = 'Write another SKU, or give the Id of that product (Export) to change it.'
  errors[column] ??= other.deleted_at ? takenBy(other) : `${takenBy(other)} ${cure}`
}

const isPlain = ({ sku, barcode, price, onSale, salePrice, content, weight, isActive, media }: SentVariant) =>
  [sku, barcode, price, onSale, salePrice, content, weight, media].every(value => value === null) && isActive !== false
