import { z } from 'zod'

/** Of the shop itself; shoppers may know all of it. */
export const shopSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  /** For search engines and shared links. */
  description: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The lines of the postal address. */
  address: z.array(z.string()),
  /** Company registration and tax numbers. */
  registration: z.string().nullable(),
  taxNumber: z.string().nullable(),
  /** In which the shop's days begin, as in 'Asia/Kolkata'. */
  timeZone: z.string(),
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
})

/** The parts of the home page below its hero. */
export const homeSections = ['categories', 'sale', 'recommended', 'viewed', 'help'] as const

const lookSettings = z.object({
  /** The colour of buttons and banners in the light scheme, as '#7a1f2d'. */
  accent: z.string(),
  /** Ids of pictures in the library; null: the name in letters, and the icon of the theme. */
  logo: z.string().nullable(),
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
  /** In their order; those that are missing are not shown. */
  homeSections: z.array(
    z.object({ section: z.enum(homeSections), title: z.string().nullable(), isShown: z.boolean() }),
  ),
})

const orderSettings = z.object({
  /** Minutes for which an unpaid order holds its stock; null: ORDER_TTL_SECONDS of the environment. */
  unpaidMinutes: z.number().nullable(),
  /** Up to so many units in stock are shown to shoppers. */
  lowStock: z.number(),
  /** Most units of one product in an order; null: no limit but that of the environment. */
  highestQuantity: z.number().nullable(),
  /** Days after the delivery in which a product can be sent back; null: not stated. */
  returnDays: z.number().nullable(),
})

const legalSettings = z.object({
  /** Years for which paid orders of deleted accounts keep name and address. */
  retentionYears: z.number(),
})

/** The settings by group. A field is here once the shop reads it. */
export const settings = z.object({
  shop: shopSettings,
  look: lookSettings,
  orders: orderSettings,
  legal: legalSettings,
})
export type ShopSettings = z.output<typeof shopSettings>
export type LookSettings = z.output<typeof lookSettings>
export type OrderSettings = z.output<typeof orderSettings>
export type Settings = z.output<typeof settings>
