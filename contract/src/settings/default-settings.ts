import { LOW_STOCK, ORDER_RETENTION_YEARS, SHOP_TIME_ZONE } from '../shared/constants.ts'
import { SHOP } from '../shared/shop.ts'
import type { Settings } from './settings.ts'
import type { ShopInfo } from './shop-info.ts'

/** SPEC's values, as far as shoppers may know them. Without zod, because every page needs them. */
export const DEFAULT_SHOP: ShopInfo = {
  name: SHOP.name,
  tagline: SHOP.tagline,
  description: SHOP.description,
  email: SHOP.email,
  phone: SHOP.phone,
  address: [SHOP.address.line1, SHOP.address.line2],
  registration: null,
  taxNumber: null,
  timeZone: SHOP_TIME_ZONE,
  socialLinks: [],
  lowStock: LOW_STOCK,
  returnDays: null,
  retentionYears: ORDER_RETENTION_YEARS,
}

/** SPEC's values. The database holds what an owner has made different. */
export function defaultSettings(): Settings {
  const { lowStock, returnDays, retentionYears, ...shop } = DEFAULT_SHOP
  return {
    shop,
    orders: { unpaidMinutes: null, lowStock, highestQuantity: null, returnDays },
    legal: { retentionYears },
  }
}

/** What shoppers may know of the settings. */
export function shopInfoOf({ shop, orders, legal }: Settings): ShopInfo {
  const { lowStock, returnDays } = orders
  return { ...shop, lowStock, returnDays, ...legal }
}
