export const LOWEST_PRICE = 0.01
export const HIGHEST_PRICE = 10_000_000
/** The most units that staff can give one variant; returned units can exceed it. */
export const HIGHEST_STOCK = 1_000_000
export const MOST_VARIANTS = 250
export const MOST_UNITS = HIGHEST_STOCK * MOST_VARIANTS

/** effectivePrice makes a sale harmless that has no sale price. */
export const PRODUCT_DEFAULTS = { isActive: false, onSale: true } as const

export const LONGEST_SEO_TITLE = 70
export const LONGEST_SEO_DESCRIPTION = 200
/** As long as Shopify's handles, which products keep as their addresses. */
export const LONGEST_PRODUCT_SLUG = 255

export const LONGEST_TAX_CLASS = 40

export type FieldKind = 'text' | 'slug' | 'amount' | 'whole' | 'flag' | 'measure' | 'category' | 'picture' | 'pictures'

export interface ProductField {
  label: string
  kind: FieldKind
  min?: number
  max?: number
  /** The specification's sentence, shown before the rule's own. */
  message?: string
  /** The value of a new product; null means that the field can be cleared. Without a default it is required. */
  default?: string | number | boolean | readonly string[] | null
  initial?: string | number | boolean
  help?: string
  rows?: number
}

/** Rules, form, CSV files, history and audit log follow from this list and its order. */
export const PRODUCT_FIELDS = {
  name: { label: 'Name', kind: 'text', min: 5, max: 200, message: 'Product name is not valid.' },
  description: {
    label: 'Description',
    kind: 'text',
    min: 50,
    max: 10_000,
    message: 'Product description is not valid.',
    help: 'At least 50 characters. Line breaks are kept; **bold**, # heading, - list and [link](/contact) are shown as such.',
    rows: 8,
  },
  price: { label: 'Price', kind: 'amount', min: LOWEST_PRICE, max: HIGHEST_PRICE },
  onSale: {
    label: 'On sale',
    kind: 'flag',
    default: PRODUCT_DEFAULTS.onSale,
    // A sale needs a sale price at once (ADR 0017); the default of the call stays.
    initial: false,
    help: 'Shows the sale price, and the price struck out.',
  },
  salePrice: { label: 'Sale price', kind: 'amount', min: 0, max: HIGHEST_PRICE, default: 0 },
  // The limit of one variant is checked where its units change, because the units that it has are never refused.
  stock: {
    label: 'Stock',
    kind: 'whole',
    min: 0,
    max: MOST_UNITS,
    initial: 0,
    help: 'What is sold while you type is taken into account.',
  },
  isActive: {
    label: 'Active',
    kind: 'flag',
    default: PRODUCT_DEFAULTS.isActive,
    help: 'Shoppers can find and buy it.',
  },
  isGiftCard: {
    label: 'Gift card',
    kind: 'flag',
    default: false,
    help: 'Its price is the value of the card, which is emailed once it is paid. Neither delivered nor taxed.',
  },
  weight: {
    label: 'Weight in grams',
    kind: 'whole',
    min: 1,
    max: 1_000_000,
    default: null,
    help: 'Of one unit. Shoppers see it on the product’s page.',
  },
  content: {
    label: 'Content',
    kind: 'measure',
    default: null,
    help: 'Of one unit, such as 750 ml, 1.5 kg, 20 m or 12 pieces. Shoppers then see what a litre or a kilogram costs.',
  },
  unitPriceFor: {
    label: 'Unit price for',
    kind: 'measure',
    default: null,
    help: 'Such as 100 g or 100 ml. Without it: 1 kg, 1 l, 1 m or 1 piece.',
  },
  sizeGuide: {
    label: 'Size guide',
    kind: 'text',
    max: 5000,
    default: null,
    help: 'Lines with | or a tab between the cells are a table, as in a spreadsheet; its first line names the columns.',
    rows: 4,
  },
  taxClass: {
    label: 'Tax class',
    kind: 'text',
    max: LONGEST_TAX_CLASS,
    default: null,
    help: 'The name of a class of the settings of money. Without one: the standard class.',
  },
  hsnCode: {
    label: 'HSN code',
    kind: 'text',
    max: 12,
    default: null,
    help: 'What the tax law of India and customs call this kind of goods. It stands on invoices.',
  },
  tags: {
    label: 'Tags',
    kind: 'text',
    max: 1000,
    default: null,
    help: 'Separated by commas, as in “linen, summer”. Shoppers find the product by them, and collections gather it.',
  },
  vendor: {
    label: 'Vendor',
    kind: 'text',
    max: 120,
    default: null,
    help: 'The brand or maker. Shoppers see it and find the product by it.',
  },
  slug: {
    label: 'Address',
    kind: 'slug',
    max: LONGEST_PRODUCT_SLUG,
    message: 'Use small letters from a to z, digits and dashes, such as linen-shirt.',
    default: null,
    help: 'Small letters, digits and dashes. Without one it is made from the name.',
  },
  seoTitle: {
    label: 'Title for search engines',
    kind: 'text',
    max: LONGEST_SEO_TITLE,
    default: null,
    help: 'Without one: the name.',
  },
  seoDescription: {
    label: 'Text for search engines',
    kind: 'text',
    max: LONGEST_SEO_DESCRIPTION,
    default: null,
    help: 'Without one: the beginning of the description.',
    rows: 2,
  },
  category: { label: 'Category', kind: 'category' },
  thumbnail: { label: 'Thumbnail', kind: 'picture' },
  gallery: { label: 'Gallery', kind: 'pictures', default: [] },
} as const satisfies Record<string, ProductField>

export type ProductFieldName = keyof typeof PRODUCT_FIELDS
export const productFieldNames = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]

export const FIELD_LABELS = Object.fromEntries(
  productFieldNames.map(name => [name, PRODUCT_FIELDS[name].label]),
) as Record<ProductFieldName, string>
export const PRODUCT_LABELS = { ...FIELD_LABELS, options: 'Options', variants: 'Variants' }
