import { sentValues } from '@mela/contract'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { cleanUp } from '../../operate/open-work.ts'
import { shoppersOf } from '../../orders/orders-fixtures.ts'
import { newId } from '../../platform/database/ids.ts'
import { staffOf } from '../products-fixtures.ts'
import { COLUMNS } from './columns.ts'
import { tablesOf } from './imports-fixtures.ts'
import { runImport } from './run-import.ts'

const shop = startShop()
const { aProduct, auditEventsOn, put } = staffOf(shop)
const { buy, stockOf } = shoppersOf(shop)
const { check, exported, rowsOf, run } = tablesOf(shop)

const admin = shop.anAdmin()
let slug: string
let picture: string
beforeAll(async () => {
  slug = (await shop.category({ slug: 'sarees' })).slug
  picture = (await shop.media({ name: 'Saree front.jpg' })).id
})

const DESCRIPTION = 'Woven by hand in Varanasi, with a border of silver thread. Dry clean only.'

type Row = Partial<Record<(typeof COLUMNS)[keyof typeof COLUMNS], string>>
const columns = Object.values(COLUMNS).filter(name => !name.endsWith('at export'))
const format = { header: true, columns }
const table = (...rows: Row[]) => stringify(rows, format)
const aNewRow = (Name: string, given: Row = {}): Row => ({
  Name,
  Description: DESCRIPTION,
  Price: '120',
  'On sale': 'no',
  Stock: '8',
  Active: 'yes',
  Category: 'sarees',
  Thumbnail: 'Saree front.jpg',
  ...given,
})

const created = async (given: Parameters<typeof aProduct>[0] = {}) =>
  (await shop.post('/products', await aProduct(given), admin)).data
const found = async (name: string) => (await shop.get(`/products?keyword=${encodeURIComponent(name)}`)).data

describe('GET /products/export', () => {
  it('is a CSV file for spreadsheets, with every product or those of a list', async () => {
    const one = await created({ name: 'Cotton, "washed" shirt', price: 99.5 })
    const hidden = await created({ isActive: false })

    const text = await exported('', admin)

    expect(text.startsWith('\uFEFFId,Name,Description,')).toBe(true)
    const rows: Required<Row>[] = parse(text, { bom: true, columns: true })
    const { data } = await shop.get(`/products/${one._id}`)
    expect(rows.find(({ Id }) => Id === one._id)).toMatchObject({
      Id: one._id,
      Name: 'Cotton, "washed" shirt',
      Description: data.description,
      Price: '99.50',
      'On sale': 'yes',
      'Sale price': '80.00',
      Stock: '20',
      Active: 'yes',
      Category: data.category.slug,
      Thumbnail: data.thumbnail._id,
      Gallery: data.gallery[0]._id,
      'Stock at export': '20',
      'Movement at export': expect.stringMatching(/^[1-9]\d*$/),
    })
    expect(rows.map(({ Id }) => Id)).toContain(hidden._id)
    expect(await exported('?list=inactive', admin)).not.toContain(one._id)
    expect(await exported('?list=active', admin)).not.toContain(hidden._id)
    expect(parse(await exported('?list=active&keyword=washed+cotton', admin), { bom: true })).toHaveLength(2)
  })

  it('holds no formula that a spreadsheet would run, and can be imported unchanged', async () => {
    const one = await created({ name: '=HYPERLINK("https://evil.test")' })
    const two = await created({ name: "'=already quoted" })

    const text = await exported('', admin)
    const { data } = await check(text, admin)

    expect(text).toContain(`"'=HYPERLINK(""https://evil.test"")"`)
    const rows = await rowsOf(data._id, admin)
    for (const { _id } of [one, two]) {
      expect(rows.find(({ product }: { product: string }) => product === _id)).toMatchObject({ kind: 'unchanged' })
    }
  })
})

