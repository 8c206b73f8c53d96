import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { shoppersOf } from '../../orders/orders-fixtures.ts'
import { staffOf } from '../products-fixtures.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { aProduct, aShirt, put } = staffOf(shop)
const { buy } = shoppersOf(shop)
const { check, exported, imported: importedBy, rowsOf, run } = tablesOf(shop)

const admin = shop.anAdmin()

type Row = Record<string, string>
const table = (...rows: Row[]) => stringify(rows, { header: true, columns: [...new Set(rows.flatMap(Object.keys))] })

const exportedRows = async (id: string): Promise<Row[]> => {
  const rows: Row[] = parse(await exported('', admin), { bom: true, columns: true })
  return rows.filter(({ Id }) => Id === id)
}

/** Imports a file of one product; answers its row and the product then. */
async function imported(file: string) {
  const { rows, products } = await importedBy(file, admin)
  return { row: rows[0], product: products[0] }
}

const stocks = (product: { variants: { options: Row; stock: number }[] }) =>
  Object.fromEntries(product.variants.map(({ options, stock }) => [Object.values(options).join('/'), stock]))

describe('a file with a row for each variant', () => {
  it('changes nothing when it is imported as it was exported', async () => {
    const picture = await shop.media()
    const { _id } = await aShirt(admin, {
      gallery: [picture.id],
      options: [{ name: 'Size', values: [{ name: 'S', swatch: '#1f3a5f' }, { name: 'M' }] }],
      variants: [
        { options: { Size: 'S' }, stock: 2, sku: '-LS', price: 90.5, media: picture.id },
        {
          options: { Size: 'M' },
          stock: 3,
          onSale: false,
          salePrice: 3,
          isActive: false,
          content: '1 kg',
          weight: 1040,
        },
      ],
      stock: 2,
    })
    const plain = await shop.post('/products', await aProduct({ variants: [{ sku: 'PLAIN-1' }] } as never), admin)
    const inLines = await aShirt(admin, {
      options: [{ name: 'Size', values: [{ name: 'EU\r\n42' }] }],
      variants: [{ options: { Size: 'EU\r\n42' }, sku: 'LS\r\n42', barcode: '4\r\n2', stock: 5 }],
    })

    for (const id of [_id, plain.data._id, inLines._id]) {
      expect((await imported(table(...(await exportedRows(id))))).row).toMatchObject({ kind: 'unchanged' })
    }
  })

  it('finds the product of its handle again, and changes nothing the second time', async () => {
    const { description, category, thumbnail } = await aProduct()
    const { slug } = await shop.db
      .selectFrom('categories')
      .select('slug')
      .where('id', '=', category)
      .executeTakeFirstOrThrow()
    const file = table(
      {
        ...{ Handle: 'again', Name: 'Again shirt', Description: description, Price: '50', Category: slug },
        ...{ Thumbnail: thumbnail, 'Option1 name': 'Size', 'Option1 value': 'S', 'Variant stock': '4' },
      },
      { Handle: 'again', 'Option1 value': 'M', 'Variant stock': '2' },
    )
    const [first, second] = [await check(file, admin), await check(file, admin)]
    await run(first.data._id, admin)

    const third = await check(file, admin)
    await run(second.data._id, admin)

    expect(third.data.rows).toMatchObject({ created: 0, unchanged: 1 })
    expect((await rowsOf(second.data._id, admin))[0]).toMatchObject({
      kind: 'refused',
      errors: { '': 'This product was imported since the check. Choose the file again.' },
    })
  })

  it('changes the variants that it names, adds new ones and keeps the others', async () => {
    const { _id } = await aShirt(admin)

    const { product, row } = await imported(
      table(
        { Id: _id, 'Option1 value': 'M', 'Variant price': '110', 'Variant SKU': 'M-1' },
        { Id: _id, 'Option1 value': 'L', 'Variant stock': '7' },
      ),
    )

    expect(row.kind).toBe('updated')
    expect(stocks(product)).toEqual({ S: 2, M: 3, L: 7 })
    expect(product.variants[1]).toMatchObject({ sku: 'M-1', own: { price: 110 } })
  })

  it('gives a variant a content and a weight of its own, and takes them away by -', async () => {
    const { _id } = await aShirt(admin)
    const row = { Id: _id, 'Option1 value': 'M', 'Variant content': '1,5 KG', 'Variant weight in grams': '1540' }

    expect((await imported(table(row))).product.variants[1].own).toEqual({ content: '1.5 kg', weight: 1540 })
    expect(await exportedRows(_id)).toMatchObject([
      { 'Variant content': '', 'Variant weight in grams': '' },
      { 'Variant content': '1.5 kg', 'Variant weight in grams': '1540' },
    ])
    const wrong = { ...row, 'Variant content': '1 bag', 'Variant weight in grams': '1.540' }
    expect((await check(table(wrong), admin)).data.rows).toMatchObject({ refused: 1 })
    const none = { ...row, 'Variant content': '-', 'Variant weight in grams': '-' }
    expect((await imported(table(none))).product.variants[1].own).toEqual({})
  })

  it('applies each stock to the moment of the export, once: later sales count', async () => {
    const { _id, variants } = await aShirt(admin)
    const rows = await exportedRows(_id)
    const file = table(...rows.map(row => ({ ...row, 'Variant stock': row['Option1 value'] === 'M' ? '13' : '2' })))
    await buy(await shop.customer(), [{ product: _id, variant: variants[1]._id, quantity: 1 }])

    expect(stocks((await imported(file)).product)).toEqual({ S: 2, M: 12 })
    const again = await imported(file)
    expect(again.row.kind).toBe('unchanged')
    expect(stocks(again.product)).toEqual({ S: 2, M: 12 })
  })

  it("takes away by '-': a gallery, a SKU, and prices, which then are the product's", async () => {
    const { _id } = await aShirt(admin, {
      variants: [
        { options: { Size: 'S' }, stock: 2, sku: 'GONE-1', price: 90 },
        { options: { Size: 'M' }, stock: 3 },
      ],
    })

    const row = { Id: _id, Gallery: '-', 'Option1 value': 'S', 'Variant SKU': '-', 'Variant price': '-' }
    const { product } = await imported(table(row))

    expect(product.gallery).toEqual([])
    expect(product.variants[0]).toMatchObject({ sku: null, own: {} })
  })

  it('still takes a file of before variants, whose stock is that of the whole product', async () => {
    const { _id } = await aShirt(admin)
    const row = { Id: _id, Price: '95', Stock: '5', 'Stock at export': '5' }

    expect((await imported(table(row))).product).toMatchObject({ price: 95, stock: 5 })
    expect((await imported(table({ ...row, Stock: '6' }))).row).toMatchObject({
      kind: 'refused',
      errors: { Stock: 'The stock of this product is set for each of its variants.' },
    })
  })

  describe('of before variants were added and deleted', () => {
    const M = { name: 'Size', values: [{ name: 'M' }] }
    const typed = async (row: Row | undefined, column: string, stock: string) =>
      (await imported(table({ ...row, [column]: stock }))).row

    it('says the stock that is typed, less what was sold since, for the one variant that has replaced another', async () => {
      const { data } = await shop.post('/products', await aProduct({ stock: 17 }), admin)
      const [row] = await exportedRows(data._id)
      await buy(await shop.customer(), [{ product: data._id, quantity: 2 }])
      await put(data._id, { options: [M], variants: [{ options: { Size: 'M' }, stock: 15 }] }, admin)
      await buy(await shop.customer(), [{ product: data._id, quantity: 1 }])

      const stock = (after: string) => [{ field: 'Stock', before: '14', after }]
      expect((await typed(row, 'Stock', '40')).changes).toContainEqual(stock('37')[0])
      expect(await typed(row, 'Stock', '36')).toMatchObject({ kind: 'updated' })
    })
  })

  it.each<[string, Row[], Row]>([
    [
      'a value twice',
      [{ 'Option1 value': 'M' }, { 'Option1 value': 'm' }],
      { 'Row 3, Option1 value': 'This variant is there already.' },
    ],
    [
      'other options',
      [{ 'Option1 name': 'Length', 'Option1 value': 'M' }],
      { 'Option1 name': 'This product has the options Size. They are changed in its form.' },
    ],
    [
      'a picture of another product',
      [{ 'Option1 value': 'M', 'Variant picture': 'Elsewhere.jpg' }],
      { 'Variant picture': 'This must be a picture of the product.' },
    ],
    [
      'a SKU of another product',
      [{ 'Option1 value': 'M', 'Variant SKU': 'taken-1' }],
      {
        'Variant SKU':
          'Taken shirt has this SKU. Write another SKU, or give the Id of that product (Export) to change it.',
      },
    ],
  ])('refuses a product with %s', async (_, rows, errors) => {
    await shop.db.deleteFrom('media').where('name', '=', 'Elsewhere.jpg').execute()
    await shop.media({ name: 'Elsewhere.jpg' })
    const taken = { ...(await aProduct({ name: 'Taken shirt' })), variants: [{ sku: 'TAKEN-1' }] }
    await shop.post('/products', taken, admin)
    const { _id } = await aShirt(admin)

    const { row } = await imported(table(...rows.map(one => ({ Id: _id, ...one }))))

    expect(row).toMatchObject({ kind: 'refused', errors })
  })
})

