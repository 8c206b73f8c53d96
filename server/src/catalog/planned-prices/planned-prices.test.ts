import { IDEMPOTENCY_HEADER } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { newId } from '../../platform/database/ids.ts'
import { tablesOf } from '../import/imports-fixtures.ts'
import { staffOf } from '../products-fixtures.ts'
import { runPlannedPrices } from './run-planned-prices.ts'

const shop = startShop()
const { aShirt, put, auditEventsOn } = staffOf(shop)
const { check, run, exported } = tablesOf(shop)

const admin = shop.anAdmin()

const minute = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

const ofProducts = (...ids: string[]) => ({ kind: 'products', ids })

const aSale = (given: object) => ({
  ...{ name: 'Winter sale', kind: 'percent', value: 20, begins: minute(-1), ends: minute(7) },
  ...given,
})

const addSale = (given: object) => shop.post('/planned-prices', aSale(given), admin)

async function endInTime(id: string) {
  const past = { begins_at: sql<Date>`now() - interval '1 hour'`, ends_at: sql<Date>`now()` }
  await shop.db.updateTable('planned_prices').set(past).where('id', '=', id).execute()
  await runPlannedPrices(shop.db)
}

const pricesOf = async (id: string) => {
  const { price, onSale, salePrice } = (await shop.get(`/products/${id}`)).data
  return { price, onSale, salePrice }
}

const variantsOf = async (id: string): Promise<[boolean, number][]> =>
  (await shop.get(`/products/${id}`)).data.variants.map((one: { onSale: boolean; salePrice: number }) => [
    one.onSale,
    one.salePrice,
  ])

