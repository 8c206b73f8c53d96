import { z } from 'zod'

export const shopSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.array(z.string()),
  town: z.string().nullable(),
  registration: z.string().nullable(),
  taxNumber: z.string().nullable(),
  timeZone: z.string(),
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  /** A closed shop is open only to staff and to visitors with the password. */
  isOpen: z.boolean(),
  closedMessage: z.string().nullable(),
})

export const homeSections = ['categories', 'sale', 'recommended', 'viewed', 'help', 'products'] as const

export const homeSources = ['newest', 'best-sellers', 'sale', 'category', 'collection', 'chosen'] as const

const homeSection = z.object({
  section: z.enum(homeSections),
  title: z.string().nullable(),
  isShown: z.boolean(),
  /** Null for the section's own source; 'products' has no own source and needs one. */
  source: z.enum(homeSources).nullable(),
  /** Slugs may change, so the id is kept. */
  of: z.string().nullable(),
  products: z.array(z.string()),
})

const lookSettings = z.object({
  /** The light scheme's colour of buttons and banners. */
  accent: z.string(),
  /** Null shows the name in letters, and the icon of the theme. */
  logo: z.string().nullable(),
  logoOnDark: z.string().nullable(),
  keepsLight: z.boolean(),
  icon: z.string().nullable(),
  announcementIsShown: z.boolean(),
  announcement: z.string().nullable(),
  announcementLink: z.string().nullable(),
  heroEyebrow: z.string().nullable(),
  heroTitle: z.string(),
  heroText: z.string(),
  heroAction: z.string(),
  heroLink: z.string(),
  /** Null shows the hero's picture on phones too. */
  heroPicture: z.string().nullable(),
  heroPictureOnPhones: z.string().nullable(),
  homeSections: z.array(homeSection),
})

export const TAX_ROUNDINGS = ['total', 'line'] as const

const moneySettings = z.object({
  /** ISO 4217, with two decimals. A change converts no price. */
  currency: z.string(),
  taxIncluded: z.boolean(),
  /** The name of the tax where `taxRates` has no entry; null for the word tax alone. */
  taxName: z.string().nullable(),
  taxPercent: z.number(),
  taxRates: z.array(
    z.object({
      country: z.string(),
      state: z.string().nullable(),
      name: z.string().nullable(),
      percent: z.number(),
    }),
  ),
  taxOnShipping: z.boolean(),
  taxRounding: z.enum(TAX_ROUNDINGS),
})

const place = z.object({
  country: z.string(),
  state: z.string().nullable(),
})

const deliveryMethod = z.object({
  name: z.string(),
  price: z.number(),
  /** Other prices, for products that cost or weigh so much or more, in kilograms; ascending. */
  steps: z.array(z.object({ from: z.number(), price: z.number() })),
  stepsByWeight: z.boolean().optional(),
  freeAbove: z.number().nullable(),
  minDays: z.number().nullable(),
  maxDays: z.number().nullable(),
})
export type DeliveryMethod = z.output<typeof deliveryMethod>

const deliverySettings = z.object({
  /** A zone without places has all that no other names. */
  zones: z.array(z.object({ name: z.string(), places: z.array(place), methods: z.array(deliveryMethod) })),
})

export const REVIEW_POLICIES = ['at-once', 'approved'] as const
export const REVIEWERS = ['everyone', 'buyers'] as const

const countrySettings = z.object({
  /** ISO 3166-1; a new address begins with the first. */
  sold: z.array(z.string()),
})

const orderSettings = z.object({
  /** Minutes for which an unpaid order holds its stock; null: ORDER_TTL_SECONDS of the environment. */
  unpaidMinutes: z.number().nullable(),
  /** The highest stock that is shown to shoppers as a number of units. */
  lowStock: z.number(),
  highestQuantity: z.number().nullable(),
  returnDays: z.number().nullable(),
  numberPrefix: z.string().nullable(),
  /** The number of the first order after this was set; null for orders without numbers. */
  firstNumber: z.number().nullable(),
  invoicePrefix: z.string().nullable(),
  attachInvoices: z.boolean(),
  reviewPolicy: z.enum(REVIEW_POLICIES),
  reviewers: z.enum(REVIEWERS),
})

export const MENU_ENTRIES = ['categories', 'page', 'category', 'link', 'heading', 'contact'] as const

const menuEntry = z.object({
  kind: z.enum(MENU_ENTRIES),
  label: z.string().nullable(),
  /** Addresses may change, so the id is kept. */
  of: z.string().nullable(),
  to: z.string().nullable(),
})
export type MenuEntry = z.output<typeof menuEntry>

const menuSettings = z.object({
  header: z.array(menuEntry),
  footer: z.array(menuEntry),
})
export type MenuSettings = z.output<typeof menuSettings>

const searchSettings = z.object({
  /** Each line has words for one thing, with commas between them. */
  synonyms: z.array(z.string()),
})

const legalSettings = z.object({
  retentionYears: z.number(),
  checkoutPages: z.array(z.string()),
})

const securitySettings = z.object({
  /** Staff without two-factor sign-in can only set it up. */
  staffTwoFactor: z.boolean(),
})

export const settings = z.object({
  shop: shopSettings,
  look: lookSettings,
  menus: menuSettings,
  money: moneySettings,
  delivery: deliverySettings,
  countries: countrySettings,
  orders: orderSettings,
  search: searchSettings,
  legal: legalSettings,
  security: securitySettings,
})
export type ShopSettings = z.output<typeof shopSettings>
export type LookSettings = z.output<typeof lookSettings>
export type DeliverySettings = z.output<typeof deliverySettings>
export type MoneySettings = z.output<typeof moneySettings>
export type CountrySettings = z.output<typeof countrySettings>
export type OrderSettings = z.output<typeof orderSettings>
export type Settings = z.output<typeof settings>
