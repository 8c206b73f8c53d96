import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { listAuditEntries } from '../../platform/audit/audit.repository.ts'
import { tablesOf } from './imports-fixtures.ts'
import {
  address,
  chosen,
  exportedTable,
  ofProduct,
  ofVariant,
  plain,
  rowsOf,
  SHOP,
  type ShopifyRow,
  templateTable,
} from './shopify-fixtures.ts'

const shop = startShop()
const { check, rowsOf: checkedRowsOf, run } = tablesOf(shop)

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

async function imported(file: string) {
  const { data } = await check(file, admin)
  const rows = await checkedRowsOf(data._id, admin)
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
  it('imports 200 products of every kind without a refused row, and changes nothing the second time', async () => {
    const rows = SHOP.flatMap(({ rows }) => rows)

    const { done } = await imported(exportedTable(rows))
    const again = await check(exportedTable(rows), admin)
    const inTheTemplate = await check(templateTable(rows), admin)

    expect(done.rows).toEqual({ created: 200, updated: 0, unchanged: 0, refused: 0 })
    expect(done).toMatchObject({ state: 'done', written: 200 })
    for (const { data } of [again, inTheTemplate])
      expect(data.rows).toEqual({ created: 0, updated: 0, unchanged: 200, refused: 0 })
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

    expect(rows[0].warnings).toEqual(['2 pictures are given by web address: the shop fetches them after the import.'])
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

  it('keeps lines, quotation marks and tables of a description, and nothing of its HTML', async () => {
    const { rows } = SHOP.find(({ kind }) => kind === 'with a description out of an editor') ?? { rows: [] }
    const [row] = rows.map(row => ({ ...row, Handle: 'edited', 'Variant SKU': '' }))

    const { product } = await imported(exportedTable(row ? [row] : []))

    expect(product).toMatchObject({
      name: '12" "Studio" mug, blue & white – set of 7',
      description: '## About "this" mug\n\nThrown by hand, glazed twice; 350 ml. It\'s dishwasher-safe.\n\nHeight 9 cm',
    })
  })

  it('reads the column names of the template of 2025, too', async () => {
    const reduced = { 'Variant Price': '20', 'Variant Compare At Price': '30', 'Variant Inventory Qty': '3' }
    const second = { 'Variant Price': '22', 'Variant Inventory Qty': '1' }
    const rows = rowsOf(ofProduct('new', { Title: 'Cotton shirt new', Status: 'Active' }), [
      [{ Size: 'S' }, ofVariant('NEW-S', reduced)],
      [{ Size: 'M' }, ofVariant('NEW-M', second)],
    ])

    const { product } = await imported(templateTable(rows))

    expect(product).toMatchObject({ name: 'Cotton shirt new', price: 30, onSale: true, salePrice: 20, stock: 4 })
    expect(product.variants).toMatchObject([
      { sku: 'NEW-S', own: {} },
      { sku: 'NEW-M', own: { price: 22, onSale: false } },
    ])
  })

  it.each([
    ['0.0', null],
    ['', null],
    ['1500', 1500],
    ['219.6', 220],
  ])('weighs %j grams as its first variant, to the gram', async (grams, weight) => {
    const rows = rowsOf(ofProduct(`grams ${grams}`), [
      [{ Size: 'S' }, ofVariant('', { 'Variant Grams': grams })],
      [{ Size: 'M' }, ofVariant('', { 'Variant Grams': '300' })],
    ])

    expect((await imported(exportedTable(rows))).product.weight).toBe(weight)
    expect((await imported(templateTable(rows))).rows[0].kind).toBe('unchanged')
  })

  it('keeps its tags, as many as fit', async () => {
    const tagged = async (Tags: string) =>
      (
        await imported(
          exportedTable(rowsOf(ofProduct(`tags ${Tags.length}`, { Tags }), [[{ Size: 'S' }, ofVariant('')]])),
        )
      ).product.tags

    expect(await tagged('linen, Summer')).toBe('linen, Summer')
    expect(await tagged('a-tag-of-20-letters!,'.repeat(60))).toBe('a-tag-of-20-letters!,'.repeat(47).slice(0, -1))
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
    ['archived', { Status: 'archived' }, false],
    ['not published', { Published: 'FALSE' }, false],
    ['published by an empty cell', { Published: '' }, true],
  ])('imports a product that is %s', async (what, given, isActive) => {
    const { product } = await imported(
      exportedTable([{ ...ofProduct(`active ${what}`, given), ...plain, ...ofVariant('') }]),
    )

    expect(product.isActive).toBe(isActive)
  })

  it.each([
    ['is below 0', '-3.00'],
    ['is below 0 with a minus sign', '\u22123.00'],
  ])('refuses a price that %s, and says so', async (what, price) => {
    const variant = ofVariant('', { 'Variant Price': price })

    const { rows } = await imported(exportedTable([{ ...ofProduct(`price ${what}`), ...plain, ...variant }]))

    expect(rows[0].errors).toEqual({
      Price: 'This cannot be less than 0. Complete it in the file, then choose the file again.',
    })
  })

  it('says which of its variants are sold without counting units', async () => {
    const uncounted = { 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0' }
    const { rows, product } = await imported(
      exportedTable(
        rowsOf(ofProduct('partly'), [
          [{ Size: 'S' }, ofVariant('')],
          [{ Size: 'M' }, ofVariant('', uncounted)],
        ]),
      ),
    )

    expect(product.stock).toBe(5)
    expect(rows[0].warnings).toEqual([
      'Shopify sells 1 of its 2 variants without counting units: here they are out of stock until you say how many there are.',
    ])
  })

  it.each([
    ['is missing', '', 'The file gives no quantity, so nothing of it is in stock yet.'],
    ['is below 0', '-3', 'A quantity below 0 is imported as 0.'],
  ])('imports a product whose quantity %s, with a warning', async (what, quantity, warning) => {
    const variant = ofVariant('', { 'Variant Inventory Qty': quantity })

    const { product, rows } = await imported(exportedTable([{ ...ofProduct(`stock ${what}`), ...plain, ...variant }]))

    expect(rows[0].warnings).toEqual([warning])
    expect(product.stock).toBe(0)
  })

  it('finds the category by type, or by the last known name of the product category', async () => {
    const category = 'Apparel & Accessories > Shoes > Sandals'
    const rows = ['by-type', 'by-path'].map((handle, n) => ({
      ...ofProduct(handle, { 'Product Category': category, Type: n === 0 ? 'Bags' : '' }),
      ...plain,
      ...ofVariant(''),
    }))

    const { products } = await imported(exportedTable(rows))

    expect(products.map(({ category }: { category: { slug: string } }) => category.slug)).toEqual(['bags', 'shoes'])
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

  it('puts the last two names of a type into each other', async () => {
    const { data: before } = await shop.get('/categories/staff', admin)
    const { product } = await imported(
      exportedTable([{ ...ofProduct('gift', { Type: 'Gifts &gt; Small gifts' }), ...plain, ...ofVariant('') }]),
    )

    const { data: categories } = await shop.get('/categories/staff', admin)
    const [small] = categories.filter(({ _id }: { _id: string }) => _id === product.category._id)
    expect(small).toMatchObject({ name: 'Small gifts', parent: { name: 'Gifts' } })
    expect(categories).toHaveLength(before.length + 2)
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
        row('no-type', { Type: '' }),
        row('short', { 'Body (HTML)': '<p>Nice.</p>', Title: 'Mug' }),
        row('undescribed', { 'Body (HTML)': '<p> </p>' }),
        row('no-price', {}, { 'Variant Price': '' }),
        row('endless', { 'Body (HTML)': `<p>${'<img src="data:image/png;base64,">'.repeat(4000)}</p>` }),
        row('good', { 'Body (HTML)': `<div style="${'x'.repeat(60_000)}">${'A long text. '.repeat(10)}</div>` }),
      ]),
    )

    expect(rows.map(({ errors }: { errors: ShopifyRow }) => errors)).toEqual([
      {},
      {},
      {},
      { Price: `This must be a number. The file has none. ${cure}` },
      { '': 'A cell in row 6 is too long.' },
      {},
    ])
    expect(done.rows).toMatchObject({ created: 4, refused: 2 })
  })
})
