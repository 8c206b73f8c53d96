import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)

const admin = shop.anAdmin()

type Prices = { price?: number | null; onSale?: boolean | null; salePrice?: number | null; isActive?: boolean }

const sizes = (S: Prices, M: Prices) => ({
  options: [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }],
  variants: [
    { options: { Size: 'S' }, stock: 1, ...S },
    { options: { Size: 'M' }, stock: 1, ...M },
  ],
})

/** A shirt at $100, not on sale unless specified, that one word finds. */
async function aShirt(S: Prices, M: Prices, given: object = {}) {
  const word = `zari${newId()}`
  const body = { ...(await aProduct({ name: `${word} shirt`, onSale: false, salePrice: 0, stock: 2 })), ...sizes(S, M) }
  const { data } = await shop.post('/products', { ...body, ...given }, admin)
  const isFound = async (filter: string, list = '/products') =>
    (await shop.get(`${list}?keyword=${word}&${filter}`)).data.length === 1
  return {
    id: data._id as string,
    variants: data.variants.map(({ _id, options }: { _id: string; options: object }) => ({ _id, options })),
    isFound,
    rangeOf: async () => (await shop.get(`/products?keyword=${word}&view=card`)).data[0].priceRange,
  }
}

describe('a product whose active variants do not cost what it does itself', () => {
  it('is found by the lowest price of an active variant', async () => {
    const { isFound } = await aShirt({ price: 60 }, { price: 120 })
    const hidden = await aShirt({ price: 60, isActive: false }, { price: 120 }, { stock: 1 })

    expect(await isFound('minPrice=59&maxPrice=61')).toBe(true)
    expect(await isFound('minPrice=99&maxPrice=101')).toBe(false)
    expect(await hidden.isFound('minPrice=59&maxPrice=101')).toBe(false)
    expect(await hidden.isFound('minPrice=119&maxPrice=121')).toBe(true)
  })

  it('costs what its variants in stock do, and all of them once it is sold out', async () => {
    const { id, variants, isFound, rangeOf } = await aShirt({ price: 60, onSale: true, salePrice: 50 }, { price: 120 })
    const [S, M] = variants
    const holding = (one: object, stock: number) => ({ ...one, stock })
    const setStock = (ofS: number, ofM: number) => put(id, { variants: [holding(S, ofS), holding(M, ofM)] }, admin)
    expect(await rangeOf()).toMatchObject({ from: 50, to: 120 })

    await setStock(0, 1)

    expect(await rangeOf()).toEqual({ from: 120, to: 120, savedPercent: 0 })
    expect([await isFound('maxPrice=100'), await isFound('minPrice=119'), await isFound('onSale=1')]).toEqual([
      ...[false, true, false],
    ])
    await setStock(0, 0)
    expect(await rangeOf()).toMatchObject({ from: 50, to: 120 })
    expect(await isFound('maxPrice=50')).toBe(true)
    await setStock(0, 7)
    expect(await isFound('maxPrice=100')).toBe(false)
  })

  it('is on sale when an active variant is', async () => {
    const [offered, withdrawn] = [
      await aShirt({ onSale: true, salePrice: 75 }, {}),
      await aShirt({ onSale: false }, { onSale: false }, { onSale: true, salePrice: 40 }),
    ]

    expect([await offered.isFound('onSale=1'), await withdrawn.isFound('onSale=1')]).toEqual([true, false])
    expect(await offered.rangeOf()).toEqual({ from: 75, to: 100, savedPercent: 25 })
    expect(await withdrawn.rangeOf()).toEqual({ from: 100, to: 100, savedPercent: 0 })
  })

  it('follows its own price, those of its variants, and which of them are active', async () => {
    const { id, variants, isFound } = await aShirt({}, { price: 120 })
    const costs = async (price: number) => isFound(`minPrice=${price - 1}&maxPrice=${price + 1}`)
    const [S, M] = variants

    await put(id, { price: 90 }, admin)
    expect(await costs(90)).toBe(true)
    await put(id, { variants: [S, { ...M, price: 70 }] }, admin)
    expect(await costs(70)).toBe(true)
    await put(id, { variants: [S, { ...M, isActive: false }] }, admin)
    expect(await costs(90)).toBe(true)
    await put(id, { variants: [{ ...M, isActive: true }] }, admin)
    expect(await costs(70)).toBe(true)
    await put(id, { variants: [M, { ...S, price: 50 }] }, admin)
    expect(await costs(50)).toBe(true)
    await shop.post('/products/bulk', { action: 'delete', ids: [id] }, admin)
    await shop.post('/products/bulk', { action: 'restore', ids: [id] }, admin)
    expect(await costs(50)).toBe(true)
  })
})

it("passes the doctor's checks", async () => {
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})
