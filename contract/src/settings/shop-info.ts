import { z } from 'zod'
import { media } from '../catalog/media.ts'
import type { ShippingCalendar } from '../orders/delivery-dates.ts'
import { paymentGateways, paymentModes } from '../payments/payments.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { oneOf } from '../shared/fields.ts'
import { homeSectionShape, homeSources } from './look-settings.ts'
import { defaultSettings, pickPublic, publicShapes, type Settings, settings } from './settings.ts'

/** Every page contains the menus, so a tuple keeps them short; '*' and '@' stand for parts of the shop. */
const menuItem = z.tuple([z.string(), z.string().optional()])
export type MenuItem = z.output<typeof menuItem>

const logo = media.pick({ url: true, width: true, height: true })

const shippingCalendar: z.ZodType<ShippingCalendar> = z.object({
  timeZone: z.string(),
  shippingDays: z.array(z.string()),
  cutOff: z.string(),
  holidays: z.array(z.string()),
})

export const shopInfo = z.object({
  ...publicShapes,
  isClosed: z.boolean().optional(),
  /** The shop is closed and the caller may not enter: menus and delivery are left out. */
  isBare: z.boolean().optional(),
  logo: logo.nullable(),
  logoOnDark: logo.nullable(),
  icon: z.string().nullable(),
  announcement: z.object({ text: z.string(), link: z.string().nullable() }).nullable(),
  countries: settings.shape.countries.shape.sold,
  /** Left out where no method says how long it takes. */
  calendar: shippingCalendar.optional(),
  /** Where a buyer may agree before ordering; the provider then tells where the goods go. Left out where there is none. */
  express: z
    .array(z.object({ name: oneOf(paymentGateways), displayName: z.string(), mode: oneOf(paymentModes) }))
    .optional(),
  headerMenu: z.array(menuItem),
  /** The first of each column is its heading. */
  footerMenu: z.array(z.array(menuItem)),
  checkoutLinks: z.array(menuItem),
})
export type ShopInfo = z.output<typeof shopInfo>

/** It has no pictures and no menus: the server adds both. */
export function shopInfoOf(settings: Settings): ShopInfo {
  const { announcementIsShown, announcement: text, announcementLink: link } = settings.look
  return {
    ...pickPublic(settings),
    ...(!settings.shop.isOpen && { isClosed: true }),
    ...{ logo: null, logoOnDark: null, icon: null, headerMenu: [], footerMenu: [], checkoutLinks: [] },
    announcement: announcementIsShown && text !== null ? { text, link } : null,
    countries: settings.countries.sold,
  }
}

export const DEFAULT_SHOP = shopInfoOf(defaultSettings())

const {
  heroEyebrow: eyebrow,
  heroTitle: title,
  heroText: text,
  heroAction: action,
  heroLink: link,
} = settings.shape.look.shape
const { of, products } = homeSectionShape.shape

/** Only a source other than the section's own is named; `of` is a slug. */
const homeSource = z.object({ kind: z.enum(homeSources), of, products })

export const homeInfo = z.object({
  hero: z.object({ eyebrow, title, text, action, link, picture: media.nullable(), pictureOnPhones: media.nullable() }),
  sections: z.array(homeSectionShape.pick({ section: true, title: true }).extend({ source: homeSource.optional() })),
})
export type HomeInfo = z.output<typeof homeInfo>

export const shopCalls = {
  'GET /shop': { access: 'everyone', whileClosed: true, response: { 200: envelope(shopInfo) } },
  'GET /shop/home': { access: 'everyone', response: { 200: envelope(homeInfo) } },
} as const satisfies Endpoints
