import { z } from 'zod'
import { media } from '../catalog/media.ts'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { homeSources, settings, shopSettings } from './settings.ts'

const { look, money, delivery, countries, orders, legal } = settings.shape

/**
 * An entry of a menu: label and address of a link, or '*' for the categories and '@' for email, phone and social links.
 * A tuple keeps it short, because every page contains the menus.
 */
const menuItem = z.tuple([z.string(), z.string().optional()])
export type MenuItem = z.output<typeof menuItem>

const logo = media.pick({ url: true, width: true, height: true })

/** The settings that shoppers may know. */
export const shopInfo = shopSettings.omit({ isOpen: true, closedMessage: true }).extend({
  /** Left out while the shop is open. */
  isClosed: z.boolean().optional(),
  /** The shop is closed and the caller may not enter: menus and delivery are left out. */
  isBare: z.boolean().optional(),
  ...look.pick({ accent: true, keepsLight: true }).shape,
  /** Shown in place of the name. */
  logo: logo.nullable(),
  logoOnDark: logo.nullable(),
  /** The address of the browser's icon; null for the theme's. */
  icon: z.string().nullable(),
  /** The bar above the header; null without one. */
  announcement: z.object({ text: z.string(), link: z.string().nullable() }).nullable(),
  ...money.shape,
  ...delivery.shape,
  countries: countries.shape.sold,
  ...orders.pick({ lowStock: true, returnDays: true }).shape,
  ...legal.pick({ retentionYears: true }).shape,
  headerMenu: z.array(menuItem),
  /** By column; the first of each is its heading. */
  footerMenu: z.array(z.array(menuItem)),
  /** The pages that the checkout links to. */
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

/** Where the products of a section come from, if not from where the section has them by itself; `of` is a slug. */
const homeSource = z.object({ kind: z.enum(homeSources), of, products })
export type HomeSource = z.output<typeof homeSource>

/** What the home page shows beside products. */
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