describe('a planned sale', () => {
  it('begins and ends by itself, with the search index and the page in step, and gives back what was there', async () => {
    const { id, category_id } = await shop.product({ price_cents: 10_000, on_sale: false, sale_price_cents: 4200 })
    const { slug } = (await shop.get(`/products/${id}`)).data.category
    const reduced = async () => (await shop.get(`/categories/slug/${slug}/products?onSale=1&view=card`)).data.length
    const { data: sale } = await addSale({ target: { kind: 'category', ids: [category_id] }, begins: minute(1) })
    expect([sale.state, await pricesOf(id)]).toEqual(['planned', { price: 100, onSale: false, salePrice: 42 }])

    await shop.db.updateTable('planned_prices').set({ begins_at: sql`now()` }).where('id', '=', sale._id).execute()
    await runPlannedPrices(shop.db)

    expect([await pricesOf(id), await reduced()]).toEqual([{ price: 100, onSale: true, salePrice: 80 }, 1])

    await endInTime(sale._id)

    expect([await pricesOf(id), await reduced()]).toEqual([{ price: 100, onSale: false, salePrice: 42 }, 0])
    expect((await shop.get(`/planned-prices/${sale._id}`, admin)).data).toMatchObject({
      state: 'ended',
      productCount: 1,
    })
  })

  it('reduces each variant by its own price, and leaves one alone that costs less already', async () => {
    const shirt = await aShirt(admin, { onSale: false, salePrice: 0 })
    const [S, M] = shirt.variants
    await put(
      shirt._id,
      {
        variants: [
          { _id: S._id, options: S.options, price: 200 },
          { _id: M._id, options: M.options, onSale: true, salePrice: 30 },
        ],
      },
      admin,
    )

    const { data: sale } = await addSale({ target: ofProducts(shirt._id), kind: 'amount', value: 15 })

    expect(await pricesOf(shirt._id)).toEqual({ price: 100, onSale: true, salePrice: 85 })
    expect(await variantsOf(shirt._id)).toEqual([
      [true, 185],
      [true, 30],
    ])

    await shop.post(`/planned-prices/${sale._id}/end`, {}, admin)

    expect(await variantsOf(shirt._id)).toEqual([
      [false, 0],
      [true, 30],
    ])
    expect((await shop.get(`/products/${shirt._id}`)).data.variants[0].own).toEqual({ price: 200 })
  })

  it('is planned once when a request is repeated', async () => {
    const { id } = await shop.product()
    const sale = aSale({ target: ofProducts(id) })
    const planned = async () =>
      (await shop.post('/planned-prices', sale, admin, { [IDEMPOTENCY_HEADER]: 'once' })).data._id

    expect(await planned()).toBe(await planned())
  })

  it('charges the lower price where two overlap, in whatever order they end', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    const { data: half } = await addSale({ target: ofProducts(id), value: 50 })
    const { data: fixed } = await addSale({ target: ofProducts(id), kind: 'price', value: 70 })
    expect(await pricesOf(id)).toMatchObject({ onSale: true, salePrice: 50 })

    await endInTime(half._id)
    expect(await pricesOf(id)).toMatchObject({ onSale: true, salePrice: 70 })

    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
    await endInTime(fixed._id)
    expect(await pricesOf(id)).toMatchObject({ onSale: false, salePrice: 0 })
  })

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

  it('never raises a price, and makes nothing free', async () => {
    const reduced = await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 3000 })
    const cheap = await shop.product({ price_cents: 500 })
    const target = ofProducts(reduced.id, cheap.id)

    const preview = await shop.post('/planned-prices/preview', { target, kind: 'amount', value: 10 }, admin)
    await addSale({ target, kind: 'amount', value: 10 })

    expect(preview.data).toEqual({ products: 2, reduced: 0, examples: [] })
    expect([await pricesOf(reduced.id), await pricesOf(cheap.id)]).toEqual([
      { price: 100, onSale: true, salePrice: 30 },
      { price: 5, onSale: false, salePrice: 0 },
    ])
  })

  it('has the products of a collection and of a category with its children as they are when it begins', async () => {
    const parent = await shop.category()
    const child = await shop.category({ parent_id: parent.id })
    const tag = `tag${newId()}`
    const [inChild, tagged] = [await shop.product({ category_id: child.id }), await shop.product({ tags: tag })]
    const { id: deleted } = await shop.product({ category_id: parent.id, deleted_at: new Date() })
    const { data: collection } = await shop.post('/collections', { name: tag, slug: tag, tag }, admin)

    await addSale({ target: { kind: 'category', ids: [parent.id] } })
    await addSale({ target: { kind: 'collection', ids: [collection._id] } })

    expect([await pricesOf(inChild.id), await pricesOf(tagged.id)]).toMatchObject([
      { salePrice: 80 },
      { salePrice: 80 },
    ])
    const { on_sale } = await shop.db
      .selectFrom('products')
      .select('on_sale')
      .where('id', '=', deleted)
      .executeTakeFirstOrThrow()
    expect(on_sale).toBe(false)
  })

  it('shows an example of what it would do before it is saved', async () => {
    const { id, name } = await shop.product({ price_cents: 999 })

    const { data } = await shop.post(
      '/planned-prices/preview',
      { target: ofProducts(id), kind: 'percent', value: 20 },
      admin,
    )

    expect(data).toEqual({ products: 1, reduced: 1, examples: [{ _id: id, name, from: 9.99, to: 7.99 }] })
  })

  it('writes audit events of the sale and of each product, which the history of the product shows', async () => {
    const { id } = await shop.product()

    const { data: sale } = await addSale({ target: ofProducts(id) })

    expect(await auditEventsOn(`product:${id}`)).toMatchObject([
      {
        action: 'product.sale-began',
        before: { onSale: false },
        after: { onSale: true, salePrice: 80, plannedPrice: 'Winter sale' },
      },
    ])
    expect((await auditEventsOn(`planned-price:${sale._id}`)).map(({ action }) => action)).toEqual([
      'planned-price.began',
      'planned-price.created',
    ])
    const [entry] = (await shop.get(`/products/${id}/history`, admin)).data
    expect(entry).toMatchObject({ action: 'Sale began', canUndo: false, actor: null })
    expect(entry.changes.map(({ field }: { field: string }) => field)).toEqual(['On sale', 'Sale price'])
  })

  it('is refused when it is over already, ends before it begins, or gives more than a percent can', async () => {
    const { id } = await shop.product()
    const errorsOf = async (given: object) => (await addSale({ target: ofProducts(id), ...given })).errors

    expect(await errorsOf({ begins: minute(-3), ends: minute(-2) })).toEqual({ ends: 'This time has passed.' })
    expect(await errorsOf({ begins: minute(2), ends: minute(1) })).toEqual({ ends: 'A sale ends after it begins.' })
    expect(await errorsOf({ value: 100 })).toEqual({ value: 'This cannot be more than 99.' })
    expect(await errorsOf({ target: ofProducts(newId()) })).toEqual({
      target: 'A chosen product is not there any more.',
    })
  })

  it('begins and ends at the minutes that were typed, in the time zone of the shop', async () => {
    const { id } = await shop.product()
    await shop.changeSettings({ shop: { timeZone: 'Europe/Berlin' } }, admin)
    const typed = { begins: '2031-06-01T09:30', ends: '2031-12-01T09:30' }

    const { data } = await addSale({ target: ofProducts(id), ...typed })

    const times = shop.db.selectFrom('planned_prices').select(['begins_at', 'ends_at']).where('id', '=', data._id)
    const { begins_at, ends_at } = await times.executeTakeFirstOrThrow()
    expect(data).toMatchObject(typed)
    expect([begins_at.toISOString(), ends_at.toISOString()]).toEqual([
      '2031-06-01T07:30:00.000Z',
      '2031-12-01T08:30:00.000Z',
    ])
  })

  it('changes its name and end alone while it runs, and is deleted once it is over', async () => {
    const { id } = await shop.product()
    const { data: sale } = await addSale({ target: ofProducts(id) })
    const { _id, version, state: _, targetName: __, productCount: ___, ...fields } = sale
    const edit = (given: object) =>
      shop.call('PUT', `/planned-prices/${_id}`, { body: { ...fields, version, ...given }, as: admin })
    const remove = () => shop.call('DELETE', `/planned-prices/${_id}`, { as: admin })

    expect((await edit({ value: 30 })).message).toBe('This sale is running: only its name and its end can be changed.')
    expect((await edit({ ends: minute(9) })).status).toBe(200)
    expect((await edit({ ends: minute(8) })).code).toBe('version_conflict')
    expect((await remove()).message).toBe('This sale is running. Please end it first.')

    await shop.post(`/planned-prices/${_id}/end`, {}, admin)

    expect((await remove()).status).toBe(200)
    expect(await pricesOf(id)).toMatchObject({ onSale: false })
  })
})

describe('planned sales in the database', () => {
  it('are a whole sale or none when it dies half way', async () => {
    const [one, two] = [await shop.product(), await shop.product()]
    const { data: sale } = await addSale({ target: ofProducts(one.id, two.id), begins: minute(1) })
    await shop.db.updateTable('planned_prices').set({ begins_at: sql`now()` }).where('id', '=', sale._id).execute()
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$;
      create trigger die before insert on audit_log for each row when (new.action = 'planned-price.began') execute function die()
    `.execute(shop.db)

    await expect(runPlannedPrices(shop.db)).rejects.toThrow('1 planned sales could not be run.')
    expect([await pricesOf(one.id), await pricesOf(two.id)]).toMatchObject([{ onSale: false }, { onSale: false }])

    await sql`drop trigger die on audit_log`.execute(shop.db)
    await runPlannedPrices(shop.db)
    expect([await pricesOf(one.id), await pricesOf(two.id)]).toMatchObject([{ onSale: true }, { onSale: true }])
  })
})
