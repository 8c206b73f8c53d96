import { z } from 'zod'
import { media } from '../catalog/media.ts'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { homeSources, settings, shopSettings } from './settings.ts'

const { look, money, delivery, countries, orders, legal } = settings.shape

/** Every page contains the menus, so a tuple keeps them short; '*' and '@' stand for parts of the shop. */
const menuItem = z.tuple([z.string(), z.string().optional()])
export type MenuItem = z.output<typeof menuItem>

const logo = media.pick({ url: true, width: true, height: true })

export const shopInfo = shopSettings.omit({ isOpen: true, closedMessage: true }).extend({
  isClosed: z.boolean().optional(),
  /** The shop is closed and the caller may not enter: menus and delivery are left out. */
  isBare: z.boolean().optional(),
  ...look.pick({ accent: true, keepsLight: true }).shape,
  logo: logo.nullable(),
  logoOnDark: logo.nullable(),
  icon: z.string().nullable(),
  announcement: z.object({ text: z.string(), link: z.string().nullable() }).nullable(),
  ...money.shape,
  ...delivery.shape,
  countries: countries.shape.sold,
  ...orders.pick({ lowStock: true, returnDays: true }).shape,
  ...legal.pick({ retentionYears: true }).shape,
  headerMenu: z.array(menuItem),
  /** The first of each column is its heading. */
  footerMenu: z.array(z.array(menuItem)),
  checkoutLinks: z.array(menuItem),
})
export type ShopInfo = z.output<typeof shopInfo>

export const getShop = {
  method: 'GET',
  url: '/shop',
  schema: { tags: ['shop'], response: { 200: envelope(shopInfo) } },
} as const satisfies Endpoint

const { heroEyebrow: eyebrow, heroTitle: title, heroText: text, heroAction: action, heroLink: link } = look.shape

const homeSection = look.shape.homeSections.element
const { of, products } = homeSection.shape

/** Only a source other than the section's own is named; `of` is a slug. */
const homeSource = z.object({ kind: z.enum(homeSources), of, products })
export type HomeSource = z.output<typeof homeSource>

export const homeInfo = z.object({
  hero: z.object({ eyebrow, title, text, action, link, picture: media.nullable(), pictureOnPhones: media.nullable() }),
  sections: z.array(homeSection.pick({ section: true, title: true }).extend({ source: homeSource.optional() })),
})
export type HomeInfo = z.output<typeof homeInfo>

export const getHome = {
  method: 'GET',
  url: '/shop/home',
  schema: { tags: ['shop'], response: { 200: envelope(homeInfo) } },
} as const satisfies Endpoint
