import { orderName, UNKNOWN_CODE, UNPAID_COUNTS, UNREACHABLE_DOMAIN } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { examine } from '../../operate/checks.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { newId } from '../../platform/database/ids.ts'
import { expireOrders } from '../expire-orders.ts'
import { guestsOf } from '../guests-fixtures.ts'
import { findInvoice, invoiceDocument } from '../invoices/invoice-document.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { discountsOf } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add } = discountsOf(shop, admin)
const { buy, cancel, update } = shoppersOf(shop)
const { pay } = buyersOf(shop)
const { order: orderAsGuest, aGuestInput, aGuestOrder, anEmail } = guestsOf(shop)

const shipped = { country: 'India', state: 'Maharashtra' }

/** Its price is 100.00, so an order of one costs 100 + 80 + 18. */
const aProduct = async (given: object = {}) => (await shop.product({ price_cents: 10_000, stock: 1000, ...given })).id

const quote = async (products: object[], codes: string[] = [], as?: Person) =>
  (await shop.post('/quotes', { products, codes, place: shipped }, as)).data

const one = (product: string, quantity = 1) => [{ product, quantity }]

const usesOf = async (id: string) => (await shop.get(`/discounts/${id}`, admin)).data

const reasonOf = async (code: string, product: string, as?: Person) =>
  (await quote(one(product), [code], as)).discounts.map(({ refusal }: { refusal: string }) => refusal)

/** Discounts of other tests would count here too. */
async function withAutomatic(given: object, test: (id: string) => Promise<unknown>) {
  const { data } = await add({ isAutomatic: true, code: null, ...given })
  try {
    await test(data._id)
  } finally {
    await shop.call('PATCH', `/discounts/${data._id}`, { body: { isActive: false }, as: admin })
  }
}