describe('POST /imports', () => {
  it('reports row by row what it would do, and writes nothing', async () => {
    const product = await created({ name: 'Banarasi saree', price: 100, salePrice: 80, stock: 20 })
    const answer = await check(
      table(
        aNewRow('Kanjivaram saree'),
        { Id: product._id, Name: 'Banarasi silk saree', Price: '110', Stock: '25' },
        { Id: product._id },
        { Id: newId(), Name: 'Unknown product' },
        {},
        aNewRow('Shoe', {
          Description: 'too short',
          Price: 'cheap',
          'On sale': 'maybe',
          Stock: '1.5',
          Active: 'constructor',
          Category: 'shoes',
          Thumbnail: 'front.png',
        }),
      ),
      admin,
    )

    expect(answer).toMatchObject({ status: 201, message: 'File checked successfully.' })
    expect(answer.data).toMatchObject({
      fileName: 'products.csv',
      state: 'checked',
      rows: { created: 1, updated: 1, unchanged: 0, refused: 3 },
      written: 0,
    })
    const [one, two, three, four, six] = await rowsOf(answer.data._id, admin)
    expect(one).toMatchObject({ row: 2, kind: 'created', name: 'Kanjivaram saree', errors: {} })
    expect(one.changes).toContainEqual({ field: 'Price', before: null, after: '$120.00' })
    expect(two).toMatchObject({ row: 3, kind: 'updated', product: product._id })
    expect(two.changes).toEqual([
      { field: 'Name', before: 'Banarasi saree', after: 'Banarasi silk saree' },
      { field: 'Price', before: '$100.00', after: '$110.00' },
      { field: 'Stock', before: '20', after: '25' },
    ])
    expect(three).toMatchObject({ kind: 'refused', errors: { Id: 'This product stands in row 3 already.' } })
    expect(four).toMatchObject({ kind: 'refused', errors: { Id: 'Product not found.' } })
    expect(six).toMatchObject({ row: 7, kind: 'refused', name: 'Shoe' })
    expect(six.errors).toMatchObject({
      Price: 'This must be a number.',
      'On sale': 'This must be yes or no.',
      Active: 'This must be yes or no.',
      Stock: 'This must be a whole number.',
      Thumbnail: 'There is no picture “front.png”.',
    })
    expect(await found('Kanjivaram')).toEqual([])
    expect((await shop.get(`/products/${product._id}`)).data.price).toBe(100)
  })

  it('puts new products on sale by their lower sale prices when the file does not say On sale', async () => {
    const file = `Handle,Name,Price,Sale price,Active,Category,Option1 name,Option1 value,Variant sale price
,Reduced saree,29.90,"19,90",yes,sarees,,,
,Saree at one price,29.90,29.90,yes,sarees,,,
,Saree never reduced,29.90,0,yes,sarees,,,
sized,Saree in sizes,29.90,,yes,sarees,Size,S,
sized,,,,,,,M,19.90
`

    await run((await check(file, admin)).data._id, admin)

    const products = await Promise.all(
      ['Reduced saree', 'Saree at one price', 'Saree never reduced', 'Saree in sizes'].map(async name => {
        const { _id, onSale } = (await found(name)).find((one: { name: string }) => one.name === name)
        const { data } = await shop.get(`/products/${_id}`)
        return [onSale, data.variants.map(({ own }: { own: object }) => own)]
      }),
    )
    expect(products).toMatchObject([
      [true, [{}]],
      [false, [{}]],
      [false, [{}]],
      [false, [{}, { onSale: true, salePrice: 19.9 }]],
    ])
  })

  it.each([
    ['no name', 'Colour,Price\nred,1', 'This file has no column “Name”.'],
    ['a column that is there twice', 'Name,name\nSaree,Saree', 'The column Name is there twice.'],
    ['no products', table(), 'This file has no products in it.'],
    ['no text', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe]), 'This is a spreadsheet file.'],
    ['nothing in it', '', 'This file is empty.'],
    ['too many columns', `Title${','.repeat(500)}\nSaree`, 'A file can have 500 columns at the most.'],
    ['too many cells in a row', `Title\nSaree${','.repeat(500)}`, 'A file can have 500 columns at the most.'],
    ['too many quotation marks', `Name\n${'"a\n'.repeat(1001)}`, 'too many quotation marks'],
    ['too many rows of a product', `Handle,Title\n${'h,t\n'.repeat(2501)}`, 'row 2 has more than 2,500 rows.'],
    ['too many rows', `Name\n${'Saree\n'.repeat(20_001)}`, 'A file can have 20,000 rows at the most.'],
  ])('refuses a file with %s', async (_, file, message) => {
    expect(await check(file, admin)).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })

  it('refuses a file of more than ten megabytes', async () => {
    const answer = await check(`Name\n${'x'.repeat(10_000_001)}`, admin)

    expect(answer).toMatchObject({ status: 413, message: 'Files of more than 10 MB are not allowed.' })
  })
})

