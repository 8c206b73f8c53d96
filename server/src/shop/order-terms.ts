import { type PricedShop, type Settings, type ShopInfo, shopInfoOf } from '@mela/contract'
import type { Env } from '../platform/runtime/env.ts'
import { type CalendarSettings, calendarSettingsOf } from './shipping-calendar.ts'

export interface OrderTerms extends Pick<Env, 'orderLimits' | 'orderTtlSeconds'> {
  highestQuantity?: number | null
  /** Left out, it takes orders of accounts alone. */
  takesGuests?: boolean
  shop: PricedShop & Pick<ShopInfo, 'currency' | 'countries'>
  calendar: CalendarSettings
}

/** The owner's settings outweigh the environment's. */
export function orderTermsOf({ orderLimits, orderTtlSeconds }: Env, settings: Settings): OrderTerms {
  const { unpaidMinutes, highestQuantity, guests: takesGuests } = settings.orders
  return {
    orderLimits,
    orderTtlSeconds: unpaidMinutes === null ? orderTtlSeconds : unpaidMinutes * 60,
    highestQuantity,
    takesGuests,
    shop: shopInfoOf(settings),
    calendar: calendarSettingsOf(settings),
  }
}

export function mostUnits({ orderLimits, highestQuantity }: Omit<OrderTerms, 'shop' | 'calendar'>): number | undefined {
  const limits = [orderLimits?.units, highestQuantity].filter(limit => typeof limit === 'number')
  return limits.length > 0 ? Math.min(...limits) : undefined
}
