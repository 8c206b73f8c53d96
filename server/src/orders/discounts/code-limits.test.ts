import { orderName, UNPAID_COUNTS } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { newId } from '../../platform/database/ids.ts'
import { expireOrders } from '../expire-orders.ts'
import { guestsOf } from '../guests-fixtures.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { discountsOf, one } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add, aProduct, quote, reasonOf, usesOf } = discountsOf(shop, admin)
const { buy, cancel, update } = shoppersOf(shop)
const { pay } = buyersOf(shop)
const { order: orderAsGuest, aGuestInput, aGuestOrder } = guestsOf(shop)

describe('a code of limited uses', () => {
  it('counts once per customer and for one order, and is given back when the order is cancelled', async () => {
    const product = await aProduct()
    const [customer, other] = [await shop.customer(), await shop.customer()]
    const { data } = await add({ code: null, limitPerCustomer: 1 })
    await shop.post(`/discounts/${data._id}/codes`, { count: 2 }, admin)
    const exported = async () => (await shop.get(`/discounts/${data._id}/codes/export`, admin)).text
    const [first, second] = (await exported())
      .split('\r\n')
      .slice(1)
      .map((row: string) => row.split(',')[0])
    const order = await buy(customer, one(product), { codes: [first], totalAmount: 186.2 })

    expect(order.status).toBe(201)
    expect(await exported()).toContain(`${first},${orderName(order.data)}`)
    expect(await reasonOf(first, product, other)).toEqual([`${first} is used up.`])
    expect(await reasonOf(second, product, customer)).toEqual([`You have used ${second} already. ${UNPAID_COUNTS}`])
    await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order.data._id).execute()
    expect(await reasonOf(first, product, other)).toEqual([expect.stringMatching(/ is held by an order /)])
    await cancel(order.data._id, customer)
    expect(await usesOf(data._id)).toMatchObject({ uses: 0, usedCodes: 0 })
    expect(await buy(other, one(product), { codes: [first], totalAmount: 186.2 })).toMatchObject({ status: 201 })
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('is not missed by the doctor where staff move the cancelled order on to refunded', async () => {
    const [customer, { data }] = [await shop.customer(), await add()]
    const { data: order } = await buy(customer, one(await aProduct()), { codes: [data.code], totalAmount: 186.2 })
    await pay(customer, order._id)
    await cancel(order._id, customer)

    expect(await update(order._id, admin, { status: 'refunded' })).toMatchObject({ status: 200 })
    expect(await usesOf(data._id)).toMatchObject({ uses: 0 })
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('is given back when the order expires', async () => {
    const product = await aProduct()
    const { data } = await add({ limitInAll: 1 })
    const order = await buy(await shop.customer(), one(product), { codes: [data.code], totalAmount: 186.2 })
    expect(await reasonOf(data.code, product)).toEqual([`${data.code} is used up.`])
    await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order.data._id).execute()
    expect(await reasonOf(data.code, product)).toEqual([
      `${data.code} is held by an order that was not paid in time. Please try again in a few minutes.`,
    ])

    await expireOrders(shop.db)

    expect(await usesOf(data._id)).toMatchObject({ uses: 0, state: 'active' })
    expect(await reasonOf(data.code, product)).toEqual([null])
  })

  it.each(['account', 'guest'])(
    'is free again for the %s whose unpaid order was over before the job has run',
    async who => {
      const { code } = (await add({ limitPerCustomer: 1 })).data
      const customer = await shop.customer()
      const input = await aGuestInput({ codes: [code] })
      const { email: _, ...body } = input
      const place = () => (who === 'guest' ? orderAsGuest(input) : shop.post('/orders', body, customer))
      const { data } = await place()
      await shop.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', data._id).execute()

      expect(await place()).toMatchObject({ status: 201 })
    },
  )

  it('counts the orders of a guest by their mailbox, for limits and first orders, also of who has confirmed it', async () => {
    const [limited, first] = [await add({ limitPerCustomer: 1 }), await add({ firstOrderOnly: true })]
    const asGuest = async (email: string, code: string) =>
      orderAsGuest(await aGuestInput({ email, codes: [code], totalAmount: 186.2 }))

    expect(await asGuest('r.avi@gmail.com', limited.data.code)).toMatchObject({ status: 201 })

    expect(await asGuest('Ravi+sale@googlemail.com', limited.data.code)).toMatchObject({
      message: `You have used ${limited.data.code} already. ${UNPAID_COUNTS}`,
    })
    expect(await asGuest('ravi@gmail.com', first.data.code)).toMatchObject({
      message: `${first.data.code} is for first orders only. ${UNPAID_COUNTS}`,
    })
    expect(await asGuest('asha@gmail.com', limited.data.code)).toMatchObject({ status: 201 })
    const product = await aProduct()
    const said = async (confirmed: Date | null) => {
      const email = `ravi+${newId()}@gmail.com`
      return reasonOf(first.data.code, product, await shop.customer({ email, email_confirmed_at: confirmed }))
    }
    expect(await said(new Date())).toEqual([`${first.data.code} is for first orders only. ${UNPAID_COUNTS}`])
    expect(await said(null)).toEqual([null])
  })

  it('is not looked up any more after many different wrong ones from one address', async () => {
    const product = await aProduct()
    const { data } = await add()
    for (let n = 0; n < 20; n++) await quote(one(product), ['WRONG'])
    expect(await reasonOf(data.code, product)).toEqual([null])
    for (let n = 0; n < 20; n++) await quote(one(product), [`WRONG${n}`])

    const [reason] = await reasonOf(data.code, product)
    await shop.db.deleteFrom('attempts').execute()

    expect(reason).toBe('Too many codes were tried. Please try again later.')
    expect(await reasonOf(data.code, product)).toEqual([null])
  })

  it.each(['quotes', 'orders/guest'])(
    'that is refused for what mailboxes have ordered counts as a guess: /%s',
    async of => {
      const { data } = await add({ firstOrderOnly: true })
      const { email, input } = await aGuestOrder()
      const given = { ...input, codes: [data.code], totalAmount: 1 }
      const ask = async (email: string) => (await shop.post(`/${of}`, { ...given, email })).data.discounts[0].refusal
      for (let n = 0; n < 20; n++) await ask(email)
      expect(await ask(email)).toBe(`${data.code} is for first orders only. ${UNPAID_COUNTS}`)

      for (let n = 0; n < 20; n++) await ask(email.replace('@', `+${n}@`))
      const reason = await ask(email)
      await shop.db.deleteFrom('attempts').execute()

      expect(reason).toBe('Too many codes were tried. Please try again later.')
    },
  )
})
