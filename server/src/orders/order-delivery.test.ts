import { arrivalText, DEFAULT_SHOP } from '@mela/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { examine } from '../operate/checks.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { calendarSettingsOf, shippingCalendarOf } from '../shop/shipping-calendar.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { pay, orderOf } = buyersOf(shop)
const { buy, anOrder } = shoppersOf(shop)

afterEach(() => deliver(DEFAULT_SHOP.zones))

const deliver = (zones: unknown) => shop.changeSettings({ delivery: { zones } })

const method = (name: string, price: number, given: object = {}) => ({
  ...{ name, price, steps: [], freeAbove: null, minDays: null, maxDays: null },
  ...given,
})
const india = {
  name: 'India',
  places: [{ country: 'in', state: '' }],
  methods: [method('Post', 10, { minDays: 3, maxDays: 5 }), method('Express', 25)],
}

const aLine = async () => ({ product: (await shop.product({ price_cents: 10_000 })).id, quantity: 1 })

describe('the delivery of an order', () => {
  it('is by the chosen method of the zone, paid at the provider and named in the email', async () => {
    await deliver([india])
    const customer = await shop.customer()
    const shown = { subTotal: 100, shippingAmount: 25, taxAmount: 18, totalAmount: 143 }

    const { data } = await buy(customer, [await aLine()], { ...shown, deliveryMethod: 'Express' })

    expect(data).toMatchObject(shown)
    expect(data.adjustments[0]).toMatchObject({ kind: 'shipping', label: 'Express', amount: 25 })
    await pay(customer, data._id)
    expect(await orderOf(customer, data._id)).toMatchObject({ status: 'processing', amountPaid: 143 })
    const email = await emailNow(shop, { kind: 'order-paid', order: data._id })
    expect(email?.text).toContain('Shipping (Express): $25.00')
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('must cost something when the items are free, because no provider takes a payment of 0', async () => {
    const free = { product: (await shop.product({ price_cents: 0 })).id, quantity: 2 }
    const totals = { subTotal: 0, taxAmount: 0 }
    const customer = await shop.customer()
    await deliver([{ ...india, methods: [method('Pick-up', 0)] }])

    expect(await buy(customer, [free], { ...totals, shippingAmount: 0, totalAmount: 0 })).toMatchObject({
      ...{ status: 409, code: 'order_total_limit' },
      message:
        'An order of nothing but free items cannot be placed, because its payment would be 0: please add something to it.',
    })
    await deliver([india])
    const { status, data } = await buy(customer, [free], { ...totals, shippingAmount: 10, totalAmount: 10 })
    expect({ status, totalAmount: data.totalAmount }).toEqual({ status: 201, totalAmount: 10 })
  })

  it('costs by the weight of the products, of which one without a weight adds none', async () => {
    const steps = [
      { from: 0.5, price: 6 },
      { from: 2.25, price: 9 },
    ]
    await deliver([{ ...india, methods: [method('Parcel', 4, { steps, stepsByWeight: true })] }])
    const { id: heavy } = await shop.product({ price_cents: 10_000, weight_grams: 750 })
    const light = await aLine()
    const customer = await shop.customer()
    const shippingOf = async (lines: Parameters<typeof buy>[1]) => (await buy(customer, lines)).data.shippingAmount

    expect(await shippingOf([light])).toBe(4)
    expect(await shippingOf([light, { product: heavy, quantity: 2 }])).toBe(6)
    const answer = await buy(customer, [{ product: heavy, quantity: 3 }], { shippingAmount: 6 })
    expect(answer).toMatchObject({ status: 409, code: 'price_changed', data: { shippingAmount: 9 } })
    expect(answer.data.deliveryMethods).toMatchObject([{ name: 'Parcel', amount: 9 }])
    expect((await shop.get(`/products/cards?ids=${heavy}&variants=${heavy}`)).data).toMatchObject([{ weight: 750 }])
  })

  it('costs by the weight of the size that is bought, where the size has one of its own', async () => {
    const steps = [{ from: 1, price: 12 }]
    await deliver([{ ...india, methods: [method('Parcel', 5, { steps, stepsByWeight: true })] }])
    const { id } = await shop.product({ price_cents: 10_000, weight_grams: 260 })
    const { S, M } = await shop.sizes(id, { S: 9, M: 9 })
    await shop.db.updateTable('variants').set({ weight_grams: 1040 }).where('id', '=', M).execute()
    const customer = await shop.customer()
    const buying = (variant: string) => buy(customer, [{ product: id, variant, quantity: 1 }], { shippingAmount: 5 })

    expect((await buying(S)).data.shippingAmount).toBe(5)
    expect(await buying(M)).toMatchObject({ status: 409, code: 'price_changed', data: { shippingAmount: 12 } })
  })

  it('is refused by a method that the zone does not have any more, with those that it has', async () => {
    await deliver([india])

    const answer = await buy(await shop.customer(), [await aLine()], { deliveryMethod: 'Shipping' })

    expect(answer).toMatchObject({ status: 409, code: 'price_changed', data: { shippingAmount: 10 } })
    expect(answer.data.deliveryMethods).toEqual([
      { name: 'Post', amount: 10, minDays: 3, maxDays: 5 },
      { name: 'Express', amount: 25, minDays: null, maxDays: null },
    ])
  })

  it('is refused to an address in no zone, and nothing is taken from the stock', async () => {
    await deliver([{ ...india, places: [{ country: 'IN', state: 'Goa' }] }])
    const [customer, line] = [await shop.customer(), await aLine()]
    const shippingAddress = { ...shop.anAddress(), state: 'Kerala' }

    const answer = await shop.post('/orders', anOrder([line], { shippingAddress }), customer)

    expect(answer).toMatchObject({ status: 409, code: 'no_delivery', message: 'We do not deliver to this address.' })
    expect((await shop.get(`/products/${line.product}`)).data.stock).toBe(20)
    const inGoa = { ...shippingAddress, state: 'goa' }
    expect((await shop.post('/orders', anOrder([line], { shippingAddress: inGoa }), customer)).status).toBe(201)
  })

  const withMethods = (...methods: object[]) => [{ ...india, methods }]
  const falling = { steps: [50, 20].map(from => ({ from, price: 1 })) }
  const crossed = { minDays: 5, maxDays: 3 }

  it.each<[string, unknown, string]>([
    ['no zone', [], 'delivery.zones'],
    ['a zone without methods', withMethods(), 'delivery.zones.0.methods'],
    ['two methods of one name', withMethods(method('A', 1), method('A', 2)), 'delivery.zones.0.methods'],
    ['a country in two zones', [india, { ...india, name: 'Again' }], 'delivery.zones'],
    ['two zones for all others', ['A', 'B'].map(name => ({ ...india, name, places: [] })), 'delivery.zones'],
    ['a price below nothing', withMethods(method('A', -1)), 'delivery.zones.0.methods.0.price'],
    ['a price of three decimals', withMethods(method('A', 0.005)), 'delivery.zones.0.methods.0.price'],
    ['steps that fall', withMethods(method('A', 1, falling)), 'delivery.zones.0.methods.0.steps'],
    ['days that cross', withMethods(method('A', 1, crossed)), 'delivery.zones.0.methods.0.maxDays'],
  ])('is not %s', async (_, zones, field) => {
    const answer = await deliver(zones)

    expect([answer.status, Object.keys(answer.errors)]).toEqual([400, [field]])
  })
})

describe('the days on which an order is promised to arrive', () => {
  const calendar = { shippingDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], cutOff: '23:59', holidays: null }

  it('are those of its method when it was placed, and stay when the owner changes it', async () => {
    await shop.changeSettings({ delivery: { zones: [india], ...calendar } })
    const customer = await shop.customer()
    const { data } = await buy(customer, [await aLine()])
    const days = await daysFromToday(3, 5)

    await deliver([{ ...india, methods: [method('Post', 10, { minDays: 9, maxDays: 9 })] }])

    expect((await orderOf(customer, data._id)).arrives).toEqual(days)
    const email = await emailNow(shop, { kind: 'order-placed', order: data._id })
    expect(email?.text).toContain(`Arrives ${arrivalText(days)}`)
  })

  it('are in the first email of an order that is paid when it arrives', async () => {
    const rule = { isOn: true, countries: [], currencies: [], from: null, to: null }
    const ways = ['paypal', 'delivery'].map(way => ({ way, ...rule }))
    await shop.changeSettings({ delivery: { zones: [india], ...calendar }, payments: { ways } })

    const { data } = await buy(await shop.customer(), [await aLine()], { gateway: 'delivery' })

    const email = await emailNow(shop, { kind: 'order-confirmed', order: data._id })
    expect(email?.text).toContain(`Arrives ${arrivalText(data.arrives)}`)
  })

  it.each([
    ['the payment came days after the order', { created_at: sql<Date>`now() - interval '3 days'` }],
    ['they are over', { arrives_from: new Date('2026-01-01'), arrives_to: new Date('2026-01-02') }],
  ])('are in no email once %s', async (_, changed) => {
    await shop.changeSettings({ delivery: { zones: [india], ...calendar } })
    const customer = await shop.customer()
    const { data } = await buy(customer, [await aLine()])
    await pay(customer, data._id)
    const paid = { kind: 'order-paid', order: data._id } as const
    expect((await emailNow(shop, paid))?.text).toContain('Arrives ')

    await shop.db.updateTable('orders').set(changed).where('id', '=', data._id).execute()

    expect((await emailNow(shop, paid))?.text).not.toContain('Arrives ')
  })

  it('are in no email beside a payment that takes days', async () => {
    await shop.changeSettings({ delivery: { zones: [india], ...calendar } })
    const customer = await shop.customer()
    const { data } = await buy(customer, [await aLine()])
    await pay(customer, data._id, 'echeck')

    const email = await emailNow(shop, { kind: 'order-payment-pending', order: data._id })

    expect(email?.text).toContain('Shipping (Post)')
    expect(email?.text).not.toContain('Arrives ')
  })

  it('are left out where the method names none', async () => {
    await shop.changeSettings({ delivery: { zones: [india], ...calendar } })

    const { data } = await buy(await shop.customer(), [await aLine()], { deliveryMethod: 'Express' })

    expect(data).not.toHaveProperty('arrives')
  })

  it('leave out public holidays, of which the shop tells the coming ones to pages', async () => {
    await shop.changeSettings({ delivery: { zones: [india], ...calendar, holidays: 'de-by' } })
    const settings = calendarSettingsOf(await shop.app.settings.current())

    const shown = await shippingCalendarOf(settings, new Date('2026-12-20T12:00:00Z'))

    expect(shown?.holidays).toEqual([
      '2026-12-25',
      '2026-12-26',
      '2027-01-01',
      '2027-01-06',
      '2027-03-26',
      '2027-03-29',
    ])
    expect((await shop.get('/shop')).data.calendar).toMatchObject({ timeZone: 'Asia/Kolkata', cutOff: '23:59' })
  })

  it('are not told by a shop whose methods name none', async () => {
    await deliver(DEFAULT_SHOP.zones)

    expect((await shop.get('/shop')).data).not.toHaveProperty('calendar')
  })
})

async function daysFromToday(...days: [number, number]) {
  const { rows } = await sql<{ day: string }>`
    select to_char((now() at time zone 'Asia/Kolkata')::date + days, 'YYYY-MM-DD') as day
    from unnest(${days}::int[]) as days`.execute(shop.db)
  const [from = '', to = ''] = rows.map(({ day }) => day)
  return { from, to }
}

it('the note and the gift text of an order are shown to both sides, and a blank one is none', async () => {
  const customer = await shop.customer()
  const typed = { note: ' Ring twice. ', giftText: 'Happy birthday,\nAsha' }

  const { data } = await buy(customer, [await aLine()], typed)

  const shown = { note: 'Ring twice.', giftText: typed.giftText }
  expect(await orderOf(customer, data._id)).toMatchObject(shown)
  expect((await shop.get(`/orders/${data._id}`, await shop.admin())).data).toMatchObject(shown)
  const { data: plain } = await buy(customer, [await aLine()], { note: '  ' })
  expect(plain).not.toHaveProperty('note')
  expect(await buy(customer, [await aLine()], { giftText: 'x'.repeat(301) })).toMatchObject({
    status: 400,
    errors: { giftText: expect.stringContaining('300') },
  })
})
