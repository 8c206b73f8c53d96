import { stringify } from 'csv-stringify/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { listAuditEntries } from '../../platform/audit/audit-log.ts'
import { tablesOf } from './imports-fixtures.ts'

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

type ShopifyRow = Record<string, string>

const exportedTable = (rows: ShopifyRow[]) => stringify(rows, { header: true, columns: EXPORTED })

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
function templateTable(rows: ShopifyRow[]): string {
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
const ofProduct = (handle: string, given: ShopifyRow = {}): ShopifyRow => ({
  ...{ Handle: handle, Title: `Product ${handle}`, 'Body (HTML)': BODY, Vendor: 'Mela', Type: 'T-Shirts' },
  ...{ Published: 'true', Tags: 'cotton, summer', 'Gift Card': 'false', Status: 'active' },
  ...given,
})

const ofVariant = (sku: string, given: ShopifyRow = {}): ShopifyRow => ({
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

const chosen = (values: ShopifyRow): ShopifyRow =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value], n) => [
      [`Option${n + 1} Name`, name],
      [`Option${n + 1} Value`, value],
    ]),
  )
const plain = chosen({ Title: 'Default Title' })

const address = (name: string) => `https://cdn.shopify.com/s/files/1/0001/0002/files/${name}.jpg?v=1600000000`

/** A row for each variant; the names of the options stand in the first one. */
function rowsOf(first: ShopifyRow, variants: [values: ShopifyRow, cells: ShopifyRow][]): ShopifyRow[] {
  return variants.map(([values, cells], index) => {
    const named = chosen(values)
    const unnamed = Object.fromEntries(Object.entries(named).filter(([column]) => column.endsWith('Value')))
    return index === 0 ? { ...first, ...named, ...cells } : { Handle: first.Handle ?? '', ...unnamed, ...cells }
  })
}

/** Products of a shop that is some years old, each with a peculiarity. */
const OLD_SHOP: ShopifyRow[][] = [
  rowsOf(
    ofProduct('reduced', { Type: 'Shoes', 'Product Category': 'Apparel & Accessories > Shoes' }),
    ['38', '41.5'].map(Size => [
      { 'Shoe size': Size },
      ofVariant(`SHOE-${Size}`, { 'Variant Price': '59.90', 'Variant Compare At Price': '79.90' }),
    ]),
  ),
  rowsOf(
    ofProduct('three options', { 'Option1 Linked To': 'product.metafields.shopify.color-pattern' }),
    ['Navy', 'Rust'].flatMap(Color =>
      ['Regular', 'Tall'].map(Fit => [
        { Color, Size: 'S', Fit },
        ofVariant(`FIT-${Color}-${Fit}`, { 'Variant Inventory Qty': Fit === 'Tall' ? '0' : '12' }),
      ]),
    ),
  ),
  rowsOf(
    ofProduct('description out of an editor', {
      Title: '12" "Studio" mug, blue & white – set of 2',
      'Body (HTML)': `<meta charset="utf-8">\n<h2 style="color: #333;" data-mce-fragment="1">About "this" mug</h2>\r\n<p><span>Thrown by hand,\n glazed twice; 350&nbsp;ml.</span></p>\n<table><tbody><tr><td>Height</td><td>9 cm</td></tr></tbody></table>\n<img src="${address('inline')}" alt=""><style>p { margin: 0 }</style>`,
      Tags: '"gift, new", kitchen',
    }),
    [[{ Title: 'Default Title' }, ofVariant('MUG')]],
  ),
  ...['0.00', '1250.00'].map(none => [
    {
      ...ofProduct(`compared with ${none}`),
      ...plain,
      ...ofVariant('', { 'Variant Price': '1250.00', 'Variant Compare At Price': none }),
    },
  ]),
  rowsOf(ofProduct('spaces', { Title: '  Poncho ' }), [[{ Size: ' One Size ' }, ofVariant(' PONCHO ')]]),
]

const shop = startShop()
const { check, imported: importedBy, run } = tablesOf(shop)

const admin = shop.anAdmin()
beforeAll(async () => {
  for (const [name, slug] of [
    ['T-Shirts', 't-shirts'],
    ['Shoes', 'shoes'],
    ['Bags', 'bags'],
  ] as const)
    await shop.category({ name, slug })
})

async function imported(file: string) {
  const answer = await importedBy(file, admin)
  return { ...answer, product: answer.products[0] }
}

