import { LONGEST_PRODUCT_SLUG, PRODUCT_FIELDS, SLUG, tidyMeasure } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { htmlToMarkdown } from '../../platform/csv/html-to-markdown.ts'
import { doubtOf } from '../../platform/csv/read-amounts.ts'
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

/** Shopify's names of 2025 and before: help.shopify.com/manual/products/import-export/using-csv. */
const NAMES = {
  handle: ['Handle', 'URL handle'],
  name: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  category: ['Product Category'],
  type: ['Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text', 'Product image alt text'],
  unitAmount: ['Unit Price Total Measure'],
  unit: ['Unit Price Total Measure Unit'],
  unitBaseAmount: ['Unit Price Base Measure'],
  unitBase: ['Unit Price Base Measure Unit'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
  giftCard: ['Gift Card'],
  variantImage: ['Variant Image', 'Variant image URL'],
} as const
type Row = TableRow<keyof typeof NAMES>

export const shopify: Format<keyof typeof NAMES> = {
  columnOf: columnNamed(NAMES),
  amounts: ['price', 'compareAt', 'quantity', 'grams'],
  raw: ['body'],
  group: rows => grouped(rows, ({ cells }) => cells.handle, continuesHandle),
  convert: fromShopify,
}

/** A row of the product has no title, or the same one. */
const continuesHandle = ({ cells: first }: Row, { cells }: Row) => !cells.name || cells.name === first.name

/** A higher compare-at price becomes the price, the other the sale price. */
function fromShopify(rows: readonly [Row, ...Row[]]): ProductRows {
  const [{ cells: product }] = rows
  const warnings: string[] = []
  const named = rows.filter(isVariant)
  const variants = named.length > 0 ? named : [rows[0]]
  const isPlain = variants.length === 1 && isDefault(variants[0]?.cells ?? {})
  const prices = pricesOf(variants[0]?.cells ?? {})
  const ofTaxonomy = lastTwoOf(product.category).newCategory
  warnUnreadPrices(variants, warnings)
  warnings.push(...uncountedIn('Shopify', variants.filter(isUncounted).length, variants.length))
  const own = {
    handle: product.handle ?? '',
    slug: slugOfHandle(product.handle?.toLowerCase() ?? ''),
    name: product.name ?? '',
    description: htmlToMarkdown(product.body ?? ''),
    category: [product.category, product.type].filter(Boolean).join(' > '),
    isActive: isActive(product, warnings),
    weight: weightOf(product),
    tags: fittingTags(product.tags ?? ''),
    vendor: fitting('vendor', product.vendor),
    ...measuresOf(product),
    seoTitle: fitting('seoTitle', product.seoTitle),
    seoDescription: fitting('seoDescription', product.seoDescription),
    ...prices,
    ...picturesOf(rows),
  }
  const [first, ...rest] = variants.map(({ cells, ...row }) => {
    const { units, ...variant } = variantOf(cells, warnings)
    const price = isPlain ? {} : ownPrices(pricesOf(cells), prices)
    const measures = isPlain ? {} : ownMeasures(cells, own)
    const options = isPlain ? {} : optionsOf(cells)
    return {
      ...row,
      cells: { ...variant, ...price, ...measures, ...options, [isPlain ? 'stock' : 'variantStock']: units },
    }
  })
  return {
    rows: [{ ...rows[0], cells: { ...own, ...first?.cells } }, ...rest.map(withHandle(own.handle))],
    isForeign: true,
    warnings,
    alts: altsOf(rows),
    ...(product.type ? lastTwoOf(product.type) : ofTaxonomy && { newCategory: ofTaxonomy }),
  }
}

/** A handle is the address in the other shop; some are in other scripts. */
const slugOfHandle = (handle: string) =>
  SLUG.test(handle) && handle.length <= LONGEST_PRODUCT_SLUG ? handle : makeSlug(handle)

const withHandle = (handle: string) => (row: TableRow) => ({ ...row, cells: { handle, ...row.cells } })

const isVariant = ({ cells }: Row) =>
  Boolean(cells.option1Value || cells.sku || cells.barcode || cells.price || cells.quantity)

/** A product without options has the one value 'Default Title' of the option 'Title'. */
const isDefault = ({ option1Name = '', option1Value = '' }: Row['cells']) =>
  option1Value === '' || (/^title$/i.test(option1Name) && /^default title$/i.test(option1Value))

function optionsOf(cells: Row['cells']) {
  const named = OPTION_CELLS.flatMap(({ name, value }) => [name, value])
  return Object.fromEntries(named.map(column => [column, cells[column] ?? '']))
}

function pricesOf({ price = '', compareAt = '' }: Row['cells']) {
  if (price === '') return { price, onSale: '', salePrice: '' }
  const isReduced = compareAt !== '' && Number(compareAt) > Number(price)
  return isReduced ? { price: compareAt, onSale: 'yes', salePrice: price } : { price, onSale: 'no', salePrice: '' }
}

type Prices = ReturnType<typeof pricesOf>

/** A product whose compare-at price is no number is not on sale. */
function warnUnreadPrices(rows: readonly Row[], warnings: string[]) {
  const unread = rows.find(({ cells: { compareAt = '' } }) => compareAt !== '' && Number.isNaN(Number(compareAt)))
  const cell = unread?.cells.compareAt ?? ''
  const why = doubtOf(cell)?.replace(/:.*/s, '') ?? `“${cell.slice(0, 40)}” is no number`
  if (unread) warnings.push(`${why}: the compare-at price in row ${unread.row} is left out.`)
}

const fitting = (field: 'vendor' | 'seoTitle' | 'seoDescription', text = '') => text.slice(0, PRODUCT_FIELDS[field].max)

/** Units that this shop does not know, such as fl oz, are left out. */
function measuresOf({ unitAmount, unit, unitBaseAmount, unitBase }: Row['cells']) {
  const content = tidyMeasure(`${unitAmount ?? ''} ${unit ?? ''}`) ?? ''
  return { content, unitPriceFor: content && (tidyMeasure(`${unitBaseAmount ?? ''} ${unitBase ?? ''}`) ?? '') }
}

function weightOf({ grams = '' }: Row['cells']): string {
  const weight = Math.round(Number(grams))
  if (weight === 0) return ''
  return Number.isNaN(weight) ? grams : String(weight)
}

function ownPrices(own: Prices, product: Prices) {
  const unlessSame = (key: keyof Prices) => (own[key] !== '' && own[key] === product[key] ? NOTHING : own[key])
  return {
    variantPrice: Number(own.price) === Number(product.price) && own.price !== '' ? NOTHING : own.price,
    variantOnSale: unlessSame('onSale'),
    variantSalePrice: unlessSame('salePrice'),
  }
}

function ownMeasures(cells: Row['cells'], product: { content: string; weight: string }) {
  const [{ content }, weight] = [measuresOf(cells), weightOf(cells)]
  return {
    variantContent: content === product.content ? content && NOTHING : content,
    variantWeight: weight === product.weight ? weight && NOTHING : weight,
  }
}

function isActive({ published, status, giftCard = '' }: Row['cells'], warnings: string[]): string {
  if (/^true$/i.test(giftCard)) {
    warnings.push('This is a gift card, which the shop does not sell: it is imported as an inactive product.')
    return 'no'
  }
  if (published === undefined && status === undefined) return ''
  const isPublished = !/^(false|no|0)$/i.test(published ?? '')
  return isPublished && /^(active)?$/i.test(status ?? '') ? 'yes' : 'no'
}

const isUncounted = ({ cells: { tracker, quantity } }: Row) => tracker === '' && quantity === '0'

function variantOf(cells: Row['cells'], warnings: string[]) {
  const { sku = '', barcode = '', quantity = '', variantImage = '' } = cells
  const isOversold = quantity.startsWith('-')
  const oversold = 'A quantity below 0 is imported as 0.'
  if (isOversold && !warnings.includes(oversold)) warnings.push(oversold)
  return {
    sku: withoutQuote(sku),
    barcode: withoutQuote(barcode),
    units: isOversold ? '0' : quantity,
    variantPicture: variantImage,
  }
}

/** Shopify puts an apostrophe before digits that a spreadsheet would round. */
const withoutQuote = (cell: string) => cell.replace(/^'(?=\d)/, '')

/** The first is the thumbnail, the others are the gallery; the variants' pictures are among them. */
function picturesOf(rows: readonly Row[]) {
  const positionOf = ({ cells }: Row) => Number(cells.imagePosition) || rows.length
  const images = rows.filter(({ cells }) => cells.image).sort((one, other) => positionOf(one) - positionOf(other))
  const called = [...images.map(({ cells }) => cells.image ?? ''), ...rows.map(({ cells }) => cells.variantImage ?? '')]
  const [thumbnail = '', ...gallery] = [...new Set(called.filter(Boolean))]
  return { thumbnail, gallery: gallery.join(GALLERY_SEPARATOR) }
}

const altsOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.flatMap(({ cells: { image, imageAlt } }) => (image && imageAlt ? [[image, imageAlt]] : [])))
