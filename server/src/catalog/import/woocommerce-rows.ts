import { htmlToMarkdown } from '../../platform/csv/html-to-markdown.ts'
import { GALLERY_SEPARATOR, NOTHING, OPTION_CELLS } from './columns.ts'
import {
  columnNamed,
  type Format,
  fittingTags,
  grouped,
  lastTwoOf,
  type ProductRows,
  type TableRow,
  uncountedIn,
} from './product-cells.ts'

/** WooCommerce's names: woocommerce.com/document/product-csv-importer-exporter. */
const NAMES = {
  id: ['ID'],
  type: ['Type'],
  sku: ['SKU'],
  barcode: ['GTIN, UPC, EAN, or ISBN'],
  name: ['Name'],
  published: ['Published'],
  visibility: ['Visibility in catalog'],
  short: ['Short description'],
  description: ['Description'],
  saleEnds: ['Date sale price ends'],
  inStock: ['In stock?'],
  stock: ['Stock'],
  kilograms: ['Weight (kg)'],
  grams: ['Weight (g)'],
  pounds: ['Weight (lbs)'],
  ounces: ['Weight (oz)'],
  salePrice: ['Sale price'],
  price: ['Regular price'],
  categories: ['Categories'],
  tags: ['Tags'],
  images: ['Images'],
  parent: ['Parent'],
  brands: ['Brands'],
} as const
type OptionColumn = `option${1 | 2 | 3 | 4 | 5 | 6}${'Name' | 'Values'}`
type WooColumn = keyof typeof NAMES | OptionColumn
type Row = TableRow<WooColumn>

export const wooCommerce: Format<WooColumn> = {
  columnOf: name => columnNamed(NAMES)(name) ?? optionColumn(name),
  amounts: ['price', 'salePrice', 'stock', 'kilograms', 'grams', 'pounds', 'ounces'],
  raw: ['short', 'description'],
  group: groupWooCommerce,
  convert: fromWooCommerce,
}

function optionColumn(name: string): OptionColumn | undefined {
  const [, number, what] = /^attribute ([1-6]) (name|value\(s\))$/i.exec(name) ?? []
  return number && what ? (`option${number}${/^name$/i.test(what) ? 'Name' : 'Values'}` as OptionColumn) : undefined
}

const isVariation = ({ cells }: Row) => /^variation\b/i.test(cells.type ?? '')

/** Variations name their product by SKU or as 'id:12'. */
function groupWooCommerce(rows: Row[]): [Row, ...Row[]][] {
  const keys = new Map<string, string>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const key = `row ${row.row}`
    if (row.cells.id) keys.set(`id:${row.cells.id}`, key)
    if (row.cells.sku) keys.set(row.cells.sku.toLowerCase(), key)
  }
  const parentOf = ({ cells: { parent = '' } }: Row) => keys.get(parent.toLowerCase())
  const ordered = [...rows.filter(row => !isVariation(row)), ...rows.filter(isVariation)]
  const keyOf = (row: Row) => (isVariation(row) ? (parentOf(row) ?? `row ${row.row}`) : `row ${row.row}`)
  return grouped(ordered, keyOf, (_, row) => isVariation(row)).sort(([one], [other]) => one.row - other.row)
}

function fromWooCommerce([first, ...variations]: [Row, ...Row[]]): ProductRows {
  const { cells } = first
  const warnings: string[] = []
  const options = variations.length > 0 ? optionsOf(first, variations) : []
  const priced = variations.find(({ cells }) => cells.price)?.cells ?? cells
  const [category = '', ...others] = categoryPaths(cells.categories)
  if (others.length > 0)
    warnings.push(`A product has one category here: “${category}” is taken, and not ${quoted(others)}.`)
  const own = {
    handle: cells.id ? `woocommerce-${cells.id}` : (cells.sku ?? ''),
    name: cells.name ?? '',
    description: descriptionOf(cells),
    category,
    isActive: isActive(cells) ? 'yes' : 'no',
    weight: weightOf(cells),
    tags: fittingTags(cells.tags ?? ''),
    vendor: (cells.brands ?? '').split(',')[0]?.trim().slice(0, 120) ?? '',
    ...pricesOf(variations.length > 0 ? priced : cells),
    ...picturesOf([first, ...variations]),
    ...Object.fromEntries(options.map(({ name }, n) => [OPTION_CELLS[n]?.name, name])),
  }
  const counted = variations.length > 0 ? variations : [first]
  warnings.push(...uncountedIn('WooCommerce', counted.filter(isUncounted).length, counted.length))
  const plain = { ...own, sku: cells.sku ?? '', barcode: cells.barcode ?? '', stock: stockOf(cells) }
  const rows = variations.map(({ cells, ...row }, index) => {
    const variant = variantCells(cells, options, own)
    return { ...row, cells: index === 0 ? { ...own, ...variant } : { handle: own.handle, ...variant } }
  })
  const [head, ...rest] = rows
  const refusal = refusalOf(first, options.length)
  return {
    rows: [{ ...first, cells: head?.cells ?? plain }, ...(head ? rest : [])],
    isForeign: true,
    warnings,
    ...(refusal && { refusal }),
    ...lastTwoOf(category),
  }
}

