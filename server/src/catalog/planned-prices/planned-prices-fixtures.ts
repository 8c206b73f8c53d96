import { sql } from 'kysely'
import type { startShop } from '../../../test/shop.ts'
import { runPlannedPrices } from './run-planned-prices.ts'

export const minute = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

export const ofProducts = (...ids: string[]) => ({ kind: 'products', ids })

export const aSale = (given: object) => ({
  ...{ name: 'Winter sale', kind: 'percent', value: 20, begins: minute(-1), ends: minute(7) },
  ...given,
})

/** Planned sales of an admin, and what products cost meanwhile. */
export function salesOf(shop: ReturnType<typeof startShop>, admin: ReturnType<typeof shop.anAdmin>) {
  const addSale = (given: object) => shop.post('/planned-prices', aSale(given), admin)

  async function endInTime(id: string) {
    const past = { begins_at: sql<Date>`now() - interval '1 hour'`, ends_at: sql<Date>`now()` }
    await shop.db.updateTable('planned_prices').set(past).where('id', '=', id).execute()
    await runPlannedPrices(shop.db)
  }

  async function pricesOf(id: string) {
    const { price, onSale, salePrice } = (await shop.get(`/products/${id}`)).data
    return { price, onSale, salePrice }
  }

  async function variantsOf(id: string): Promise<[boolean, number][]> {
    const { variants } = (await shop.get(`/products/${id}`)).data
    return variants.map((one: { onSale: boolean; salePrice: number }) => [one.onSale, one.salePrice])
  }

  return { addSale, endInTime, pricesOf, variantsOf }
}