describe('a file of before a value was renamed in the shop', () => {
  const shirt = (stocks: [string, string, string]) =>
    table(
      ...['Rot', 'Natur', 'Blau'].map((Colour, n) => ({
        ...{ Handle: 'renamed-shirt', Title: n === 0 ? 'Shirt' : '', Type: n === 0 ? 'Shirts' : '' },
        ...{ 'Option1 Name': n === 0 ? 'Farbe' : '', 'Option1 Value': Colour, 'Variant SKU': `RENAMED-${n}` },
        ...{ 'Variant Price': '20', 'Variant Inventory Qty': stocks[n] ?? '' },
      })),
    )

  it('finds the variant by its SKU, and keeps the new value', async () => {
    const { product } = await imported(shirt(['1', '2', '3']))
    const options = [{ name: 'Farbe', values: [{ name: 'Rot' }, { name: 'Naturweiß' }, { name: 'Blau' }] }]
    const variants = product.variants.map(({ _id, options: { Farbe } }: { _id: string; options: Row }) => ({
      _id,
      options: { Farbe: Farbe === 'Natur' ? 'Naturweiß' : Farbe },
    }))
    expect((await put(product._id, { options, variants }, admin)).status).toBe(200)

    const again = await imported(shirt(['1', '7', '3']))

    expect(again.row).toMatchObject({ kind: 'updated', errors: {} })
    expect(stocks(again.product)).toEqual({ Rot: 1, Naturweiß: 7, Blau: 3 })
  })
})