describe('a file that was exported before a sale', () => {
  /** The CSV of these products, with cells set by column. */
  async function exportedWith(product: { _id: string; name: string }, set: Record<string, string>) {
    const table = await exported(`?keyword=${encodeURIComponent(product.name)}`, admin)
    const records: Record<string, string>[] = parse(table, { bom: true, columns: true })
    return stringify(
      records.filter(({ Id }) => Id === product._id).map(record => ({ ...record, ...set })),
      { header: true },
    )
  }
  const sell = async (product: string, quantity: number) => buy(await shop.customer(), [{ product, quantity }])
  const stockIn = async (id: string) => {
    const [row] = await rowsOf(id, admin)
    return row.changes.filter(({ field }: { field: string }) => field === 'Stock')
  }

  it('applies a stock to the moment of the export: later sales are subtracted', async () => {
    const product = await created({ name: 'Narayanpet saree', stock: 12 })
    const table = await exportedWith(product, { Stock: '22' })
    await sell(product._id, 5)

    const { data } = await check(table, admin)
    expect(await stockIn(data._id)).toEqual([{ field: 'Stock', before: '7', after: '17' }])
    await sell(product._id, 2)
    await run(data._id, admin)

    expect(await stockOf(product._id)).toBe(15)
  })

  it.each([
    ['22', 'twelve', '', { 'Stock at export': 'This must be a whole number.' }],
    ['22', '12', '-1', { 'Movement at export': 'This must be a whole number.' }],
    ['1', '12', '', { Stock: '5 were sold since this file was exported. Export it again.' }],
    ['many', '12', '', { Stock: 'This must be a number.' }],
  ])('refuses a stock of %s that was %s at export after movement %s', async (stock, base, movement, errors) => {
    const product = await created({ name: 'Bagru saree', stock: 12 })
    await sell(product._id, 5)

    const { data } = await check(
      `Id,Stock,Stock at export,Movement at export\n${product._id},${stock},${base},${movement}`,
      admin,
    )

    expect((await rowsOf(data._id, admin))[0]).toMatchObject({ kind: 'refused', errors })
  })
})

