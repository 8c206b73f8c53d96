import { DEFAULT_HOME } from './default-home.ts'
import { DEFAULT_MENUS } from './default-menus.ts'
import { DEFAULT_SHOP, DELIVERY_SETTINGS, MONEY_SETTINGS, SHOP_SETTINGS } from './default-shop.ts'
import type { LookSettings, Settings } from './settings.ts'
import type { ShopInfo } from './shop-info.ts'

function defaultLook(): LookSettings {
  const { eyebrow, title, text, action, link } = DEFAULT_HOME.hero
  return {
    accent: DEFAULT_SHOP.accent,
    ...{ logo: null, logoOnDark: null, keepsLight: false, icon: null },
    announcementIsShown: false,
    ...{ announcement: null, announcementLink: null },
    ...{ heroEyebrow: eyebrow, heroTitle: title, heroText: text, heroAction: action, heroLink: link },
    ...{ heroPicture: null, heroPictureOnPhones: null },
    homeSections: DEFAULT_HOME.sections.map(section => ({
      ...section,
      isShown: true,
      source: null,
      of: null,
      products: [],
    })),
  }
}

/** The database holds only what an owner has made different. */
export function defaultSettings(): Settings {
  const { lowStock, returnDays, retentionYears } = DEFAULT_SHOP
  return {
    shop: { ...SHOP_SETTINGS, isOpen: true, closedMessage: null },
    look: defaultLook(),
    menus: { ...DEFAULT_MENUS },
    money: { ...MONEY_SETTINGS },
    delivery: { ...DELIVERY_SETTINGS },
    orders: {
      ...{ unpaidMinutes: null, lowStock, highestQuantity: null, numberPrefix: null, firstNumber: null, returnDays },
      ...{ invoicePrefix: null, attachInvoices: false },
      ...{ reviewPolicy: 'at-once', reviewers: 'everyone' },
    },
    search: { synonyms: [] },
    countries: { sold: DEFAULT_SHOP.countries },
    legal: { retentionYears, checkoutPages: [] },
    security: { staffTwoFactor: false },
  }
}

const { headerMenu, footerMenu, checkoutLinks } = DEFAULT_SHOP
const MENUS = { headerMenu, footerMenu, checkoutLinks }

export function shopInfoOf({ shop, look, money, delivery, countries, orders, legal }: Settings): ShopInfo {
  const { lowStock, returnDays } = orders
  const { accent, keepsLight, announcementIsShown, announcement: text, announcementLink: link } = look
  const announcement = announcementIsShown && text !== null ? { text, link } : null
  const { isOpen, closedMessage: _, ...publicShop } = shop
  return {
    ...publicShop,
    ...(!isOpen && { isClosed: true }),
    accent,
    logo: null,
    logoOnDark: null,
    keepsLight,
    icon: null,
    announcement,
    ...money,
    ...delivery,
    countries: countries.sold,
    lowStock,
    returnDays,
    retentionYears: legal.retentionYears,
    ...MENUS,
  }
}
