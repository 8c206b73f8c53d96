import { stringify } from 'csv-stringify/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { check, rowsOf, run } = tablesOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
  for (const [name, slug] of [
    ['T-Shirts', 't-shirts'],
    ['Shoes', 'shoes'],
    ['Bags', 'bags'],
  ] as const)
    await shop.category({ name, slug })
})

/** As Shopify's help names and orders them, those of metafields and markets included. */
const OLD_COLUMNS =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / Condition,Google Shopping / Custom Product,Color (product.metafields.shopify.color-pattern),Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Included / United States,Price / International,Compare At Price / International,Status'.split(
    ',',
  )
const NEW_COLUMNS =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Google Shopping / Gender'.split(
    ',',
  )

type Row = Record<string, string>
const oldTable = (rows: Row[]) => stringify(rows, { header: true, columns: OLD_COLUMNS })
const newTable = (rows: Row[]) => stringify(rows, { header: true, columns: NEW_COLUMNS })

const BODY =
  '<p>A garment of <strong>organic cotton</strong>, cut wide &amp; sewn in Jaipur.</p><ul><li>Machine wash</li></ul>'

/** The product's cells of the first row. */
const aProduct = (handle: string, given: Row = {}): Row => ({
  ...{
    Handle: handle,
    Title: `Product ${handle}`,
    'Body (HTML)': BODY,
    Vendor: 'Mela',
    Type: 'T-Shirts',
    Published: 'TRUE',
  },
  ...{ Tags: 'cotton, summer', 'Gift Card': 'FALSE', Status: 'active' },
  ...given,
})
const aVariant = (sku: string, given: Row = {}): Row => ({
  ...{
    'Variant SKU': sku,
    'Variant Grams': '220',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '5',
  },
  ...{ 'Variant Inventory Policy': 'deny', 'Variant Fulfillment Service': 'manual', 'Variant Price': '25.00' },
  ...{ 'Variant Requires Shipping': 'TRUE', 'Variant Taxable': 'TRUE', 'Variant Weight Unit': 'g' },
  ...given,
})
const options = (values: Row) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value], n) => [
      [`Option${n + 1} Name`, name],
      [`Option${n + 1} Value`, value],
    ]),
  )
const plain = options({ Title: 'Default Title' })
const address = (name: string) => `https://cdn.shopify.com/s/files/1/0001/0002/files/${name}.jpg?v=1600000000`

/** A shirt in sizes and colours, shoes in sizes with a reduced price, or a bag; pictures by address. */
function rowsOfProduct(n: number): Row[] {
  const handle = `product-${n}`
  const picture = { 'Image Src': address(handle), 'Image Position': '1', 'Image Alt Text': 'Front' }
  if (n % 4 === 0) return [{ ...aProduct(handle, { Type: 'Bags' }), ...plain, ...aVariant(`BAG-${n}`), ...picture }]
  const values =
    n % 2 === 0
      ? ['38', '39', '40'].map(Size => ({ Size }))
      : ['S', 'M', 'L'].flatMap(Size => ['Black', 'White'].map(Color => ({ Size, Color })))
  const rows = values.map((value, v) => {
    const variant = aVariant(`SKU-${n}-${v}`, n % 2 === 0 ? { 'Variant Compare At Price': '40.00' } : {})
    const named = { ...options(value), ...(v > 0 && { 'Option1 Name': '', 'Option2 Name': '' }) }
    return v === 0
      ? { ...aProduct(handle, n % 2 === 0 ? { Type: 'Shoes' } : {}), ...named, ...variant, ...picture }
      : { Handle: handle, ...named, ...variant, 'Variant Image': address(`${handle}-${v}`) }
  })
  return [...rows, { Handle: handle, 'Image Src': address(`${handle}-back`), 'Image Position': '2' }]
}

async function imported(file: string) {
  const { data } = await check(file, admin)
  const rows = await rowsOf(data._id, admin)
  const done = await run(data._id, admin)
  const products = await Promise.all(
    rows.map(
      async ({ product }: { product: string | null }) =>
        product && (await shop.get(`/products/${product}`, admin)).data,
    ),
  )
  return { rows, done, products, product: products[0] }
}

