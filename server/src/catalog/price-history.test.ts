import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)

const admin = shop.anAdmin()

const showLowest = (isShown: boolean) => shop.changeSettings({ money: { showsLowestPrice: isShown } }, admin)

const lowestOf = async (id: string) => (await shop.get(`/products/${id}`)).data.variants[0].lowestPrice

async function aDress(given: object = {}) {
  const { data } = await shop.post('/products', await aProduct({ onSale: false, salePrice: 0, ...given }), admin)
  return data._id as string
}

/** Prices and since when they were asked, in days before now, in place of those that were recorded. */
async function pastPrices(variant: string, prices: [cents: number, daysAgo: number][]) {
  await shop.db.deleteFrom('price_history').where('variant_id', '=', variant).execute()
  await shop.db
    .insertInto('price_history')
    .values(
      prices.map(([cents, days]) => ({
        variant_id: variant,
        cents,
        since: sql<Date>`now() - make_interval(days => ${days})`,
      })),
    )
    .execute()
}

const centsOf = async (variant: string) =>
  (
    await shop.db
      .selectFrom('price_history')
      .select('cents')
      .where('variant_id', '=', variant)
      .orderBy('since')
      .execute()
  ).map(({ cents }) => cents)

describe('the lowest price of 30 days', () => {
  it('is that before the present reduction began, and is shown only where the setting says so', async () => {
    const id = await aDress()
    await put(id, { onSale: true, salePrice: 70 }, admin)
    await pastPrices(id, [
      [10_000, 300],
      [6000, 60],
      [9000, 45],
      [7500, 20],
      [9500, 12],
      [7000, 5],
    ])

    expect(await lowestOf(id)).toBeUndefined()
    await showLowest(true)

    expect(await lowestOf(id)).toBe(75)
    await showLowest(false)
  })

  it('counts a price that was asked until within the 30 days, and none that ended before', async () => {
    await showLowest(true)
    const id = await aDress()
    await put(id, { onSale: true, salePrice: 80 }, admin)

    await pastPrices(id, [
      [6000, 90],
      [10_000, 36],
      [8000, 5],
    ])
    expect(await lowestOf(id)).toBe(100)
    await pastPrices(id, [
      [6000, 90],
      [10_000, 34],
      [8000, 5],
    ])
    await put(id, { name: 'Its page is read again' }, admin)
    expect(await lowestOf(id)).toBe(60)
  })

  it('is not named for a product that is not reduced, or was never sold for another price', async () => {
    await showLowest(true)
    const [plain, reduced] = [await aDress(), await aDress({ onSale: true, salePrice: 80 })]

    expect([await lowestOf(plain), await lowestOf(reduced)]).toEqual([undefined, undefined])
  })
})

describe('the price history', () => {
  it('has one price of each save, whatever was true of its variants half way', async () => {
    const sizes = ['S', 'M'].map(name => ({ name }))
    const variants = ['S', 'M'].map(Size => ({ options: { Size }, stock: 1 }))
    const { data } = await shop.post(
      '/products',
      {
        ...(await aProduct({ onSale: false, salePrice: 0, stock: 2 })),
        options: [{ name: 'Size', values: sizes }],
        variants,
      },
      admin,
    )
    const [S, M] = data.variants.map(({ _id, options }: { _id: string; options: object }) => ({ _id, options }))

    await put(data._id, { price: 50, variants: [{ ...S, price: 90 }, M] }, admin)

    expect([await centsOf(S._id), await centsOf(M._id)]).toEqual([
      [10_000, 9000],
      [10_000, 5000],
    ])
  })

  it('is append-only', async () => {
    const id = await aDress()

    await expect(sql`update price_history set cents = 1 where variant_id = ${id}`.execute(shop.db)).rejects.toThrow(
      'price_history is append-only',
    )
  })
})
