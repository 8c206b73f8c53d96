import {
  CURRENCY,
  FREE_SHIPPING_ABOVE_CENTS,
  LOW_STOCK,
  ORDER_RETENTION_YEARS,
  SHIPPING_CENTS,
  SHOP_TIME_ZONE,
  TAX_PERCENT,
} from '../shared/constants.ts'
import { fromCents } from '../shared/money.ts'
import { paths } from '../shared/paths.ts'
import { SHOP } from '../shared/shop.ts'
import type { DeliverySettings, MoneySettings, ShopSettings } from './settings.ts'
import type { MenuItem, ShopInfo } from './shop-info.ts'

export const SHOP_SETTINGS: Omit<ShopSettings, 'isOpen' | 'closedMessage'> = {
  name: SHOP.name,
  tagline: SHOP.tagline,
  description: SHOP.description,
  email: SHOP.email,
  phone: SHOP.phone,
  address: [SHOP.address.line1, SHOP.address.line2],
  town: SHOP.town,
  registration: null,
  taxNumber: null,
  timeZone: SHOP_TIME_ZONE,
  socialLinks: [],
}

export const MONEY_SETTINGS: MoneySettings = {
  currency: CURRENCY.code,
  taxIncluded: false,
  taxName: 'GST',
  taxPercent: TAX_PERCENT,
  taxRates: [],
  taxOnShipping: false,
  taxRounding: 'total',
}

export const DELIVERY_SETTINGS: DeliverySettings = {
  zones: [
    {
      name: 'Everywhere',
      places: [],
      methods: [
        {
          name: 'Shipping',
          price: fromCents(SHIPPING_CENTS),
          steps: [],
          freeAbove: fromCents(FREE_SHIPPING_ABOVE_CENTS),
          ...{ minDays: null, maxDays: null },
        },
      ],
    },
  ],
}

const categories: MenuItem = ['*']
const sale: MenuItem = ['Sale', paths.sale]

/** Every page needs these values, so they do without zod. */
export const DEFAULT_SHOP: ShopInfo = {
  ...SHOP_SETTINGS,
  accent: '#7a1f2d',
  logo: null,
  logoOnDark: null,
  keepsLight: false,
  icon: null,
  announcement: null,
  ...MONEY_SETTINGS,
  ...DELIVERY_SETTINGS,
  countries: ['IN'],
  lowStock: LOW_STOCK,
  returnDays: null,
  retentionYears: ORDER_RETENTION_YEARS,
  headerMenu: [categories, sale],
  footerMenu: [
    [['Shop'], categories, sale],
    [['Help'], ['Contact', paths.contact], ['Privacy Policy', paths.privacy], ['Terms of Service', paths.terms]],
    [['Say hello'], ['@'], [`About ${SHOP.name}`, paths.about]],
  ],
  checkoutLinks: [],
}
