import type { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { settings, shopSettings } from './settings.ts'

const { orders, legal } = settings.shape

/** The settings that shoppers may know. */
export const shopInfo = shopSettings.extend({
  ...orders.pick({ lowStock: true, returnDays: true }).shape,
  ...legal.shape,
})
export type ShopInfo = z.output<typeof shopInfo>

export const getShop = {
  method: 'GET',
  url: '/shop',
  schema: { tags: ['shop'], response: { 200: envelope(shopInfo) } },
} as const satisfies Endpoint
