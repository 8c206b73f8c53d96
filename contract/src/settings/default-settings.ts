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
import { BANNER, SHOP } from '../shared/shop.ts'
import type { DeliverySettings, LookSettings, MoneySettings, Settings, ShopSettings } from './settings.ts'
import type { HomeInfo, ShopInfo } from './shop-info.ts'

const SHOP_SETTINGS: ShopSettings = {
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

const MONEY_SETTINGS: MoneySettings = {
  currency: CURRENCY.code,
  taxIncluded: false,
  taxName: 'GST',
  taxPercent: TAX_PERCENT,
  taxRates: [],
  taxOnShipping: false,
  taxRounding: 'total',
}

const DELIVERY_SETTINGS: DeliverySettings = {
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

/** SPEC's values, as far as shoppers may know them. Without zod, because every page needs them. */
export const DEFAULT_SHOP: ShopInfo = {
  ...SHOP_SETTINGS,
  accent: '#7a1f2d',
  logo: null,
  icon: null,
  announcement: null,
  ...MONEY_SETTINGS,
  ...DELIVERY_SETTINGS,
  lowStock: LOW_STOCK,
  returnDays: null,
  retentionYears: ORDER_RETENTION_YEARS,
}

/** What home shows without settings. */
export const DEFAULT_HOME: HomeInfo = {
  hero: {
    eyebrow: BANNER.eyebrow,
    title: BANNER.title,
    text: BANNER.text,
    action: BANNER.action,
    link: paths.sale,
    picture: null,
    pictureOnPhones: null,
  },
  sections: (['categories', 'sale', 'recommended', 'viewed', 'help'] as const).map(section => ({
    section,
    title: null,
  })),
}

function defaultLook(): LookSettings {
  const { eyebrow, title, text, action, link } = DEFAULT_HOME.hero
  return {
    accent: DEFAULT_SHOP.accent,
    ...{ logo: null, icon: null },
    announcementIsShown: false,
    ...{ announcement: null, announcementLink: null },
    ...{ heroEyebrow: eyebrow, heroTitle: title, heroText: text, heroAction: action, heroLink: link },
    ...{ heroPicture: null, heroPictureOnPhones: null },
    homeSections: DEFAULT_HOME.sections.map(section => ({ ...section, isShown: true })),
  }
}

/** SPEC's values. The database holds what an owner has made different. */
export function defaultSettings(): Settings {
  const { lowStock, returnDays, retentionYears } = DEFAULT_SHOP
  return {
    shop: { ...SHOP_SETTINGS },
    look: defaultLook(),
    money: { ...MONEY_SETTINGS },
    delivery: { ...DELIVERY_SETTINGS },
    orders: { unpaidMinutes: null, lowStock, highestQuantity: null, returnDays },
    legal: { retentionYears },
  }
}

/** What shoppers may know of the settings, without pictures. */
export function shopInfoOf({ shop, look, money, delivery, orders, legal }: Settings): ShopInfo {
  const { lowStock, returnDays } = orders
  const { accent, announcementIsShown, announcement: text, announcementLink: link } = look
  const announcement = announcementIsShown && text !== null ? { text, link } : null
  return {
    ...shop,
    accent,
    logo: null,
    icon: null,
    announcement,
    ...money,
    ...delivery,
    lowStock,
    returnDays,
    ...legal,
  }
}
