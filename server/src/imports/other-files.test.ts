import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { check, rowsOf, run } = tablesOf(shop)

const LONG = 'A test product that has a description of more than fifty characters.'

/** Imports a file; answers its rows, and the products by name. */
async function imported(table: string | Buffer, admin: Person) {
  const answer = await check(table, admin)
  const rows: { name: string; kind: string; product: string; errors: Record<string, string> }[] = await rowsOf(
    answer.data._id,
    admin,
  )
  const result = await run(answer.data._id, admin)
  const found = rows
    .filter(({ kind }) => kind !== 'refused')
    .map(({ product }) => shop.get(`/products/${product}`, admin))
  return { answer, rows, result, products: (await Promise.all(found)).map(({ data }) => data) }
}

describe('B138 an import takes what another shop has', () => {
  const SHORT = `Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price
mug,Mug,<p>Blue.</p>,,TRUE,Title,Default Title,3,9.00
cap,C,,Hats,TRUE,Title,Default Title,3,5.00
free,Free sample,<p>${LONG}</p>,Hats,TRUE,Title,Default Title,3,0.00`

  it('takes short names, short texts or none, no category and price 0, without a picture', async () => {
    const admin = await shop.admin()

    const { answer, products } = await imported(SHORT, admin)

    expect(answer.data).toMatchObject({ rows: { created: 3, refused: 0 }, withoutCategory: 1 })
    expect(products).toMatchObject([
      { name: 'Mug', description: 'Blue.', category: { name: 'Uncategorised' }, thumbnail: null },
      { name: 'C', description: '', category: { name: 'Hats' } },
      { name: 'Free sample', price: 0, onSale: false },
    ])
  })

  it('puts products without a category into the one that is chosen', async () => {
    const admin = await shop.admin()
    const category = await shop.category()
    const { data } = await check('Name,Price,Stock\nA mug without category,9,3', admin)

    await shop.post(`/imports/${data._id}/start`, { category: category.id }, admin)
    await run(data._id, admin)

    const [{ product }] = await rowsOf(data._id, admin)
    expect((await shop.get(`/products/${product}`, admin)).data.category._id).toBe(category.id)
  })

  it('lets a short product be saved with what was not changed, and holds changes to the rules', async () => {
    const admin = await shop.admin()
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

  it('keeps a free product with its stock', async () => {
    const admin = await shop.admin()
    const { products } = await imported(
      'Handle,Title,Type,Variant Price,Variant Inventory Qty\nfree-2,Free,Hats,0,5',
      admin,
    )
    expect(products[0]).toMatchObject({ price: 0, stock: 5 })
  })
})

describe('B138 entities of HTML in cells of plain text', () => {
  it('are characters in every text of a file of Shopify', async () => {
    const table = `Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant Price,SEO Title
entity-1,Sofa &quot;Royal&quot; &amp; Sons,<p>a &lt;b&gt; &amp; c</p>,Kram &amp; Co,Kitchen &amp; Dining,"tea &amp; honey, gift",Size &amp; cut,L &#8364;50,5,Sofa&nbsp;&amp; sons
entity-2,Salt & pepper R&D &copy 5,,,Kitchen & Dining,,Title,Default Title,5,`

    const { products } = await imported(table, await shop.admin())

    expect(products).toMatchObject([
      {
        ...{ name: 'Sofa "Royal" & Sons', description: 'a <b> & c', vendor: 'Kram & Co', tags: 'tea & honey, gift' },
        ...{ category: { name: 'Kitchen & Dining' }, seoTitle: 'Sofa & sons' },
        variants: [{ options: { 'Size & cut': 'L €50' } }],
      },
      { name: 'Salt & pepper R&D &copy 5', category: { name: 'Kitchen & Dining' } },
    ])
  })

  it('are characters in every text of a file of WooCommerce', async () => {
    const table = `ID,Type,SKU,Name,Description,Regular price,Categories,Tags,Parent,Brands,Attribute 1 name,Attribute 1 value(s)
21,variable,ent-1,Tea &amp; Honey set,<p>a &lt;b&gt;</p>,,Clothing &amp; Wool,salt &amp; pepper,,A &amp; B,Size &amp; cut,"S&#8722;M"
22,variation,ent-1-s,,,5,,,ent-1,,Size &amp; cut,S&#8722;M`

    const { products } = await imported(table, await shop.admin())

    expect(products).toMatchObject([
      {
        ...{ name: 'Tea & Honey set', description: 'a <b>', category: { name: 'Clothing & Wool' } },
        ...{ tags: 'salt & pepper', vendor: 'A & B', variants: [{ options: { 'Size & cut': 'S−M' } }] },
      },
    ])
  })

  it('are characters in new products of a list of one’s own, and stay in products of an export', async () => {
    const admin = await shop.admin()
    const { products } = await imported('Name,Price,Stock,Category\nGift &#8364;50,5,1,Tea &amp; more', admin)
    const { id } = await shop.product({ name: 'How to write &amp; in HTML' })

    const exported = await check(`Id,Name\n${id},How to write &amp; in HTML`, admin)

    expect(products).toMatchObject([{ name: 'Gift €50', category: { name: 'Tea & more' } }])
    expect(exported.data.rows).toMatchObject({ unchanged: 1 })
  })
})

describe('B138 numbers as spreadsheets write them', () => {
  it('reads decimal commas, thousands and signs as the column writes them, and says so', async () => {
    const admin = await shop.admin()
    const table = `Handle,Title,Body (HTML),Type,Variant Price,Variant Compare At Price
th-1,Dear jumper,${LONG},Hats,"1,299.00","1,499.00"
th-2,Dollar jumper,${LONG},Hats,$19.99,
th-3,Thin space jumper,${LONG},Hats,1\u2009299.00,`

    const { answer, products } = await imported(table, admin)

    expect(products).toMatchObject([{ price: 1499, onSale: true, salePrice: 1299 }, { price: 19.99 }, { price: 1299 }])
    expect(answer.data.notes).toContain('“Variant Price”: “1,299.00” is read as 1299.00.')
  })

  it('reads semicolons with decimal commas, with the line sep=;', async () => {
    const table = `sep=;\r\nHandle;Title;Body (HTML);Type;Variant Price\r\ncomma-1;Blue jumper;${LONG};Hats;12,50`

    const { products } = await imported(table, await shop.admin())

    expect(products).toMatchObject([{ name: 'Blue jumper', price: 12.5 }])
  })

  it('refuses a barcode that a spreadsheet has shortened, with the reason', async () => {
    const table = 'Handle,Title,Type,Variant Price,Variant Barcode\nbar-1,Jumper,Hats,5,8.72E+12'

    const { rows } = await imported(table, await shop.admin())

    expect(rows[0]).toMatchObject({
      kind: 'refused',
      errors: { 'Variant barcode': expect.stringContaining('shortened this number') },
    })
  })
})

describe('files of spreadsheets', () => {
  it.each([
    [
      'an inch mark',
      `Handle,Title,Body (HTML),Type,Variant Price\ninch-1,Pan 12" black,${LONG},Hats,12.50`,
      'Pan 12" black',
    ],
    [
      'quotation marks after padding',
      `Handle ,Title , "Body (HTML)",Type,Variant Price\npad-1 ,Padded pullover , "<p>${LONG}</p>",Hats,10`,
      'Padded pullover',
    ],
    ['UTF-16', Buffer.from(`\ufeffName\tPrice\tStock\nJersey é\t5\t1`, 'utf16le'), 'Jersey é'],
    ['Windows-1252', Buffer.from('Name,Price,Stock\nJersey \xe9\xe8,5,1', 'latin1'), 'Jersey éè'],
    [
      'a list of one’s own without pictures',
      `Name,Description,Price,Stock,Category\nOwn jumper,${LONG},12.50,5,hats`,
      'Own jumper',
    ],
  ])('takes a file with %s', async (_, table, name) => {
    const { answer, products } = await imported(table, await shop.admin())

    expect(answer.data.rows).toMatchObject({ created: 1, refused: 0 })
    expect(products[0].name).toBe(name)
  })

  it('refuses the row whose quotation mark is never closed, and takes the others', async () => {
    const table = 'Name,Price,Stock\n"Broken pan,5,1\n"Whole pan",5,1\nOther pan,5,1'

    const { rows } = await imported(table, await shop.admin())

    expect(rows.map(({ kind }) => kind)).toEqual(['refused', 'created', 'created'])
    expect(rows[0]?.errors['']).toBe('A quotation mark in row 2 is opened and never closed.')
  })

  it('joins rows of a product that do not stand together', async () => {
    const table = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price
apart-1,Apart,Hats,Size,S,5
apart-2,Other,Hats,Title,Default Title,5
apart-1,,,,M,5`

    const { products } = await imported(table, await shop.admin())

    expect(products.map(({ name, variants }) => [name, variants.length])).toEqual([
      ['Apart', 2],
      ['Other', 1],
    ])
  })

  it('lists the columns that are not taken', async () => {
    const { data } = await check('Name,Price,Stock,Colour of box\nA jersey,5,1,red', await shop.admin())

    expect(data.ignored).toEqual(['Colour of box'])
  })
})

describe('a list of one’s own', () => {
  const NO_STOCK = 'The file gives no quantity, so nothing of it is in stock yet.'

  it.each([
    ['an empty cell', 'Name,Price,Stock\nA vase,9,'],
    ['no column', 'Name,Price\nA vase,9'],
  ])('creates a product whose stock has %s with 0 units, and says so', async (_, table) => {
    const { rows, products } = await imported(table, await shop.admin())

    expect(rows).toMatchObject([{ kind: 'created', warnings: [NO_STOCK] }])
    expect(products).toMatchObject([{ stock: 0 }])
  })

  it('keeps the stock of a product that is there when its cell is empty', async () => {
    const admin = await shop.admin()
    const { id } = await shop.product({ stock: 7 })

    const { rows } = await imported(`Id,Price,Stock\n${id},9,`, admin)

    expect(rows).toMatchObject([{ kind: 'updated', warnings: [] }])
    expect((await shop.get(`/products/${id}`, admin)).data.stock).toBe(7)
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
    const admin = await shop.admin()

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
14,variation,woo-2-m,Woo shirt - M,1,,,1,4,,15,22,,,,woo-2,,2,Size,M
15,external,woo-3,Elsewhere,1,,,1,,,,5,Shirts,,,,,0,,`

  it('takes products and variations, and changes nothing when it is imported again', async () => {
    const admin = await shop.admin()

    const { rows, answer, products } = await imported(WOO, admin)
    const again = await check(WOO, admin)

    expect(rows.map(({ kind }) => kind)).toEqual(['created', 'created', 'refused'])
    expect(products[0]).toMatchObject({
      ...{ name: 'Woo mug', description: 'Blue émail.', price: 10, onSale: true, salePrice: 8, stock: 7, weight: 500 },
      ...{ category: { name: 'Mugs' }, tags: 'blue, mug', vendor: 'Acme', isActive: true },
    })
    expect(products[1].variants).toMatchObject([
      { options: { Size: 'S' }, sku: 'woo-2-s', price: 20, stock: 3 },
      { options: { Size: 'M' }, sku: 'woo-2-m', price: 22, salePrice: 15, stock: 4 },
    ])
    expect(answer.data.ignored).toEqual(['Position'])
    expect(again.data.rows).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })
})

it('keeps vendor and texts for search engines of Shopify', async () => {
  const table =
    'Handle,Title,Vendor,Type,Variant Price,SEO Title,SEO Description\nseo-1,Shawl,Acme,Hats,5,Fine shawl,All wool'

  const { products } = await imported(table, await shop.admin())

  expect(products[0]).toMatchObject({ vendor: 'Acme', seoTitle: 'Fine shawl', seoDescription: 'All wool' })
})
