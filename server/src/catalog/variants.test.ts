import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()

async function aShirt(stocks = { S: 2, M: 50, L: 90 }) {
  const { id } = await shop.product({ stock: 0, thumbnail_id: (await shop.media()).id })
  return { id, of: await shop.sizes(id, stocks) }
}

const stockOf = async (id: string) => (await shop.get(`/products/${id}`)).data.stock
const setStock = (variant: string, quantity: number) =>
  shop.db.updateTable('stock').set({ quantity }).where('variant_id', '=', variant).execute()
const indexed = (id: string) =>
  shop.db.selectFrom('product_index').select(['in_stock', 'is_low']).where('product_id', '=', id).executeTakeFirst()

describe('the variants of a product', () => {
  it('have their own stock, of which the product has the sum of the active ones', async () => {
    const { id, of } = await aShirt({ S: 2, M: 50, L: 90 })
    expect(await stockOf(id)).toBe(142)

    await shop.db.updateTable('variants').set({ is_active: false }).where('id', '=', of.L).execute()
    await shop.db.updateTable('variants').set({ deleted_at: new Date() }).where('id', '=', of.S).execute()

    expect(await stockOf(id)).toBe(50)
  })

  it('keep the product in stock while any of them is, and low while any of them is', async () => {
    const { id, of } = await aShirt({ S: 6, M: 6, L: 0 })
    expect(await indexed(id)).toEqual({ in_stock: true, is_low: true })

    await shop.db.updateTable('variants').set({ is_active: false }).where('id', '=', of.L).execute()
    expect(await indexed(id)).toEqual({ in_stock: true, is_low: false })
    await setStock(of.M, 0)
    expect(await indexed(id)).toEqual({ in_stock: true, is_low: true })
    await setStock(of.S, 0)
    expect(await indexed(id)).toEqual({ in_stock: false, is_low: true })
    await setStock(of.M, 1)
    expect(await indexed(id)).toEqual({ in_stock: true, is_low: true })
  })

  it('leave the product out of stock when the last two sell out at once', async () => {
    const { id, of } = await aShirt({ S: 1, M: 1, L: 0 })

    const second = await shop.db.transaction().execute(async db => {
      await db.updateTable('stock').set({ quantity: 0 }).where('variant_id', '=', of.S).execute()
      const second = setStock(of.M, 0)
      await untilWaiting(shop.db, 1)
      return { second }
    })
    await second.second

    expect(await indexed(id)).toEqual({ in_stock: false, is_low: true })
  })
})

describe('the database', () => {
  it.each([
    ['of equal options', { option_values: ['S'] }, 'variants_option_values_key'],
    ['of one SKU, in capitals or not,', { option_values: ['XL'], sku: 'SHIRT-s' }, 'variants_sku_key'],
  ])('refuses two variants %s of one product', async (_what, given, constraint) => {
    const { id, of } = await aShirt()
    const insert = shop.db.transaction().execute(async db => {
      await db.updateTable('variants').set({ sku: 'shirt-S' }).where('id', '=', of.S).execute()
      await db
        .insertInto('variants')
        .values({ id: newId(), product_id: id, position: 3, ...given })
        .execute()
    })
    await expect(insert).rejects.toThrow(constraint)
  })

  it('refuses a stock movement of a variant of another product', async () => {
    const [{ of }, other] = [await aShirt(), await shop.product()]
    const movement = { variant_id: of.M, product_id: other.id, delta: 1, reason: 'edit' as const }
    const insert = shop.db.insertInto('stock_ledger').values(movement)
    await expect(insert.execute()).rejects.toThrow('stock_ledger_variant_id_fkey')
  })
})