describe('a code', () => {
  it('takes off what it says of quote and order, however it is typed, and the order, its email and staff name it', async () => {
    const product = await aProduct()
    const { data } = await add({ name: 'Summer sale', code: 'Summer-10' })
    const customer = await shop.customer()

    const quoted = await quote(one(product), [' summer 10'], customer)
    const sent = { subTotal: 90, shippingAmount: 80, taxAmount: 16.2, totalAmount: 186.2 }
    const order = await buy(customer, one(product), { codes: ['\u2068summer10\u2069'], ...sent })

    expect(quoted).toMatchObject({ ...sent, savedAmount: 0 })
    expect(quoted.discounts).toEqual([
      { code: 'Summer-10', source: `discount:${data._id}`, label: 'Summer sale', amount: 10, refusal: null },
    ])
    expect(order).toMatchObject({ status: 201, data: sent })
    expect(order.data.adjustments).toContainEqual(
      expect.objectContaining({ kind: 'order-discount', label: 'Summer sale\u00a0(Summer-10)', amount: -10, line: 0 }),
    )
    expect(await usesOf(data._id)).toMatchObject({ uses: 1, revenue: 0 })
  })

  it('covers a category with those in it, a collection by its rule, or products', async () => {
    const parent = await shop.category()
    const child = await shop.category({ parent_id: parent.id })
    const tag = `t${newId()}`
    const [inChild, other] = [await aProduct({ category_id: child.id }), await aProduct({ tags: tag })]
    await shop.post('/collections', { name: tag, slug: tag, tag }, admin)
    const collections = (await shop.get('/collections', admin)).data
    const collection = collections.find(({ slug }: { slug: string }) => slug === tag)
    const cart = [...one(inChild), ...one(other)]
    const off = async (appliesTo: string, targets: string[]) => {
      const { data } = await add({ appliesTo, targets, percent: 50 })
      return (await quote(cart, [data.code])).adjustments
        .filter(({ source }: { source: string | null }) => source)
        .map(({ line, amount }: { line: number; amount: number }) => [line, amount])
    }

    expect(await off('categories', [parent.id])).toEqual([[0, -50]])
    expect(await off('products', [other])).toEqual([[1, -50]])
    expect(await off('collections', [collection._id])).toEqual([[1, -50]])
  })

  it('is refused with the reason: time, limits, minimum, first order, other products', async () => {
    const product = await aProduct()
    const customer = await shop.customer()
    await buy(customer, one(product))
    const year = new Date().getFullYear()
    const refusal = async (given: object) => {
      const { data } = await add(given)
      return [data.code, (await reasonOf(data.code, product, customer))[0]]
    }

    for (const [given, reason] of [
      [{ endsAt: '2020-06-01T12:00' }, 'ended on 1 June 2020.'],
      [{ beginsAt: `${year + 1}-06-01T00:00` }, `begins on 1 June ${year + 1}.`],
      [{ minSubtotal: 120 }, 'needs $20.00 more.'],
      [{ minQuantity: 3 }, 'needs 2 more units in your cart.'],
      [{ kind: 'buy-get', buy: 1, get: 2, percent: 100 }, 'needs 1 more unit in your cart.'],
      [{ firstOrderOnly: true }, `is for first orders only. ${UNPAID_COUNTS}`],
      [{ appliesTo: 'products', targets: [await aProduct()] }, 'is not for what is in your cart.'],
    ] as const) {
      const [code, said] = await refusal(given)
      expect(said).toBe(`${code} ${reason}`)
    }
  })

  it('that is unknown, paused or of another customer is refused with one same sentence', async () => {
    const product = await aProduct()
    const theirs = await shop.customer({ email: 'chosen@example.com', email_confirmed_at: new Date() })
    const { data: paused } = await add({ isActive: false })
    const { data: chosen } = await add({ customers: ['chosen@example.com'] })

    for (const code of ['NOSUCHCODE', paused.code, chosen.code].map(code => code.toLowerCase())) {
      const { discounts } = await quote(one(product), [code], await shop.customer())
      expect(discounts).toEqual([{ code, source: null, label: code, amount: 0, refusal: UNKNOWN_CODE }])
    }
    await shop.db.deleteFrom('attempts').execute()
    expect((await quote(one(product), [chosen.code], theirs)).subTotal).toBe(90)
  })

  it('of chosen customers is for their accounts: guests of their addresses count neither before nor later', async () => {
    const [chosen, ofGuestAlone] = ['vip@example.com', 'guest-alone@example.com']
    await shop.customer({ email: chosen, email_confirmed_at: new Date() })
    const asGuest = async (email: string, key: string, given: object = {}) =>
      orderAsGuest(await aGuestInput({ email, ...given }), { key })
    await asGuest(chosen, 'earlier')
    await asGuest(ofGuestAlone, 'earlier')

    const { data } = await add({ customers: [chosen] })
    const refused = await add({ customers: [chosen, ofGuestAlone] })

    expect(data).toMatchObject({ customers: [chosen] })
    const errors = { customers: `No account has confirmed the address ${ofGuestAlone}.` }
    expect(refused).toMatchObject({ status: 400, errors })
    const answer = await asGuest(chosen, 'later', { codes: [data.code], totalAmount: 186.2 })
    expect(answer).toMatchObject({ status: 409, message: UNKNOWN_CODE })
  })

  it('is for an account with a confirmed address alone, which stays chosen whatever address it takes', async () => {
    const product = await aProduct()
    const [confirmed, first] = ['confirmed@example.com', 'first@example.com']
    const chosen = await shop.customer({ email: confirmed, email_confirmed_at: new Date() })
    await shop.customer({ email: first })
    const errors = { customers: `No account has confirmed the address ${first}.` }
    const { data } = await add({ customers: [confirmed] })
    const edit = (body: object) => shop.call('PATCH', `/discounts/${data._id}`, { body, as: admin })

    expect(await add({ customers: [first, confirmed] })).toMatchObject({ status: 400, errors })
    expect(await edit({ customers: [first, confirmed] })).toMatchObject({ status: 400, errors })
    await shop.call('PATCH', '/users/current-user', { body: { email: 'moved@example.com' }, as: chosen })
    const saved = await edit({ name: 'Another name', customers: ['moved@example.com'] })
    expect(saved).toMatchObject({ status: 200, data: { customers: ['moved@example.com'] } })
    expect((await quote(one(product), [data.code], chosen)).subTotal).toBe(90)
  })

  it('of a customer whose account is closed stays theirs when it is saved, and when that is undone', async () => {
    const product = await aProduct()
    const [chosen, stranger] = [await shop.customer({ email_confirmed_at: new Date() }), await shop.customer()]
    const { email } = (await shop.get('/users/current-user', chosen)).data
    const { data } = await add({ customers: [email] })
    const edit = (body: object) => shop.call('PATCH', `/discounts/${data._id}`, { body, as: admin })
    expect(await shop.call('DELETE', '/users/current-user', { as: chosen })).toMatchObject({ status: 200 })

    const { customers } = await usesOf(data._id)
    const saved = await edit({ name: 'Another name', customers })

    expect(saved).toMatchObject({ status: 200, data: { customers: [`${chosen.id}@${UNREACHABLE_DOMAIN}`] } })
    expect(await reasonOf(data.code, product, stranger)).toEqual([UNKNOWN_CODE])
    expect(await edit({ customers: [] })).toMatchObject({ data: { customers: [] } })
    const [last] = (await shop.get(`/discounts/${data._id}/history`, admin)).data
    await shop.post(`/discounts/${data._id}/history/${last.id}/undo`, undefined, admin)
    expect(await usesOf(data._id)).toMatchObject({ customers })
    expect(await reasonOf(data.code, product, stranger)).toEqual([UNKNOWN_CODE])
  })

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

  it('is told that it is not needed once its discount is automatic, which counts', async () => {
    const product = await aProduct()
    const { data } = await add({ code: null })
    await shop.post(`/discounts/${data._id}/codes`, { count: 1 }, admin)
    const { text } = await shop.get(`/discounts/${data._id}/codes/export`, admin)
    const [code] = text.split('\r\n')[1].split(',')
    const setAutomatic = (isAutomatic: boolean) =>
      shop.call('PATCH', `/discounts/${data._id}`, { body: { isAutomatic }, as: admin })
    await setAutomatic(true)

    const { discounts, subTotal } = await quote(one(product), [code])
    await setAutomatic(false)

    expect(subTotal).toBe(90)
    expect(discounts).toMatchObject([
      { code: null, amount: 10 },
      { code, amount: 0, refusal: `${code} is not needed: its discount counts without a code.` },
    ])
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

  it('stands alone beside another one, of which the better counts, unless both can be combined', async () => {
    const product = await aProduct()
    const [ten, thirty] = [await add(), await add({ percent: 30 })]
    const [one10, another10] = [await add({ isCombinable: true }), await add({ isCombinable: true })]

    const alone = await quote(one(product), [ten.data.code, thirty.data.code])
    const together = await quote(one(product), [one10.data.code, another10.data.code])

    expect(alone).toMatchObject({ subTotal: 70, discounts: [{ amount: 30 }, { amount: 0 }] })
    expect(alone.discounts[1].refusal).toBe(
      `${ten.data.code} cannot be combined with ${thirty.data.code}, which saves you more.`,
    )
    expect(together).toMatchObject({ subTotal: 81, discounts: [{ amount: 10 }, { amount: 9 }] })
  })

  it('that takes off all of an order has it confirmed at once, and nothing of it is refunded', async () => {
    const product = await aProduct()
    const customer = await shop.customer()
    const [all, delivery] = [{ percent: 100 }, { kind: 'free-delivery', percent: null }]
    const given = await Promise.all([all, delivery].map(rule => add({ ...rule, isCombinable: true })))
    const codes = given.map(({ data }) => data.code)

    const { data: order } = await buy(customer, one(product), { codes, totalAmount: 0 })
    const { data: other } = await buy(customer, one(product), { codes, totalAmount: 0 })
    await cancel(other._id, customer)

    expect(order).toMatchObject({ status: 'processing', totalAmount: 0, payment: null })
    expect(order.invoices).toMatchObject([{ kind: 'invoice', amount: 0 }])
    const invoice = await findInvoice(shop.db, order.invoices[0]._id)
    const paidBy = expect.arrayContaining([expect.arrayContaining(['Paid by'])])
    expect(invoice && invoiceDocument(invoice, order).facts).not.toEqual(paidBy)
    expect((await shop.get(`/invoices/${order.invoices[0]._id}`, customer)).status).toBe(200)
    expect((await emailNow(shop, { kind: 'order-paid', order: order._id }))?.text).toContain('There is nothing to pay')
    expect((await shop.get(`/orders/${order._id}`, admin)).data.actions.sendWarning).toBeNull()
    expect(await update(order._id, admin, { status: 'refunded' })).toMatchObject({ code: 'order_not_paid' })
    expect(await update(order._id, admin, { status: 'shipped' })).toMatchObject({ status: 200 })
    expect(await usesOf(given[0]?.data._id ?? '')).toMatchObject({ uses: 1, revenue: 0, givenAway: 100 })
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('that is refused refuses the order unless its price without the code was shown', async () => {
    const product = await aProduct()
    const { data } = await add({ endsAt: '2020-06-01T12:00' })
    const codes = [data.code]

    const refused = await buy(await shop.customer(), one(product), { codes, totalAmount: 186.2 })
    expect(refused).toMatchObject({ status: 409, code: 'price_changed', message: `${codes} ended on 1 June 2020.` })
    expect(refused.data).toMatchObject({ totalAmount: 198, discounts: [{ code: codes[0], amount: 0 }] })
    expect(await buy(await shop.customer(), one(product), { codes })).toMatchObject({ status: 409 })
    expect(await buy(await shop.customer(), one(product), { codes, totalAmount: 198 })).toMatchObject({ status: 201 })
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
