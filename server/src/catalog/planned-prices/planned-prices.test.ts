import { IDEMPOTENCY_HEADER } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { newId } from '../../platform/database/ids.ts'
import { staffOf } from '../products-fixtures.ts'
import { aSale, minute, ofProducts, salesOf } from './planned-prices-fixtures.ts'
import { runPlannedPrices } from './run-planned-prices.ts'

const shop = startShop()
const { aShirt, put, auditEventsOn } = staffOf(shop)

const admin = shop.anAdmin()
const { addSale, endInTime, pricesOf, variantsOf } = salesOf(shop, admin)

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

  it('leaves out gift cards of a category or a collection, and reduces those that were chosen themselves', async () => {
    const { id: category_id } = await shop.category()
    const tag = `tag${newId()}`
    const { id: card } = await shop.product({ category_id, tags: tag, is_gift_card: true })
    const { id: shirt } = await shop.product({ category_id, tags: tag })
    const { data: collection } = await shop.post('/collections', { name: tag, slug: tag, tag }, admin)
    const previewOf = async (target: object) =>
      (await shop.post('/planned-prices/preview', { target, kind: 'percent', value: 40 }, admin)).data

    for (const target of [
      { kind: 'category', ids: [category_id] },
      { kind: 'collection', ids: [collection._id] },
    ]) {
      expect(await previewOf(target)).toMatchObject({ products: 1, reduced: 1, examples: [{ _id: shirt }] })
      const { data: sale } = await addSale({ target, value: 40 })
      expect([await pricesOf(card), await pricesOf(shirt)]).toMatchObject([{ onSale: false }, { salePrice: 60 }])
      await shop.post(`/planned-prices/${sale._id}/end`, {}, admin)
    }

    expect(await previewOf(ofProducts(card))).toMatchObject({ reduced: 1 })
    await addSale({ target: ofProducts(card), value: 40 })
    expect(await pricesOf(card)).toMatchObject({ salePrice: 60 })
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
    const noTime = { begins: 'This must be a day and a time.' }
    expect(await errorsOf({ begins: '0000-01-01T00:00', ends: minute(1) })).toEqual(noTime)
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
