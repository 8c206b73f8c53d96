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
export const settings = z.object({ shop: shopSettings, orders: orderSettings, legal: legalSettings })
export type ShopSettings = z.output<typeof shopSettings>
export type OrderSettings = z.output<typeof orderSettings>
export type Settings = z.output<typeof settings>