function refusalOf({ cells, ...row }: Row, options: number): string | undefined {
  if (isVariation({ cells, ...row })) return `Its product “${(cells.parent ?? '').slice(0, 60)}” is not in the file.`
  if (/^(grouped|external)\b/i.test(cells.type ?? '')) return 'Grouped and external products are not sold here.'
  return options > OPTION_CELLS.length ? `A product has ${OPTION_CELLS.length} options at the most.` : undefined
}

interface Option {
  name: string
  column: OptionColumn
}

const NUMBERS = [1, 2, 3, 4, 5, 6] as const

const optionsOf = ({ cells }: Row, variations: Row[]): Option[] =>
  NUMBERS.flatMap(number => {
    const column: OptionColumn = `option${number}Values`
    const nameColumn: OptionColumn = `option${number}Name`
    const name = cells[nameColumn] ?? variations.find(one => one.cells[nameColumn])?.cells[nameColumn]
    return name && variations.some(one => one.cells[column]) ? [{ name, column }] : []
  })

function variantCells(
  cells: Row['cells'],
  options: Option[],
  own: { price: string; salePrice: string; weight: string },
) {
  const prices = pricesOf(cells)
  const weight = weightOf(cells)
  return {
    ...Object.fromEntries(options.map(({ column }, n) => [OPTION_CELLS[n]?.value, cells[column] || 'Any'])),
    sku: cells.sku ?? '',
    barcode: cells.barcode ?? '',
    variantPrice: prices.price === own.price ? NOTHING : prices.price,
    variantOnSale: prices.price === own.price && prices.salePrice === own.salePrice ? NOTHING : prices.onSale,
    variantSalePrice: prices.salePrice === own.salePrice ? NOTHING : prices.salePrice || NOTHING,
    variantWeight: weight === own.weight ? weight && NOTHING : weight,
    variantStock: stockOf(cells),
    variantActive: cells.published === '0' || cells.published === '-1' ? 'no' : 'yes',
    variantPicture: addressesIn(cells.images)[0] ?? '',
  }
}

function pricesOf({ price = '', salePrice = '', saleEnds = '' }: Row['cells']) {
  const isOver = saleEnds !== '' && Date.parse(saleEnds) < Date.now()
  const isReduced = salePrice !== '' && !isOver && Number(salePrice) > 0 && Number(salePrice) < Number(price)
  return { price, onSale: price === '' ? '' : isReduced ? 'yes' : 'no', salePrice: isReduced ? salePrice : '' }
}

const isUncounted = ({ cells: { stock = '', inStock = '' } }: Row) =>
  stock === '' && /^(1|yes|instock|backorder)$/i.test(inStock)

const stockOf = ({ stock = '' }: Row['cells']) => (stock === '' || stock.startsWith('-') ? '0' : stock)

const isActive = ({ published = '1', visibility = '' }: Row['cells']) =>
  /^(1|yes|true)$/i.test(published) && !/^hidden$/i.test(visibility)

/** Exports write line breaks as '\n'. */
const descriptionOf = ({ short = '', description = '' }: Row['cells']) =>
  [short, description]
    .map(html => htmlToMarkdown(html.replaceAll('\\n', '\n')))
    .filter(Boolean)
    .join('\n\n')

const MOST_CATEGORIES = 50

/** “Tea” is left out beside “Tea > Green”. A comma within a name has a backslash before it. */
function categoryPaths(cell = ''): string[] {
  const named = cell.split(/(?<!\\),/, MOST_CATEGORIES).map(path => path.replaceAll('\\,', ',').trim())
  const paths = [...new Set(named.filter(Boolean))]
  return paths.filter(path => !paths.some(other => other.startsWith(`${path} >`)))
}

const quoted = (names: string[]) => names.map(name => `“${name.slice(0, 80)}”`).join(', ')

function weightOf({ kilograms, grams, pounds, ounces }: Row['cells']): string {
  const inGrams = [
    [kilograms, 1000],
    [grams, 1],
    [pounds, 453.59237],
    [ounces, 28.349523125],
  ] as const
  const [weight, factor] = inGrams.find(([value]) => value) ?? []
  const rounded = Math.round(Number(weight ?? 0) * (factor ?? 1))
  return rounded > 0 ? String(rounded) : ''
}

const addressesIn = (cell = '') => cell.split(/\s*,\s*(?=https?:|\/\/|$)/i).filter(Boolean)

function picturesOf(rows: Row[]) {
  const [thumbnail = '', ...gallery] = [...new Set(rows.flatMap(({ cells }) => addressesIn(cells.images)))]
  return { thumbnail, gallery: gallery.join(GALLERY_SEPARATOR) }
}