describe('a started import', () => {
  it('creates and updates the checked rows, and skips the rest', async () => {
    const product = await created({ name: 'Mysore saree', stock: 20 })
    const { data } = await check(
      table(aNewRow('Chanderi saree'), { Id: product._id, Stock: '25' }, { Name: 'Shoe' }),
      admin,
    )
    await buy(await shop.customer(), [{ product: product._id, quantity: 3 }])

    const done = await run(data._id, admin)

    expect(done).toMatchObject({ state: 'done', written: 2, rows: { created: 1, updated: 1, refused: 1 } })
    expect((await shop.get('/imports', admin)).data[0]).toEqual(done)
    expect(done.finishedAt).toEqual(expect.any(String))
    expect(await found('Chanderi')).toMatchObject([
      { name: 'Chanderi saree', price: 120, stock: 8, isActive: true, category: { slug }, thumbnail: { _id: picture } },
    ])
    expect(await stockOf(product._id)).toBe(22)
    expect((await auditEventsOn(`product:${product._id}`))[0]).toEqual({
      actor: admin.id,
      action: 'product.updated',
      before: { stock: 17 },
      after: { stock: 22 },
    })
    expect(await auditEventsOn(`import:${data._id}`)).toMatchObject([{ action: 'import.started', actor: admin.id }])
  })

  it('makes a copy of an exported product, with every field', async () => {
    const input = await aProduct({ name: 'Cotton, "washed" shirt' })
    const { data } = await shop.post('/products', input, admin)
    const exports: Row[] = parse(await exported('', admin), { bom: true, columns: true })
    const row = exports.find(({ Id }) => Id === data._id) ?? {}

    const copy = table({ ...row, Id: '', Name: "A copy's name" })
    const { data: checked } = await check(copy, admin)
    await run(checked._id, admin)

    const [{ product }] = await rowsOf(checked._id, admin)
    const copied = await shop.call('GET', `/products/${product}`, { as: admin })
    expect(sentValues(copied.data)).toEqual({ ...input, name: "A copy's name", slug: `${data.slug}-2` })
    expect(await rowsOf(checked._id, admin)).toMatchObject([
      { warnings: [`Another product has or had the address ${data.slug}: this one gets a number.`] },
    ])
  })

  it('B145 takes addresses of a file, keeps them in an empty cell, and refuses one that another product has', async () => {
    const [one, two] = [await created({ name: 'Addressed saree' }), await created({ name: 'Other saree' })]

    const { data } = await check(`Id,Slug\n${one._id},Saree-of-Banaras\n${two._id},${one.slug}`, admin)
    await run(data._id, admin)

    expect(await rowsOf(data._id, admin)).toMatchObject([
      { kind: 'updated', changes: [{ field: 'Address', before: 'addressed-saree', after: 'saree-of-banaras' }] },
      { kind: 'refused', errors: { Address: 'Another product has or had this address.' } },
    ])
    expect((await shop.get('/products/slug/addressed-saree')).data).toMatchObject({
      _id: one._id,
      slug: 'saree-of-banaras',
    })
    const again = await check(table({ Id: one._id, Address: '' }, { Id: two._id, Address: '-' }), admin)
    expect(again.data.rows).toMatchObject({ unchanged: 2 })
  })

  it('overwrites no change made after the check, and reports it', async () => {
    const [one, two] = [await created({ name: 'Tant saree' }), await created({ name: 'Jamdani saree' })]
    const { data } = await check(table({ Id: one._id, Price: '150' }, { Id: two._id, Price: '150' }), admin)
    await put(one._id, { price: 140 }, admin)

    expect(await run(data._id, admin)).toMatchObject({ state: 'done', rows: { updated: 1, refused: 1 } })

    expect((await shop.get(`/products/${one._id}`)).data.price).toBe(140)
    expect((await shop.get(`/products/${two._id}`)).data.price).toBe(150)
    expect((await rowsOf(data._id, admin))[0]).toMatchObject({
      kind: 'refused',
      errors: { '': 'This item was changed by someone else. Please reload.' },
    })
  })

  it('writes each row once, under repeated and concurrent jobs', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `Ikat saree ${n}`)
    const { data } = await check(table(...names.map(name => aNewRow(name))), admin)
    await shop.post(`/imports/${data._id}/start`, undefined, admin)

    await Promise.all([1, 2, 3].map(() => runImport(shop.db, data._id)))
    await run(data._id, admin)

    const { meta } = await shop.get('/products?keyword=ikat')
    expect(meta.total).toBe(60)
    expect((await shop.get(`/imports/${data._id}`, admin)).data).toMatchObject({ state: 'done', written: 60 })
  })

  it('continues where it stopped when a row breaks it', async () => {
    const { data } = await check(
      table(...Array.from({ length: 30 }, (_, n) => aNewRow(`Pochampally saree ${n}`))),
      admin,
    )
    const broken = shop.db.updateTable('import_rows').where('import_id', '=', data._id).where('row', '=', 28)
    await broken.set({ input: '{"name": "broken"}' }).execute()

    await expect(run(data._id, admin)).rejects.toThrow()
    const rows = shop.db.selectFrom('import_rows').select('input').where('import_id', '=', data._id)
    const good = await rows.where('row', '=', 2).executeTakeFirstOrThrow()
    await broken.set({ input: JSON.stringify({ ...good.input, name: 'Mended saree' }) }).execute()

    expect(await run(data._id, admin)).toMatchObject({ state: 'done', written: 30 })
    expect((await shop.get('/products?keyword=pochampally')).meta.total).toBe(29)
    expect(await found('Mended saree')).toHaveLength(1)
  })

  it('is deleted after a month, but not while it runs', async () => {
    const [one, two] = [
      await check(table(aNewRow('One saree')), admin),
      await check(table(aNewRow('Two saree')), admin),
    ]
    await shop.post(`/imports/${two.data._id}/start`, undefined, admin)
    const longAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000)
    await shop.db
      .updateTable('imports')
      .set({ created_at: longAgo } as never)
      .execute()

    await cleanUp(shop.db)

    expect(await shop.get(`/imports/${one.data._id}`, admin)).toMatchObject({ status: 404 })
    expect(await shop.get(`/imports/${two.data._id}`, admin)).toMatchObject({ status: 200 })
  })
})
