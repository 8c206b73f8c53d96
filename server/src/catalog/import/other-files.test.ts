import type { ImportRow } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { check, imported, rowsOf, run } = tablesOf(shop)

const admin = shop.anAdmin()

const LONG = 'A test product that has a description of more than fifty characters.'

describe('B138 an import takes what another shop has', () => {
  const SHORT = `Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price
mug,Mug,<p>Blue.</p>,,TRUE,Title,Default Title,3,9.00
cap,C,,Hats,TRUE,Title,Default Title,3,5.00
free,Free sample,<p>${LONG}</p>,Hats,TRUE,Title,Default Title,3,0.00`

  it('takes short names, short texts or none, no category and price 0, without a picture', async () => {
    const { checked, products } = await imported(SHORT, admin)

    expect(checked).toMatchObject({ rows: { created: 3, refused: 0 }, withoutCategory: 1 })
    expect(products).toMatchObject([
      { name: 'Mug', description: 'Blue.', category: { name: 'Uncategorised' }, thumbnail: null },
      { name: 'C', description: '', category: { name: 'Hats' } },
      { name: 'Free sample', price: 0, onSale: false },
    ])
  })

  it('puts products without a category into the one that is chosen', async () => {
    const category = await shop.category()
    const { data } = await check('Name,Price,Stock\nA mug without category,9,3', admin)

    await shop.post(`/imports/${data._id}/start`, { category: category.id }, admin)
    await run(data._id, admin)

    const [{ product }] = await rowsOf(data._id, admin)
    expect((await shop.get(`/products/${product}`, admin)).data.category._id).toBe(category.id)
  })

  it('lets a short product be saved with what was not changed, and holds changes to the rules', async () => {
    const { products } = await imported('Handle,Title,Type,Variant Price\nshort-1,Cap,Hats,5', admin)
    const [{ _id, name, description, version }] = products
    const put = (body: object) => shop.call('PUT', `/products/${_id}`, { body: { productId: _id, ...body }, as: admin })

    const priced = await put({ name, description, thumbnail: null, price: 6, version })
    const text = await put({ description: 'x' })
    const named = await put({ name: 'Hat' })
    const free = await put({ price: 0 })

    expect(priced).toMatchObject({ status: 200, data: { price: 6 } })
    expect(text).toMatchObject({ status: 400, errors: { description: expect.stringContaining('50 character(s)') } })
    expect(named).toMatchObject({ status: 400, errors: { name: expect.stringContaining('5 character(s)') } })
    expect(free).toMatchObject({ status: 400, errors: { price: 'This cannot be less than 0.01.' } })
  })
})

describe('B138 entities of HTML in cells of plain text', () => {
  it('are characters in every text of a file of Shopify', async () => {
    const table = `Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant Price,SEO Title
entity-1,Sofa &quot;Royal&quot; &amp; Sons,<p>a &lt;b&gt; &amp; c</p>,Kram &amp; Co,Kitchen &amp; Dining,"tea &amp; honey, gift",Size &amp; cut,L &#8364;50,5,Sofa&nbsp;&amp; sons
entity-2,Salt & pepper R&D &copy 5,,,Kitchen & Dining,,Title,Default Title,5,`

    const { products } = await imported(table, admin)

    expect(products).toMatchObject([
      {
        ...{ name: 'Sofa "Royal" & Sons', description: 'a <b> & c', vendor: 'Kram & Co', tags: 'tea & honey, gift' },
        ...{ category: { name: 'Kitchen & Dining' }, seoTitle: 'Sofa & sons' },
        variants: [{ options: { 'Size & cut': 'L €50' } }],
      },
      { name: 'Salt & pepper R&D &copy 5', category: { name: 'Kitchen & Dining' } },
    ])
  })
})

