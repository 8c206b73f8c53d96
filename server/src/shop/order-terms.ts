import { type PaymentMode, type PricedShop, type Settings, type ShopInfo, shopInfoOf } from '@mela/contract'
import type { Env } from '../platform/runtime/env.ts'
import { modeOf, type StoredSettings } from './settings.ts'
import { type CalendarSettings, calendarSettingsOf } from './shipping-calendar.ts'

export interface OrderTerms extends Pick<Env, 'orderLimits' | 'orderTtlSeconds'> {
  highestQuantity?: number | null
  /** Left out, it takes orders of accounts alone. */
  takesGuests?: boolean
  shop: PricedShop & Pick<ShopInfo, 'currency' | 'countries' | 'taxFreeCompanies'>
  /** Kept with each order: what it was priced by. */
  settingsVersion: number
  calendar: CalendarSettings
  payments: Settings['payments']
  /** How often codes may be guessed. */
  guesses: Pick<Env, 'failedLogins' | 'failedLoginsPerAccount' | 'failedLoginsPerAddress'>
  /** How real the money is that no provider takes. */
  paymentMode: PaymentMode
}

const MODES = { demo: 'test', rehearsal: 'sandbox', live: 'live' } as const satisfies Record<Env['mode'], PaymentMode>

export const paymentModeOf = (env: Pick<Env, 'mode'>, settings: StoredSettings): PaymentMode =>
  MODES[modeOf(env, settings)]

/** The owner's settings outweigh the environment's. */
export function orderTermsOf(env: Env, settings: StoredSettings): OrderTerms {
  const { orderLimits, orderTtlSeconds } = env
  const { unpaidMinutes, highestQuantity, guests: takesGuests } = settings.orders
  return {
    orderLimits,
    orderTtlSeconds: unpaidMinutes === null ? orderTtlSeconds : unpaidMinutes * 60,
    highestQuantity,
    takesGuests,
    shop: shopInfoOf(settings),
    settingsVersion: settings.version,
    calendar: calendarSettingsOf(settings),
    payments: settings.payments,
    guesses: env,
    paymentMode: paymentModeOf(env, settings),
  }
}

export function mostUnits({
  orderLimits,
  highestQuantity,
}: Pick<OrderTerms, 'orderLimits' | 'highestQuantity'>): number | undefined {
  const limits = [orderLimits?.units, highestQuantity].filter(limit => typeof limit === 'number')
  return limits.length > 0 ? Math.min(...limits) : undefined
}
