import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { tablesOf } from '../import/imports-fixtures.ts'
import { staffOf } from '../products-fixtures.ts'
import { ofProducts, salesOf } from './planned-prices-fixtures.ts'

const shop = startShop()
const { aShirt, put } = staffOf(shop)
const { check, run, exported } = tablesOf(shop)

const admin = shop.anAdmin()
const { addSale, endInTime, pricesOf, variantsOf } = salesOf(shop, admin)

describe('a planned sale', () => {
  it('leaves alone at its end what staff have changed meanwhile', async () => {
    const [mine, other] = [await shop.product(), await shop.product()]
    const { data: sale } = await addSale({ target: ofProducts(mine.id, other.id) })
    await put(mine.id, { onSale: true, salePrice: 65 }, admin)
    await put(other.id, { name: 'Another name of it' }, admin)

    await endInTime(sale._id)

    expect([await pricesOf(mine.id), await pricesOf(other.id)]).toEqual([
      { price: 100, onSale: true, salePrice: 65 },
      { price: 100, onSale: false, salePrice: 0 },
    ])
  })

  it('follows the price that staff change while it runs, as shown and as charged, and gives back what they set', async () => {
    const { _id, variants, version } = await aShirt(admin, { onSale: false, salePrice: 0 })
    const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }, { name: 'L' }] }]
    const [S, M] = variants
    const { data: sale } = await addSale({ target: ofProducts(_id) })
    const L = { options: { Size: 'L' }, price: 150, stock: 9 }

    const sent = [{ _id: S._id, options: S.options }, { _id: M._id, options: M.options, price: 140 }, L]
    const { data } = await put(_id, { options, variants: sent, version: version + 1 }, admin)

    const quoted = async () => {
      const { data: shown } = await shop.get(`/products/${_id}`)
      const products = shown.variants.map((one: { _id: string }) => ({ product: _id, variant: one._id, quantity: 1 }))
      return [...(await variantsOf(_id)), (await shop.post('/quotes', { products })).data.subTotal]
    }
    expect(await quoted()).toEqual([[true, 80], [true, 112], [true, 120], 312])

    expect(await put(_id, { price: 70, version: data.version }, admin)).toMatchObject({ status: 200 })
    expect(await quoted()).toEqual([[true, 56], [true, 112], [true, 120], 288])

    const cleared = { price: null, onSale: null, salePrice: null }
    await put(_id, { variants: data.variants.map((one: object) => ({ ...one, ...cleared, media: null })) }, admin)
    expect(await quoted()).toEqual([[true, 56], [true, 56], [true, 56], 168])
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])

    await endInTime(sale._id)
    expect(await quoted()).toEqual([[false, 0], [false, 0], [false, 0], 210])
  })

  it('is in no file, and follows a price from a file, also one below the planned price', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    const { data: sale } = await addSale({ target: ofProducts(id) })
    const checked = async (table: string) => (await check(table, admin)).data
    const priced = async (price: number) => {
      await run((await checked(`Id,Price\n${id},${price}`))._id, admin)
      return pricesOf(id)
    }

    const file = await exported('', admin)

    expect(file).toMatch(new RegExp(`\n${id}.*,100.00,no,0.00,`))
    expect((await checked(file)).rows).toMatchObject({ updated: 0, refused: 0 })
    expect(await priced(70)).toEqual({ price: 70, onSale: true, salePrice: 56 })
    expect(await priced(150)).toEqual({ price: 150, onSale: true, salePrice: 120 })
    await endInTime(sale._id)
    expect(await pricesOf(id)).toEqual({ price: 150, onSale: false, salePrice: 0 })
  })

  it('reduces a variant whose deletion is undone while it runs, and none after its end', async () => {
    const { _id, variants } = await aShirt(admin, { onSale: false, salePrice: 0 })
    const [S, M] = variants.map((one: { _id: string; options: object }) => ({ _id: one._id, options: one.options }))
    await put(_id, { variants: [{ ...S, price: 200, onSale: true, salePrice: 190 }, M] }, admin)
    const { data: sale } = await addSale({ target: ofProducts(_id) })
    const deleteS = async () => {
      const options = [{ name: 'Size', values: [{ name: 'M' }] }]
      await put(_id, { options, variants: [M], stock: 3 }, admin)
      return (await shop.get(`/products/${_id}/history`, admin)).data[0].id
    }
    const undo = (entry: number) => shop.post(`/products/${_id}/history/${entry}/undo`, {}, admin)

    expect((await undo(await deleteS())).status).toBe(200)
    expect(await variantsOf(_id)).toEqual([
      [true, 160],
      [true, 80],
    ])

    const entry = await deleteS()
    await endInTime(sale._id)
    await undo(entry)
    expect(await variantsOf(_id)).toEqual([
      [true, 190],
      [false, 0],
    ])
  })

  const sizes = ['Id', 'Option 1 name', 'Option 1 value', 'Variant on sale', 'Variant sale price'].join()

  it.each<[string, object, (id: string, size: object) => Promise<unknown>]>([
    ['in the grid', {}, (id, S) => put(id, { variants: [{ ...S, onSale: null, salePrice: 60 }] }, admin)],
    ['by a call', {}, (id, S) => put(id, { variants: [{ ...S, onSale: true, salePrice: 60 }] }, admin)],
    [
      'instead of an earlier one',
      { onSale: true, salePrice: 70 },
      (id, S) => put(id, { variants: [{ ...S, onSale: null, salePrice: 60 }] }, admin),
    ],
    ['by a file', {}, async id => run((await check(`${sizes}\n${id},Size,S,yes,60`, admin)).data._id, admin)],
  ])('leaves a variant the sale that staff give it %s while it runs', async (_, before, change) => {
    const options = [{ name: 'Size', values: [{ name: 'S' }] }]
    const variants = [{ options: { Size: 'S' }, stock: 5, ...before }]
    const { _id, variants: saved } = await aShirt(admin, { onSale: false, salePrice: 0, options, variants })
    const { data: sale } = await addSale({ target: ofProducts(_id) })

    await change(_id, { _id: saved[0]._id, options: saved[0].options })

    expect(await variantsOf(_id)).toEqual([[true, 60]])
    await endInTime(sale._id)
    expect(await variantsOf(_id)).toEqual([[true, 60]])
  })

  it('leaves the variant of a product without options the sale that it gets along with them', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    const { data: sale } = await addSale({ target: ofProducts(id) })
    const options = [{ name: 'Size', values: [{ name: 'S' }] }]

    await put(id, { options, variants: [{ _id: id, options: { Size: 'S' }, salePrice: 60 }] }, admin)

    expect(await variantsOf(id)).toEqual([[true, 60]])
    await endInTime(sale._id)
    expect(await variantsOf(id)).toEqual([[true, 60]])
  })

  it('leaves a product and its variant the sales that a file or an undo gives them, also at its own price', async () => {
    const shirt = await aShirt(admin, { onSale: true, salePrice: 80 })
    const { id } = await shop.product({ price_cents: 10_000 })
    const [S, M] = shirt.variants.map((one: { _id: string; options: object }) => ({
      _id: one._id,
      options: one.options,
    }))
    await put(shirt._id, { variants: [{ ...S, onSale: true, salePrice: 60 }, M] }, admin)
    await put(shirt._id, { onSale: false, salePrice: 0, variants: [{ ...S, onSale: null, salePrice: null }, M] }, admin)
    const { data: sale } = await addSale({ target: ofProducts(id, shirt._id) })
    const [removal] = (await shop.get(`/products/${shirt._id}/history`, admin)).data.filter(
      ({ canUndo }: { canUndo: boolean }) => canUndo,
    )

    await run((await check(`Id,On sale,Sale price\n${id},yes,80`, admin)).data._id, admin)
    await shop.post(`/products/${shirt._id}/history/${removal.id}/undo`, {}, admin)

    const [entry] = (await shop.get(`/products/${id}/history`, admin)).data
    expect(entry.changes.map(({ field }: { field: string }) => field)).toEqual(['On sale', 'Sale price'])
    await endInTime(sale._id)
    const given = { price: 100, onSale: true, salePrice: 80 }
    expect([await pricesOf(id), await pricesOf(shirt._id)]).toEqual([given, given])
    expect(await variantsOf(shirt._id)).toEqual([
      [true, 60],
      [true, 80],
    ])
  })
})