describe('B138 numbers as spreadsheets write them', () => {
  it('reads decimal commas, thousands and signs as the column writes them, and says so', async () => {
    const table = `Handle,Title,Body (HTML),Type,Variant Price,Variant Compare At Price
th-1,Dear jumper,${LONG},Hats,"1,299.00","1,499.00"
th-2,Dollar jumper,${LONG},Hats,$19.99,
th-3,Thin space jumper,${LONG},Hats,1\u2009299.00,`

    const { checked, products } = await imported(table, admin)

    expect(products).toMatchObject([{ price: 1499, onSale: true, salePrice: 1299 }, { price: 19.99 }, { price: 1299 }])
    expect(checked.notes).toContain('“Variant Price”: “1,299.00” is read as 1299.00.')
  })

  it('refuses a barcode that a spreadsheet has shortened, with the reason', async () => {
    const table = 'Handle,Title,Type,Variant Price,Variant Barcode\nbar-1,Jumper,Hats,5,8.72E+12'

    const { rows } = await imported(table, admin)

    expect(rows[0]).toMatchObject({
      kind: 'refused',
      errors: { 'Variant barcode': expect.stringContaining('shortened this number') },
    })
  })
})

describe('a list of one’s own', () => {
  const NO_STOCK = 'The file gives no quantity, so nothing of it is in stock yet.'

  it.each([
    ['an empty cell', 'Name,Price,Stock\nA vase,9,'],
    ['no column', 'Name,Price\nA tall vase,9'],
  ])('creates a product whose stock has %s with 0 units, and says so', async (_, table) => {
    const { rows, products } = await imported(table, admin)

    expect(rows).toMatchObject([{ kind: 'created', warnings: [NO_STOCK] }])
    expect(products).toMatchObject([{ stock: 0 }])
  })
})

describe('a file without a column that new products need', () => {
  it('is told once which columns it has, and each row names the lack', async () => {
    const table = 'sep=;\nName;Preis;Bestand\nA vase;12,50;3\nA jug;9,90;4'

    const { checked, rows } = await imported(table, admin)

    expect(checked).toMatchObject({
      lacking: 'The file has no column for the price. Its columns are: Name, Preis, Bestand; name one of them Price.',
      ignored: ['Preis', 'Bestand'],
    })
    expect(rows.map((row: ImportRow) => row.errors)).toEqual([
      { Price: 'The file has no column for the price.' },
      { Price: 'The file has no column for the price.' },
    ])
  })
})

describe('an import that leaves present products alone', () => {
  it('creates new ones, writes nothing else, and says so', async () => {
    const table = 'Handle,Title,Type,Variant Price,Variant Inventory Qty\nleave-1,Old cap,Hats,5,10'
    const { products } = await imported(table, admin)
    await shop.call('PUT', `/products/${products[0]._id}`, { body: { stock: 9, price: 4 }, as: admin })

    const { data } = await check(`${table}\nleave-2,New cap,Hats,6,3`, admin)
    expect(data).toMatchObject({ isForeign: true, rows: { created: 1, updated: 1 } })
    await shop.post(`/imports/${data._id}/start`, { leavesPresent: true }, admin)
    const done = await run(data._id, admin)

    expect(done).toMatchObject({ state: 'done', written: 1, rows: { created: 1, updated: 0, unchanged: 1 } })
    expect(await rowsOf(data._id, admin)).toMatchObject([
      { kind: 'unchanged', changes: [], warnings: ['It stays as it is, as you chose.'] },
      { kind: 'created' },
    ])
    expect((await shop.get(`/products/${products[0]._id}`, admin)).data).toMatchObject({ stock: 9, price: 4 })
  })
})

describe('categories of a file', () => {
  const table = (suffix: string) => `Handle,Title,Type,Published,Variant Price
case-${suffix},Case,Чехлы iPhone,TRUE,10
cable-${suffix},Cable,Кабели iPhone,TRUE,10
oil-${suffix},Olive oil,Öl,TRUE,10
ol-${suffix},Ol,Ol,TRUE,10
film-${suffix},Film,iPhone 保護フィルム,TRUE,10`

  it('B84 keeps names apart that make one slug, and changes nothing when it is imported again', async () => {
    const { products } = await imported(table('x'), admin)
    const again = await check(table('x'), admin)

    expect(products.map(({ category }) => [category.name, category.slug])).toEqual([
      ['Чехлы iPhone', 'chehly-iphone'],
      ['Кабели iPhone', 'kabeli-iphone'],
      ['Öl', expect.stringMatching(/^ol(-2)?$/)],
      ['Ol', expect.stringMatching(/^ol(-2)?$/)],
      ['iPhone 保護フィルム', expect.stringMatching(/^iphone-/)],
    ])
    expect(again.data.rows).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  })
})

