import { stringify } from 'csv-stringify/sync'

/**
 * Shopify's column names in the order of an export, and of the template of 2025
 * (help.shopify.com/manual/products/import-export/using-csv), columns of metafields, markets and unit prices included.
 */
const EXPORTED =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / Condition,Google Shopping / Custom Product,Google Shopping / Custom Label 0,Color (product.metafields.shopify.color-pattern),Related products (product.metafields.shopify--discovery--product_recommendation.related_products),Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Included / United States,Price / United States,Compare At Price / United States,Included / International,Price / International,Compare At Price / International,Status'.split(
    ',',
  )
const TEMPLATE =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Color (product.metafields.shopify.color-pattern),Google Shopping / Google product category,Google Shopping / Gender,Google Shopping / Age group,Google Shopping / Manufacturer part number (MPN),Google Shopping / Condition,Google Shopping / Custom product,Google Shopping / Custom label 0'.split(
    ',',
  )

export type ShopifyRow = Record<string, string>

export const exportedTable = (rows: ShopifyRow[]) => stringify(rows, { header: true, columns: EXPORTED })

/** Column names of an export whose letters differ in the template, apart from capitals. */
const RENAMED: Record<string, string> = {
  ...{ Handle: 'URL handle', 'Body (HTML)': 'Description', Published: 'Published on online store' },
  ...{ 'Variant SKU': 'SKU', 'Variant Barcode': 'Barcode', 'Variant Price': 'Price' },
  ...{ 'Variant Compare At Price': 'Compare-at price', 'Variant Inventory Tracker': 'Inventory tracker' },
  ...{
    'Variant Inventory Qty': 'Inventory quantity',
    'Variant Inventory Policy': 'Continue selling when out of stock',
  },
  'Variant Grams': 'Weight value (grams)',
  ...{ 'Image Src': 'Product image URL', 'Variant Image': 'Variant image URL' },
}

/** A spreadsheet on Windows saves these rows in the template so. */
export function templateTable(rows: ShopifyRow[]): string {
  const named = new Map(TEMPLATE.map(name => [name.toLowerCase(), name]))
  const renamed = rows.map(row =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [RENAMED[name] ?? named.get(name.toLowerCase()) ?? name, cell]),
    ),
  )
  return stringify(renamed, { header: true, columns: TEMPLATE, bom: true, record_delimiter: 'windows' })
}

const BODY =
  '<p>A garment of <strong>organic cotton</strong>, cut wide &amp; sewn in Jaipur.</p><ul><li>Machine wash</li></ul>'

/** The product's cells of the first row. */
export const ofProduct = (handle: string, given: ShopifyRow = {}): ShopifyRow => ({
  ...{ Handle: handle, Title: `Product ${handle}`, 'Body (HTML)': BODY, Vendor: 'Mela', Type: 'T-Shirts' },
  ...{ Published: 'true', Tags: 'cotton, summer', 'Gift Card': 'false', Status: 'active' },
  ...given,
})

export const ofVariant = (sku: string, given: ShopifyRow = {}): ShopifyRow => ({
  ...{
    'Variant SKU': sku,
    'Variant Grams': '220.0',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '5',
  },
  ...{ 'Variant Inventory Policy': 'deny', 'Variant Fulfillment Service': 'manual', 'Variant Price': '25.00' },
  ...{ 'Variant Requires Shipping': 'true', 'Variant Taxable': 'true', 'Variant Weight Unit': 'g' },
  ...given,
})

export const chosen = (values: ShopifyRow): ShopifyRow =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value], n) => [
      [`Option${n + 1} Name`, name],
      [`Option${n + 1} Value`, value],
    ]),
  )
export const plain = chosen({ Title: 'Default Title' })

export const address = (name: string) => `https://cdn.shopify.com/s/files/1/0001/0002/files/${name}.jpg?v=1600000000`

/** A row for each variant; the names of the options stand in the first one. */
export function rowsOf(first: ShopifyRow, variants: [values: ShopifyRow, cells: ShopifyRow][]): ShopifyRow[] {
  return variants.map(([values, cells], index) => {
    const named = chosen(values)
    const unnamed = Object.fromEntries(Object.entries(named).filter(([column]) => column.endsWith('Value')))
    return index === 0 ? { ...first, ...named, ...cells } : { Handle: first.Handle ?? '', ...unnamed, ...cells }
  })
}

const picture = (handle: string, position: number): ShopifyRow => ({
  ...{
    'Image Src': address(`${handle}-${position}`),
    'Image Position': String(position),
    'Image Alt Text': 'Seen from the front, "flat"',
  },
})

const sizes = ['XS', 'S', 'M', 'L', 'XL']
const colours = ['Black', 'Off-white', 'Indigo / Natural']

