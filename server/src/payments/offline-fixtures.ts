import { expect } from 'vitest'
import type { Person, startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

export const ON = { isOn: true, countries: [], currencies: [], from: null, to: null }

export const days = (count: number) => new Date(Date.now() - count * 86_400_000)

export const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone, hourCycle: 'h23' })

/** Orders by transfer or on delivery, and what staff record of them. */
export function offlineOrdersOf(shop: ReturnType<typeof startShop>, admin: Person) {
  return {
    offer(rules: { transfer?: object; delivery?: object; paypal?: object }, others: object = {}) {
      const { paypal = {}, transfer = {}, delivery = {} } = rules
      const ways = Object.entries({ paypal, transfer, delivery }).map(([way, rule]) => ({ way, ...ON, ...rule }))
      const account = { accountHolder: 'Mela Ltd', iban: 'DE89370400440532013000' }
      return shop.changeSettings({ payments: { ways, ...account, ...others } })
    },

    /** An order over $198, confirmed before it is paid. */
    async anOrderBy(gateway: 'transfer' | 'delivery', given: object = {}) {
      const customer = await shop.customer()
      const product = (await shop.product(given)).id
      const body = { products: [{ product, quantity: 1 }], shippingAddress: shop.anAddress(), gateway }
      const { status, data } = await shop.post('/orders', body, customer)
      expect(status).toBe(201)
      return { customer, product, order: data._id as string, payment: data.payment._id as string, data }
    },

    record: (payment: string, amount: number, key = newId()) =>
      shop.post(`/payments/${payment}/receipts`, { amount, receivedOn: '2026-01-05' }, admin, {
        'idempotency-key': key,
      }),
  }
}
