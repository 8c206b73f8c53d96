import { UNKNOWN_CODE, UNPAID_COUNTS, UNREACHABLE_DOMAIN } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { examine } from '../../operate/checks.ts'
import { newId } from '../../platform/database/ids.ts'
import { guestsOf } from '../guests-fixtures.ts'
import { findInvoice, invoiceDocument } from '../invoices/invoice-document.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { discountsOf, one } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add, aProduct, quote, reasonOf, usesOf } = discountsOf(shop, admin)
const { buy, cancel, update } = shoppersOf(shop)
const { order: orderAsGuest, aGuestInput } = guestsOf(shop)

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
})