/** Products of a shop that is some years old, by their peculiarity; each gets its handle and number as arguments. */
const KINDS: Record<string, (handle: string, n: number) => ShopifyRow[]> = {
  'without options': (handle, n) => [
    {
      ...ofProduct(handle, { Type: 'Bags' }),
      ...plain,
      ...ofVariant(`BAG-${n}`, { 'Variant Barcode': `'08412345${10_000 + n}` }),
      ...picture(handle, 1),
    },
  ],
  'in sizes, reduced': (handle, n) =>
    rowsOf(
      ofProduct(handle, { Type: 'Shoes', 'Product Category': 'Apparel & Accessories > Shoes' }),
      ['38', '39', '40', '41.5'].map(Size => [
        { 'Shoe size': Size },
        ofVariant(`SHOE-${n}-${Size}`, { 'Variant Price': '59.90', 'Variant Compare At Price': '79.90' }),
      ]),
    ),
  'in sizes and colours, a price for each size': (handle, n) =>
    rowsOf(
      ofProduct(handle),
      sizes.flatMap((Size, s) =>
        colours.map((Color, c) => [
          { Size, Color },
          ofVariant(`TEE-${n}-${s}${c}`, {
            'Variant Price': (25 + s).toFixed(2),
            'Variant Image': address(`${handle}-${c}`),
          }),
        ]),
      ),
    ),
  'with three options, in part sold out': (handle, n) =>
    rowsOf(
      ofProduct(handle, { 'Option1 Linked To': 'product.metafields.shopify.color-pattern' }),
      ['Navy', 'Rust'].flatMap(Color =>
        ['S', 'M'].flatMap(Size =>
          ['Regular', 'Tall'].map(Fit => [
            { Color, Size, Fit },
            ofVariant(`FIT-${n}-${Color}-${Size}-${Fit}`, { 'Variant Inventory Qty': Fit === 'Tall' ? '0' : '12' }),
          ]),
        ),
      ),
    ),
  'with several pictures': (handle, n) => [
    { ...ofProduct(handle, { Type: 'Bags' }), ...plain, ...ofVariant(`PIC-${n}`), ...picture(handle, 1) },
    { Handle: handle, ...picture(handle, 2) },
    { Handle: handle, ...picture(handle, 3) },
  ],
  'a draft without quantities': (handle, n) => [
    {
      ...ofProduct(handle, { Status: 'draft', Published: 'false' }),
      ...plain,
      ...ofVariant(`DRAFT-${n}`, { 'Variant Inventory Qty': '' }),
    },
  ],
  archived: (handle, n) => [
    {
      ...ofProduct(handle, { Status: 'archived' }),
      ...plain,
      ...ofVariant(`OLD-${n}`, { 'Variant Inventory Qty': '-2' }),
    },
  ],
  'with a description out of an editor': (handle, n) => [
    {
      ...ofProduct(handle, {
        Title: `12" "Studio" mug, blue & white – set of ${n}`,
        'Body (HTML)': `<meta charset="utf-8">\n<h2 style="color: #333;" data-mce-fragment="1">About "this" mug</h2>\r\n<p><span>Thrown by hand,\n glazed twice; 350&nbsp;ml. It&#39;s dishwasher-safe.</span></p>\n<table><tbody><tr><td>Height</td><td>9 cm</td></tr></tbody></table>\n<img src="${address('inline')}" alt=""><style>p { margin: 0 }</style>`,
        Type: 'Mugs',
        Tags: '"gift, new", kitchen',
      }),
      ...plain,
      ...ofVariant(`MUG-${n}`),
    },
  ],
  'reduced in one size': (handle, n) =>
    rowsOf(
      ofProduct(handle),
      ['S', 'M', 'L'].map(Size => [
        { Size },
        ofVariant(
          `ONE-${n}-${Size}`,
          Size === 'M' ? { 'Variant Price': '19.00', 'Variant Compare At Price': '25.00' } : {},
        ),
      ]),
    ),
  'without SKUs, its units not counted': handle =>
    rowsOf(
      ofProduct(handle, { 'Product Category': 'Uncategorized' }),
      ['A5', 'A4'].map(Format => [
        { Format },
        ofVariant('', {
          'Variant Inventory Tracker': '',
          'Variant Inventory Qty': '0',
          'Variant Inventory Policy': 'continue',
        }),
      ]),
    ),
  'with a compare-at price that is none': (handle, n) => [
    {
      ...ofProduct(handle),
      ...plain,
      ...ofVariant(`CMP-${n}`, { 'Variant Price': '1250.00', 'Variant Compare At Price': n % 2 ? '0.00' : '1250.00' }),
    },
  ],
  'of a type without a category': (handle, n) => [
    {
      ...ofProduct(handle, {
        Type: 'Candles & Scents',
        'Product Category': 'Home & Garden > Decor > Home Fragrances > Candles',
      }),
      ...plain,
      ...ofVariant(`CANDLE-${n}`),
    },
  ],
  'of a product category without a type': (handle, n) => [
    {
      ...ofProduct(handle, { Type: '', 'Product Category': 'Apparel & Accessories > Clothing Accessories > Hats' }),
      ...plain,
      ...ofVariant(`HAT-${n}`),
    },
  ],
  'with one SKU for all sizes': (handle, n) =>
    rowsOf(
      ofProduct(handle),
      ['S', 'M', 'L'].map(Size => [{ Size }, ofVariant(`SAME-${n}`)]),
    ),
  'with the SKU of another product': handle => [{ ...ofProduct(handle), ...plain, ...ofVariant('SHARED') }],
  'a gift card': (handle, n) =>
    rowsOf(
      ofProduct(handle, { Type: 'Gift cards', 'Gift Card': 'true' }),
      ['10', '50'].map(Value => [
        { Denominations: `$${Value}.00` },
        ofVariant(`GIFT-${n}-${Value}`, { 'Variant Price': Value }),
      ]),
    ),
  'in one size alone, with spaces around names': (handle, n) =>
    rowsOf(ofProduct(handle, { Title: `  Poncho ${n} ` }), [[{ Size: ' One Size ' }, ofVariant(` PONCHO-${n} `)]]),
}

/** 200 products of every kind. */
export const SHOP = Array.from({ length: 200 }, (_, n) => {
  const [kind = '', rows] = Object.entries(KINDS)[n % Object.keys(KINDS).length] ?? []
  return { kind, rows: rows?.(`product-${n}`, n) ?? [] }
})
