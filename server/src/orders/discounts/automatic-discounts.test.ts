import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { guestsOf } from '../guests-fixtures.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { discountsOf, one, shipped } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add, aProduct, quote } = discountsOf(shop, admin)
const { buy } = shoppersOf(shop)
const { order: orderAsGuest, aGuestOrder, anEmail } = guestsOf(shop)

/** Discounts of other tests would count here too. */
async function withAutomatic(given: object, test: (id: string) => Promise<unknown>) {
  const { data } = await add({ isAutomatic: true, code: null, ...given })
  try {
    await test(data._id)
  } finally {
    await shop.call('PATCH', `/discounts/${data._id}`, { body: { isActive: false }, as: admin })
  }
}

describe('an automatic discount', () => {
  it('of all orders counts no guess for the address that a quote names', async () => {
    const { email, input } = await aGuestOrder()
    await shop.db.deleteFrom('attempts').execute()

    await withAutomatic({ percent: 20 }, () => shop.post('/quotes', { ...input, place: shipped, email }))

    expect(await shop.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })

  it('of first orders tells of no mailbox any more after many guesses, and costs what is shown', async () => {
    await withAutomatic({ firstOrderOnly: true, percent: 20 }, async () => {
      const { email, input } = await aGuestOrder()
      const totalFor = async (email: string) =>
        (await shop.post('/quotes', { ...input, place: shipped, email })).data.totalAmount
      const other = anEmail()
      expect([await totalFor(email), await totalFor(other)]).toEqual([198, 174.4])

      for (let n = 0; n < 20; n++) await totalFor(email.replace('@', `+${n}@`))
      const shown = [await totalFor(email), await totalFor(other)]
      const placed = await orderAsGuest({ ...input, email: other, totalAmount: 198 })
      await shop.db.deleteFrom('attempts').execute()

      expect(shown).toEqual([198, 198])
      expect(placed).toMatchObject({ status: 201, data: { totalAmount: 198 } })
    })
  })

  it('lowers the order of a client that knows no discounts, and no amounts but those of the shop are accepted', async () => {
    const product = await aProduct()
    const shown = { subTotal: 100, shippingAmount: 80, taxAmount: 18, totalAmount: 198 }

    await withAutomatic({ percent: 20 }, async () => {
      const order = await buy(await shop.customer(), one(product), shown)
      expect(order).toMatchObject({ status: 201, data: { subTotal: 80, taxAmount: 14.4, totalAmount: 174.4 } })
      expect(await buy(await shop.customer(), one(product), { totalAmount: 174.4 })).toMatchObject({ status: 201 })
      const wrong = await buy(await shop.customer(), one(product), { ...shown, totalAmount: 190 })
      expect(wrong).toMatchObject({ status: 409, code: 'price_changed', data: { totalAmount: 174.4 } })
    })
  })

  it('gives way to a better code, and the best of several counts alone unless both can be combined', async () => {
    const product = await aProduct()
    const small = await add({ percent: 10 })
    const big = await add({ percent: 30 })
    const combinable = await add({ percent: 10, isCombinable: true })

    await withAutomatic({ name: 'Spring week', percent: 20, isCombinable: true }, async () => {
      expect((await quote(one(product), [big.data.code])).subTotal).toBe(70)
      const lost = await quote(one(product), [small.data.code])
      expect(lost.subTotal).toBe(80)
      expect(lost.discounts).toMatchObject([
        { code: null, label: 'Spring week', amount: 20, refusal: null },
        { refusal: `${small.data.code} cannot be combined with “Spring week”, which saves you more.` },
      ])
      expect((await quote(one(product), [combinable.data.code])).subTotal).toBe(72)
    })
  })

  it('of bought units counts those of all variants together, and gives the cheapest', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    const of = await shop.sizes(id, { S: 9, L: 9 })
    await shop.db.updateTable('variants').set({ price_cents: 4_000 }).where('id', '=', of.S).execute()
    const cart = [
      { product: id, variant: of.L, quantity: 2 },
      { product: id, variant: of.S, quantity: 1 },
    ]
    const rule = { kind: 'buy-get', percent: 100, buy: 2, get: 1, appliesTo: 'products', targets: [id] }

    await withAutomatic(rule, async () => {
      expect(await quote(cart)).toMatchObject({ subTotal: 200, discounts: [{ amount: 40 }] })
    })
  })

  it('of free delivery and of bought units takes off what it says', async () => {
    const product = await aProduct()

    await withAutomatic({ kind: 'free-delivery', percent: null, minSubtotal: 200 }, async () => {
      expect((await quote(one(product))).shippingAmount).toBe(80)
      expect((await quote(one(product, 2))).shippingAmount).toBe(0)
    })
    await withAutomatic({ kind: 'buy-get', buy: 2, get: 1, percent: 100 }, async () => {
      expect((await quote(one(product, 3))).subTotal).toBe(200)
    })
  })
})