describe("a file of Shopify's template", () => {
  it('imports products of every kind without a refused row, and changes nothing the second time', async () => {
    const rows = OLD_SHOP.flat()

    const { done } = await imported(exportedTable(rows))
    const again = await check(exportedTable(rows), admin)
    const inTheTemplate = await check(templateTable(rows), admin)

    expect(done.rows).toEqual({ created: 6, updated: 0, unchanged: 0, refused: 0 })
    expect(done).toMatchObject({ state: 'done', written: 6 })
    for (const { data } of [again, inTheTemplate])
      expect(data.rows).toEqual({ created: 0, updated: 0, unchanged: 6, refused: 0 })
  })

  it('B145 gives products their handles as addresses, with a number where one is taken, and leaves them alone later', async () => {
    const { slug: taken } = await shop.product()
    const handles = ['linen-shirt-natural', taken, 'été-à-la-mer', 'a--b'.repeat(80)]
    const file = exportedTable(
      handles.flatMap(handle =>
        rowsOf(ofProduct(handle, { Title: 'Shirt of linen' }), [[{ Size: 'S' }, ofVariant('')]]),
      ),
    )

    const { rows, products } = await imported(file)

    expect(products.map(({ slug }) => slug)).toEqual([
      ...['linen-shirt-natural', `${taken}-2`, 'ete-a-la-mer'],
      expect.stringMatching(/^a-ba-b[ab-]{10,}$/),
    ])
    expect(rows[1].warnings).toContain(`Another product has or had the address ${taken}: this one gets a number.`)
    await shop.call('PUT', `/products/${products[0]._id}`, { body: { slug: 'chosen-by-staff' }, as: admin })
    expect((await check(file, admin)).data.rows).toMatchObject({ unchanged: 4 })
  })

  it('takes name, description, category, options, SKUs, prices and stock, and warns of pictures by address', async () => {
    const shirt = rowsOf(ofProduct('shirt', { Title: ' Cotton shirt ' }), [
      [{ Size: 'S', Color: 'Black' }, ofVariant('SHIRT-0', { 'Variant Image': address('black') })],
      [{ Size: 'M', Color: 'Black' }, ofVariant('SHIRT-1', { 'Variant Price': '27.5' })],
      [
        { Size: 'M', Color: 'White' },
        ofVariant('SHIRT-2', { 'Variant Price': '19', 'Variant Compare At Price': '25' }),
      ],
    ])

    const { rows, product } = await imported(
      exportedTable([...shirt, { Handle: 'shirt', 'Image Src': address('back') }]),
    )

    expect(rows[0].warnings).toEqual(['Pictures by web address: 2. The shop fetches them after the import.'])
    expect(product).toMatchObject({
      ...{ name: 'Cotton shirt', category: { slug: 't-shirts' }, isActive: true, thumbnail: null },
      description: 'A garment of **organic cotton**, cut wide & sewn in Jaipur.\n\n- Machine wash',
      ...{ price: 25, onSale: false, stock: 15 },
      options: [
        { name: 'Size', values: [{ name: 'S' }, { name: 'M' }] },
        { name: 'Color', values: [{ name: 'Black' }, { name: 'White' }] },
      ],
      variants: [
        { options: { Size: 'S', Color: 'Black' }, sku: 'SHIRT-0', stock: 5, own: {} },
        { options: { Size: 'M', Color: 'Black' }, sku: 'SHIRT-1', own: { price: 27.5 } },
        { options: { Size: 'M', Color: 'White' }, sku: 'SHIRT-2', own: { onSale: true, salePrice: 19 } },
      ],
    })
  })

  it('weighs and holds what each variant does, to the gram', async () => {
    const measures = (amount: string, unit: string) => ({
      ...{ 'Unit Price Total Measure': amount, 'Unit Price Total Measure Unit': unit },
      ...{ 'Unit Price Base Measure': '1', 'Unit Price Base Measure Unit': 'kg' },
    })
    const rows = rowsOf(ofProduct('grams'), [
      [{ Size: 'S' }, ofVariant('', { 'Variant Grams': '259.6', ...measures('250', 'g') })],
      [{ Size: 'M' }, ofVariant('', { 'Variant Grams': '260', ...measures('250', 'g') })],
      [{ Size: 'L' }, ofVariant('', { 'Variant Grams': '1040', ...measures('1', 'kg') })],
    ])

    const { product } = await imported(exportedTable(rows))

    expect(product).toMatchObject({ weight: 260, content: '250 g', unitPriceFor: '1 kg' })
    expect(product.variants.map(({ own }: { own: object }) => own)).toEqual([{}, {}, { weight: 1040, content: '1 kg' }])
    expect((await imported(exportedTable(rows))).rows[0].kind).toBe('unchanged')
  })

  it('weighs what its variants do where the first has no grams', async () => {
    const rows = rowsOf(ofProduct('no grams'), [
      [{ Size: 'S' }, ofVariant('', { 'Variant Grams': '' })],
      [{ Size: 'M' }, ofVariant('', { 'Variant Grams': '300' })],
    ])

    const { product } = await imported(exportedTable(rows))

    expect([product.weight, ...product.variants.map(({ own }: { own: object }) => own)]).toEqual([
      ...[null, {}, { weight: 300 }],
    ])
    expect((await imported(templateTable(rows))).rows[0].kind).toBe('unchanged')
  })

  it('has no options where there is only the default title', async () => {
    const file = exportedTable([
      { ...ofProduct('tote'), ...plain, ...ofVariant('TOTE', { 'Variant Barcode': "'0123456789012" }) },
    ])

    const { product, rows } = await imported(file)

    expect(rows[0]).toMatchObject({ kind: 'created', warnings: [] })
    expect(product).toMatchObject({ options: [], stock: 5, variants: [{ sku: 'TOTE', barcode: '0123456789012' }] })
    expect((await imported(file)).rows[0].kind).toBe('unchanged')
  })

  it('takes pictures by file name, in their order, those of variants among them', async () => {
    const [front, back, white] = [
      await shop.media({ name: 'shop-front.jpg' }),
      await shop.media({ name: 'shop-back.jpg' }),
      await shop.media({ name: 'shop-white.jpg' }),
    ]

    const { product, rows } = await imported(
      exportedTable([
        {
          ...ofProduct('pictured'),
          ...chosen({ Color: 'Black' }),
          ...ofVariant('P-1'),
          ...{ 'Image Src': 'shop-back.jpg', 'Image Position': '2' },
        },
        { Handle: 'pictured', 'Option1 Value': 'White', ...ofVariant('P-2'), 'Variant Image': white.id },
        { Handle: 'pictured', 'Image Src': 'Shop-Front.jpg', 'Image Position': '1' },
      ]),
    )

    expect(rows[0].warnings).toEqual([])
    expect(product).toMatchObject({ thumbnail: { _id: front.id }, gallery: [{ _id: back.id }, { _id: white.id }] })
    expect(product.variants[1].media._id).toBe(white.id)
  })

  it.each([
    ['a draft', { Status: 'draft' }, false],
    ['not published', { Published: 'FALSE' }, false],
    ['published by an empty cell', { Published: '' }, true],
  ])('imports a product that is %s', async (what, given, isActive) => {
    const { product } = await imported(
      exportedTable([{ ...ofProduct(`active ${what}`, given), ...plain, ...ofVariant('') }]),
    )

    expect(product.isActive).toBe(isActive)
  })

  it('adds the categories that its products have and the shop has not, once, hidden until they have an active product', async () => {
    const row = (handle: string, given: ShopifyRow) => ({ ...ofProduct(handle, given), ...plain, ...ofVariant('') })
    const path = 'Home & Garden > Lighting > Lanterns'
    const file = exportedTable([
      row('wax', { Type: 'Lamps & Bulbs', 'Product Category': path, Status: 'draft' }),
      row('soy', { Type: 'lamps & bulbs', 'Product Category': '' }),
      row('tin', { Type: '', 'Product Category': path }),
      row('tee', { Type: 'T Shirts' }),
      row('gul', { Type: 'दीपक' }),
    ])
    const { data: other } = await check(file, admin)

    const { rows, products } = await imported(file)
    const again = await check(file, admin)
    await run(other._id, admin)

    expect(other.notes).toEqual(['Adds 4 categories: “Lamps & Bulbs”, “Lanterns”, “T Shirts”, “दीपक”.'])
    expect(again.data.notes).toEqual([])
    expect(rows.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([[], [], [], [], []])
    expect(rows[0].changes).toContainEqual({ field: 'Category', before: null, after: 'Lamps & Bulbs' })
    const slugs = products.map(({ category }: { category: { slug: string } }) => category.slug)
    expect(slugs.slice(0, 4)).toEqual(['lamps-bulbs', 'lamps-bulbs', 'lanterns', 't-shirts-2'])
    expect(products[4].category.name).toBe('दीपक')
    expect(again.data.rows).toMatchObject({ unchanged: 5 })
    const { data: categories } = await shop.get('/categories/staff', admin)
    const added = categories.filter(({ name }: { name: string }) => /lamps|lanterns|दीपक/i.test(name))
    expect(added).toMatchObject(Array(3).fill({ hidesWhileEmpty: true }))
    const audited = await listAuditEntries(shop.db, {
      page: 1,
      size: 20,
      keyword: `category:${products[0].category._id}`,
    })
    expect(audited.rows).toMatchObject([{ action: 'category.created', actor: { _id: admin.id } }])
  })

  it('ends where the database lowers the name of a category in its own way, and a category is called undefined', async () => {
    const { id } = await shop.category({ name: 'iç giyim' })
    const row = (handle: string, Type: string) => ({
      ...ofProduct(handle, { Type, 'Product Category': '' }),
      ...plain,
      ...ofVariant(''),
    })

    const { products } = await imported(
      exportedTable([row('tat', 'İç giyim'), row('und', 'undefined'), row('zeb', 'Zebras')]),
    )

    expect(products[0].category._id).toBe(id)
    const { data } = await shop.get('/categories/staff', admin)
    expect(data.find(({ name }: { name: string }) => name === 'Zebras')).toMatchObject({ parent: null })
  })

  it('leaves out SKUs that several variants have but for the first, and says which row keeps it', async () => {
    const sizes = ['S', 'M', 'L'].map((Size): [ShopifyRow, ShopifyRow] => [{ Size }, ofVariant('same')])

    const { rows, products } = await imported(
      exportedTable([...rowsOf(ofProduct('first'), sizes), { ...ofProduct('second'), ...plain, ...ofVariant('Same') }]),
    )

    const skus = products.map(({ variants }: { variants: { sku: string }[] }) => variants.map(({ sku }) => sku))
    expect(skus).toEqual([['same', null, null], [null]])
    expect(rows[1].warnings).toEqual(['Several variants have the SKU “Same”: the one in row 2 keeps it.'])
  })

  it.each([
    [
      'a product whose quantity is below 0',
      {},
      { 'Variant Inventory Qty': '-3' },
      /^A quantity below 0 is imported as 0.$/,
      { isActive: true, stock: 0 },
    ],
    ['a gift card', { 'Gift Card': 'true' }, {}, /^This is a gift card/, { isActive: false, stock: 5 }],
    [
      'a product whose units are not counted',
      {},
      { 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0', 'Variant Inventory Policy': 'continue' },
      /^Shopify sells it without counting units/,
      { isActive: true, stock: 0 },
    ],
  ])('imports %s with a warning', async (what, ofAll, ofOne, warning, expected) => {
    const { rows, product } = await imported(
      exportedTable([{ ...ofProduct(what, ofAll), ...plain, ...ofVariant('', ofOne) }]),
    )

    expect(rows[0].warnings).toEqual([expect.stringMatching(warning)])
    expect(product).toMatchObject(expected)
  })

  it('refuses, column by column, what the shop cannot hold, says how to go on, and keeps the rest', async () => {
    const cure = 'Complete it in the file, then choose the file again.'
    const row = (handle: string, given: ShopifyRow, variant: ShopifyRow = {}) => ({
      ...{ ...ofProduct(handle, given), ...plain, ...ofVariant('', variant) },
    })

    const { rows, done } = await imported(
      exportedTable([
        row('no-price', {}, { 'Variant Price': '' }),
        row('endless', { 'Body (HTML)': `<p>${'<img src="data:image/png;base64,">'.repeat(4000)}</p>` }),
        row('good', { 'Body (HTML)': `<div style="${'x'.repeat(60_000)}">${'A long text. '.repeat(10)}</div>` }),
      ]),
    )

    expect(rows.map(({ errors }: { errors: ShopifyRow }) => errors)).toEqual([
      { Price: `This must be a number. The file has none. ${cure}` },
      { '': 'A cell in row 3 is too long.' },
      {},
    ])
    expect(done.rows).toMatchObject({ created: 1, refused: 2 })
  })
})