describe('a file of WooCommerce', () => {
  const WOO = `ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Position,Attribute 1 name,Attribute 1 value(s)
11,simple,woo-1,Woo mug,1,,<p>Blue &eacute;mail.</p>,1,7,0.5,8,10,"Kitchen > Mugs, Sale","blue, mug",,,Acme,0,,
12,variable,woo-2,Woo shirt,1,Soft.,,1,,,,,Shirts,,,,,0,Size,"S, M"
13,variation,woo-2-s,Woo shirt - S,1,,,1,3,,,20,,,,woo-2,,1,Size,S
14,variation,woo-2-m,Woo shirt - M,1,,,1,4,1.2,15,22,,,,woo-2,,2,Size,M
15,external,woo-3,Elsewhere,1,,,1,,,,5,Shirts,,,,,0,,`

  it('takes products and variations, and changes nothing when it is imported again', async () => {
    const { rows, checked, products } = await imported(WOO, admin)
    const again = await check(WOO, admin)

    expect(rows).toMatchObject([{ kind: 'created' }, { kind: 'created' }, { kind: 'refused' }])
    expect(products[0]).toMatchObject({
      ...{ name: 'Woo mug', description: 'Blue émail.', price: 10, onSale: true, salePrice: 8, stock: 7, weight: 500 },
      ...{ category: { name: 'Mugs' }, tags: 'blue, mug', vendor: 'Acme', isActive: true },
    })
    expect(products[1].variants).toMatchObject([
      { options: { Size: 'S' }, sku: 'woo-2-s', price: 20, stock: 3 },
      { options: { Size: 'M' }, sku: 'woo-2-m', price: 22, salePrice: 15, stock: 4, own: { weight: 1200 } },
    ])
    expect(checked.ignored).toEqual(['Position'])
    expect(again.data.rows).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  it('puts the last two categories of a path into each other, and changes nothing when it is imported again', async () => {
    const table = (paths: string[]) =>
      `ID,Type,Name,Regular price,Stock,Categories\n${paths.map((path, n) => `${300 + n},simple,Drink ${n},5,1,"${path}"`).join('\n')}`
    const file = table([
      'Drinks > Tea > Green tea',
      'Drinks > Coffee, Sale',
      'Drinks, Drinks > Juice',
      'Men > Jerseys',
      'Women > Jerseys',
      'Drinks > Tea',
    ])

    const { checked, rows, products } = await imported(file, admin)
    const again = await check(file, admin)

    const { data: categories } = await shop.get('/categories/staff', admin)
    const parentOf = (name: string) => categories.find((one: { name: string }) => one.name === name)?.parent?.name
    expect(products.map(({ category }) => [category.name, parentOf(category.name)])).toEqual([
      ['Green tea', 'Tea'],
      ['Coffee', 'Drinks'],
      ['Juice', 'Drinks'],
      ['Jerseys', undefined],
      ['Jerseys', undefined],
      ['Tea', undefined],
    ])
    expect(checked.notes.slice(0, 3)).toEqual([
      'Adds 6 categories: “Tea”, “Green tea” in “Tea”, “Drinks”, “Coffee” in “Drinks”, “Juice” in “Drinks”, “Jerseys”.',
      'The shop has two levels of categories: of a path such as “Drinks > Tea > Green tea” the last two are taken.',
      'The file puts these below several categories, or below one that is in another; they are added at the top: “Tea”, “Jerseys”.',
    ])
    expect(rows[1]).toMatchObject({
      warnings: ['A product has one category here: “Drinks > Coffee” is taken, and not “Sale”.'],
    })
    expect(again.data).toMatchObject({ rows: { unchanged: 6 }, notes: [] })
  })
})
