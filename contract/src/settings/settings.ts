import { z } from 'zod'

/** Name, contact and opening of the shop. */
export const shopSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  /** For search engines and shared links. */
  description: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The lines of the postal address. */
  address: z.array(z.string()),
  /** Where it ships from and answers. */
  town: z.string().nullable(),
  /** Company registration and tax numbers. */
  registration: z.string().nullable(),
  taxNumber: z.string().nullable(),
  /** In which the shop's days begin, as in 'Asia/Kolkata'. */
  timeZone: z.string(),
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  /** A closed shop is open only to staff and to visitors with the password. */
  isOpen: z.boolean(),
  /** The message of the closed shop to other visitors. */
  closedMessage: z.string().nullable(),
})

/** The parts of the home page below its hero. */
export const homeSections = ['categories', 'sale', 'recommended', 'viewed', 'help', 'products'] as const

/** Where a section of products has them from. */
export const homeSources = ['newest', 'best-sellers', 'sale', 'category', 'collection', 'chosen'] as const

const homeSection = z.object({
  section: z.enum(homeSections),
  title: z.string().nullable(),
  isShown: z.boolean(),
  /** Null for the section's own source; 'products' has no own source and needs one. */
  source: z.enum(homeSources).nullable(),
  /** The id of the category or the collection, whose slug may change. */
  of: z.string().nullable(),
  /** Ids of those that are chosen by hand, in their order. */
  products: z.array(z.string()),
})

const lookSettings = z.object({
  /** The colour of buttons and banners in the light scheme, as '#7a1f2d'. */
  accent: z.string(),
  /** Ids of pictures in the library; null: the name in letters, and the icon of the theme. */
  logo: z.string().nullable(),
  /** In place of the logo on dark pages. */
  logoOnDark: z.string().nullable(),
  /** Pages stay light where the device asks for dark ones. */
  keepsLight: z.boolean(),
  icon: z.string().nullable(),
  announcementIsShown: z.boolean(),
  announcement: z.string().nullable(),
  /** A path of the shop or an address that begins with https://. */
  announcementLink: z.string().nullable(),
  heroEyebrow: z.string().nullable(),
  heroTitle: z.string(),
  heroText: z.string(),
  heroAction: z.string(),
  heroLink: z.string(),
  /** Ids of pictures in the library: beside the text of the hero, and below it on phones, where null is the same one. */
  heroPicture: z.string().nullable(),
  heroPictureOnPhones: z.string().nullable(),
  /** The sections in their order; a section that is missing is not shown. */
  homeSections: z.array(homeSection),
})

export const TAX_ROUNDINGS = ['total', 'line'] as const

const moneySettings = z.object({
  /** ISO 4217, with two decimals. A change converts no price. */
  currency: z.string(),
  /** Prices contain the tax; otherwise it is added. */
  taxIncluded: z.boolean(),
  /** The name of the tax where `taxRates` has no entry; null for the word tax alone. */
  taxName: z.string().nullable(),
  taxPercent: z.number(),
  /** By the delivery address: that of its state, else of its country. */
  taxRates: z.array(
    z.object({
      /** A place as in a zone of delivery. */
      country: z.string(),
      state: z.string().nullable(),
      name: z.string().nullable(),
      percent: z.number(),
    }),
  ),
  taxOnShipping: z.boolean(),
  taxRounding: z.enum(TAX_ROUNDINGS),
})

/** A country, or one of its states. */
const place = z.object({
  /** ISO 3166-1, as in 'IN'. */
  country: z.string(),
  /** By its name; null: the whole country. */
  state: z.string().nullable(),
})

const deliveryMethod = z.object({
  name: z.string(),
  price: z.number(),
  /** Other prices, for products that cost or weigh so much or more, in kilograms; ascending. */
  steps: z.array(z.object({ from: z.number(), price: z.number() })),
  stepsByWeight: z.boolean().optional(),
  /** Free for products that cost more; null: never. */
  freeAbove: z.number().nullable(),
  /** The estimated days of delivery; null for none. */
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
  /** To which the shop sells (ISO 3166-1); a new address begins with the first. */
  sold: z.array(z.string()),
})

const orderSettings = z.object({
  /** Minutes for which an unpaid order holds its stock; null: ORDER_TTL_SECONDS of the environment. */
  unpaidMinutes: z.number().nullable(),
  /** The highest stock that is shown to shoppers as a number of units. */
  lowStock: z.number(),
  /** Most units of one product in an order; null: no limit but that of the environment. */
  highestQuantity: z.number().nullable(),
  /** Days after the delivery in which a product can be sent back; null: not stated. */
  returnDays: z.number().nullable(),
  /** The prefix of order numbers. */
  numberPrefix: z.string().nullable(),
  /** The number of the first order after this was set; null for orders without numbers. */
  firstNumber: z.number().nullable(),
  /** The prefix of invoice numbers; credit notes have a C after it. */
  invoicePrefix: z.string().nullable(),
  /** The emails of a payment and of a refund bring them. */
  attachInvoices: z.boolean(),
  reviewPolicy: z.enum(REVIEW_POLICIES),
  reviewers: z.enum(REVIEWERS),
})

/** What an entry of a menu is; headings and the contact details are in the footer alone. */
export const MENU_ENTRIES = ['categories', 'page', 'category', 'link', 'heading', 'contact'] as const

const menuEntry = z.object({
  kind: z.enum(MENU_ENTRIES),
  /** Null for the title of the page or the name of the category. */
  label: z.string().nullable(),
  /** The id of the page or the category, whose address may change. */
  of: z.string().nullable(),
  /** The target of a link: a path of the shop or an address that begins with https://. */
  to: z.string().nullable(),
})
export type MenuEntry = z.output<typeof menuEntry>

const menuSettings = z.object({
  header: z.array(menuEntry),
  /** Each heading begins a column. */
  footer: z.array(menuEntry),
})
export type MenuSettings = z.output<typeof menuSettings>

const searchSettings = z.object({
  /** On each line words for one thing, with commas between them. */
  synonyms: z.array(z.string()),
})

const legalSettings = z.object({
  /** Years for which paid orders of deleted accounts keep name and address. */
  retentionYears: z.number(),
  /** Ids of the pages that the checkout links to, in their order. */
  checkoutPages: z.array(z.string()),
})

const securitySettings = z.object({
  /** Staff without two-factor sign-in can only set it up. */
  staffTwoFactor: z.boolean(),
})

/** The settings by group. A field is here once the shop reads it. */
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