describe("a file of Shopify's template", () => {
  it('imports 200 products with options without a refused row, and changes nothing the second time', async () => {
    const file = oldTable(Array.from({ length: 200 }, (_, n) => rowsOfProduct(n)).flat())

    const { done } = await imported(file)
    const again = await check(file, admin)

    expect(done.rows).toEqual({ created: 200, updated: 0, unchanged: 0, refused: 0 })
    expect(done).toMatchObject({ state: 'done', written: 200 })
    expect(again.data.rows).toEqual({ created: 0, updated: 0, unchanged: 200, refused: 0 })
    expect((await shop.get('/products?keyword=product-2')).data[0]).toMatchObject({
      price: 40,
      salePrice: 25,
      stock: 15,
    })
  })

  it('takes name, description, category, options, SKUs, prices and stock, and warns of pictures by address', async () => {
    const { rows, product } = await imported(oldTable(rowsOfProduct(1001)))

    expect(rows[0].warnings).toEqual([
      '7 pictures are given by web address and not imported. Upload to Media, then choose them in the product or name them here.',
    ])
    expect(product).toMatchObject({
      ...{ name: 'Product product-1001', category: { slug: 't-shirts' }, isActive: true, thumbnail: null },
      description: 'A garment of organic cotton, cut wide & sewn in Jaipur.\n\n• Machine wash',
      ...{ price: 25, onSale: false, stock: 30 },
      options: [
        { name: 'Size', values: [{ name: 'S' }, { name: 'M' }, { name: 'L' }] },
        { name: 'Color', values: [{ name: 'Black' }, { name: 'White' }] },
      ],
    })
    expect(product.variants).toHaveLength(6)
    expect(product.variants[5]).toMatchObject({
      options: { Size: 'L', Color: 'White' },
      sku: 'SKU-1001-5',
      stock: 5,
      own: {},
    })
  })

  it('reads the column names of the template of 2025, too', async () => {
    const row = {
      ...{ Title: 'Cotton shirt new', 'URL handle': 'cotton-new', Description: BODY, Type: 'T-Shirts' },
      ...{ 'Published on online store': 'TRUE', Status: 'Active', SKU: 'NEW-S', 'Option1 name': 'Size' },
      ...{ 'Option1 value': 'S', Price: '20', 'Compare-at price': '30', 'Inventory quantity': '3' },
    }
    const second = {
      'URL handle': 'cotton-new',
      'Option1 value': 'M',
      Price: '22',
      'Inventory quantity': '1',
      SKU: 'NEW-M',
    }

    const { product } = await imported(newTable([row, second]))

    expect(product).toMatchObject({ name: 'Cotton shirt new', price: 30, onSale: true, salePrice: 20, stock: 4 })
    expect(product.variants).toMatchObject([
      { sku: 'NEW-S', own: {} },
      { sku: 'NEW-M', own: { price: 22, onSale: false } },
    ])
  })

  it('has no options where there is only the default title', async () => {
    const file = oldTable([
      { ...aProduct('tote'), ...plain, ...aVariant('TOTE', { 'Variant Barcode': "'0123456789012" }) },
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
      oldTable([
        {
          ...aProduct('pictured'),
          ...options({ Color: 'Black' }),
          ...aVariant('P-1'),
          ...{ 'Image Src': 'shop-back.jpg', 'Image Position': '2' },
        },
        { Handle: 'pictured', 'Option1 Value': 'White', ...aVariant('P-2'), 'Variant Image': white.id },
        { Handle: 'pictured', 'Image Src': 'Shop-Front.jpg', 'Image Position': '1' },
      ]),
    )

    expect(rows[0].warnings).toEqual([])
    expect(product).toMatchObject({ thumbnail: { _id: front.id }, gallery: [{ _id: back.id }, { _id: white.id }] })
    expect(product.variants[1].media._id).toBe(white.id)
  })

  it.each([
    ['a draft', { Status: 'draft' }, false],
    ['archived', { Status: 'archived' }, false],
    ['not published', { Published: 'FALSE' }, false],
    ['published by an empty cell', { Published: '' }, true],
  ])('imports a product that is %s', async (what, given, isActive) => {
    const { product } = await imported(oldTable([{ ...aProduct(`active ${what}`, given), ...plain, ...aVariant('') }]))

    expect(product.isActive).toBe(isActive)
  })

  it.each([
    ['is missing', '', 'The file gives no quantity, so nothing of it is in stock yet.'],
    ['is below 0', '-3', 'A quantity below 0 is imported as 0.'],
  ])('imports a product whose quantity %s, with a warning', async (what, quantity, warning) => {
    const variant = aVariant('', { 'Variant Inventory Qty': quantity })

    const { product, rows } = await imported(oldTable([{ ...aProduct(`stock ${what}`), ...plain, ...variant }]))

    expect(rows[0].warnings).toEqual([warning])
    expect(product.stock).toBe(0)
  })

  it('finds the category by type, or by the last known name of the product category', async () => {
    const category = 'Apparel & Accessories > Shoes > Sandals'
    const rows = ['by-type', 'by-path'].map((handle, n) => ({
      ...aProduct(handle, { 'Product Category': category, Type: n === 0 ? 'Bags' : '' }),
      ...plain,
      ...aVariant(''),
    }))

    const { products } = await imported(oldTable(rows))

    expect(products.map(({ category }: { category: { slug: string } }) => category.slug)).toEqual(['bags', 'shoes'])
  })

  it('refuses, column by column, what the shop cannot hold, and keeps the rest', async () => {
    const { rows, done } = await imported(
      oldTable([
        { ...aProduct('unknown-type', { Type: 'Hats' }), ...plain, ...aVariant('') },
        { ...aProduct('too-short', { 'Body (HTML)': '<p>Nice.</p>' }), ...plain, ...aVariant('') },
        { ...aProduct('no-price'), ...plain, ...aVariant('', { 'Variant Price': '' }) },
        { ...aProduct('good'), ...plain, ...aVariant('') },
      ]),
    )

    expect(rows.map(({ errors }: { errors: Row }) => Object.keys(errors))).toEqual([
      ['Category'],
      ['Description'],
      ['Price'],
      [],
    ])
    expect(rows[0].errors.Category).toBe('There is no category “Hats”.')
    expect(done.rows).toMatchObject({ created: 1, refused: 3 })
  })
})
