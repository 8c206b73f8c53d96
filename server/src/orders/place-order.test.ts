import { orderTotals } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { anOrder, buy, ordersOf, stockOf } = shoppersOf(shop)

describe('POST /orders', () => {
  it('T370 T393 T268 answers the placed order with the amounts of the shop', async () => {
    const customer = await shop.customer()
    const { id, name } = await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 8_000 })

    const answer = await buy(customer, [{ product: id, quantity: 3 }])

    expect(answer).toMatchObject({ status: 201, success: true, message: 'Order created successfully.' })
    expect(answer.data).toMatchObject({
      ...{ number: null, user: customer.id, status: 'pending', currency: 'USD', payment: null },
      // Price and saved amount are those of one unit.
      products: [{ product: { _id: id, name }, price: 80, savedAmount: 20, quantity: 3, variant: id, options: {} }],
      ...{ subTotal: 240, savedAmount: 60, shippingAmount: 80, taxAmount: 43.2, totalAmount: 363.2 },
      ...{ taxIncluded: false, taxPercent: 18, amountPaid: 0, amountRefunded: 0 },
      adjustments: [
        { kind: 'shipping', label: 'Shipping', amount: 80 },
        { kind: 'tax', label: 'Tax (18% GST)', amount: 43.2 },
      ],
      shippingAddress: shop.anAddress(),
      history: [{ status: 'pending' }],
    })
    expect(await stockOf(id)).toBe(17)
  })

  it('accepts the amounts that the shopper was shown, a cent more or less', async () => {
    const { id } = await shop.product({ price_cents: 33_333 })
    const amounts = orderTotals([{ product: { price: 33_333, onSale: false, salePrice: 0 }, quantity: 1 }])

    const answer = await buy(await shop.customer(), [{ product: id, quantity: 1, price: 333.34 }], {
      subTotal: 333.33,
      savedAmount: 5000,
      shippingAmount: 80,
      taxAmount: 60,
      totalAmount: amounts.totalPrice / 100,
    })

    expect(answer).toMatchObject({ status: 201, data: { totalAmount: amounts.totalPrice / 100 } })
  })

  it.each([
    ['total', { totalAmount: 1 }],
    ['sub-total', { subTotal: 99.98 }],
    ['shipping', { shippingAmount: 0 }],
    ['tax', { taxAmount: 0 }],
  ])('B1 refuses another %s than the shop computes, and quotes its own', async (_name, amounts) => {
    const customer = await shop.customer()
    const { id, name } = await shop.product()

    const answer = await buy(customer, [{ product: id, quantity: 1, price: 100 }], amounts)

    expect(answer).toMatchObject({
      status: 409,
      success: false,
      message: 'Prices or availability have changed. Please review your cart and try again.',
    })
    expect(answer.data).toMatchObject({
      products: [{ product: id, variant: id, name, price: 100, quantity: 1, available: 20, isActive: true }],
      ...{ subTotal: 100, savedAmount: 0, shippingAmount: 80, taxAmount: 18, totalAmount: 198, currency: 'USD' },
      deliveryMethods: [{ name: 'Shipping', amount: 80 }],
    })
    expect(await ordersOf(customer)).toEqual([])
    expect(await stockOf(id)).toBe(20)
  })

  it('T120 B11 places a pending order whatever the body says of status, user and payment', async () => {
    const { id } = await shop.product()
    const customer = await shop.customer()
    const forged = { user: newId(), payment: newId(), createdAt: '2001-01-01', status: 'delivered' }

    const { data } = await shop.post('/orders', { ...anOrder([{ product: id, quantity: 1 }]), ...forged }, customer)

    expect(data).toMatchObject({ status: 'pending', user: customer.id, payment: null })
    expect(data.createdAt).not.toContain('2001')
  })

  it('T319-T323 B14 B24 refuses an invalid order', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    const line = { product: id, quantity: 1 }
    const refusal = async (body: unknown) => {
      const { status, success, message, errors } = await shop.post('/orders', body, customer)
      expect({ status, success, message: typeof message }).toEqual({ status: 400, success: false, message: 'string' })
      return { message, errors }
    }

    const none = 'At least one product is required to place an order.'
    expect(await refusal(anOrder([]))).toMatchObject({ message: none })
    expect(await refusal({ shippingAddress: shop.anAddress() })).toMatchObject({ message: none })
    expect(await refusal({ ...anOrder([line]), totalAmount: 'much' })).toMatchObject({
      errors: { totalAmount: 'This must be a number.' },
    })
    expect(await refusal({ ...anOrder([line]), status: 'xyz' })).toMatchObject({
      errors: { status: expect.stringContaining('This must be one of the following: pending, processing') },
    })
    const address = { ...shop.anAddress(), building: 'abc' }
    expect(await refusal(anOrder([line], { shippingAddress: address }))).toMatchObject({
      errors: { 'shippingAddress.building': expect.stringContaining('Building is not valid') },
    })
    for (const quantity of [0, -1, 1.5, 1e9, '', null]) {
      expect(await refusal({ ...anOrder([line]), products: [{ product: id, quantity }] })).toMatchObject({
        errors: { 'products.0.quantity': expect.any(String) },
      })
    }
    expect(await ordersOf(customer)).toEqual([])
  })

  it('invalidates the page of the sold product, all lists with its last unit, and nothing on a refusal', async () => {
    const { id } = await shop.product({ stock: 2 })
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    for (let i = 0; i < 3; i++) await buy(await shop.customer(), [{ product: id, quantity: 1 }])
    stop()

    expect(invalidated).toEqual([`product:${id}`, `product:${id}`, 'catalog'])
  })

  it('B12 refuses the whole order when one product is short, naming it', async () => {
    const customer = await shop.customer()
    const plenty = await shop.product()
    const scarce = await shop.product({ stock: 3 })
    await buy(customer, [{ product: scarce.id, quantity: 2 }])

    const answer = await buy(customer, [
      { product: plenty.id, quantity: 1 },
      { product: scarce.id, quantity: 2 },
    ])

    expect(answer).toMatchObject({ status: 409, message: `${scarce.name} has only 1 left in stock.` })
    expect(answer.data.products).toMatchObject([{ available: 20 }, { available: 1, quantity: 2 }])
    expect([await stockOf(plenty.id), await stockOf(scarce.id)]).toEqual([20, 1])
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  it('refuses an order above what the payment gateway takes, and accepts the highest', async () => {
    const dear = await shop.product({ price_cents: 1_000_000_000 })
    const highest = await shop.product({ price_cents: 847_457_626 })
    const customer = await shop.customer()

    expect(await buy(customer, [{ product: dear.id, quantity: 1 }])).toMatchObject({
      status: 409,
      code: 'order_total_limit',
      message: 'An order can be $9,999,999.99 at the most, because no payment can be higher: please order less.',
      data: { totalAmount: 11_800_000 },
    })
    expect(await stockOf(dear.id)).toBe(20)
    expect(await buy(customer, [{ product: highest.id, quantity: 1 }])).toMatchObject({
      status: 201,
      data: { totalAmount: 9_999_999.99 },
    })
  })

  it('B14 adds up the lines of one product before it checks the stock', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product({ stock: 3 })

    const inTwo = (quantities: number[]) =>
      buy(
        customer,
        quantities.map(quantity => ({ product: id, quantity })),
      )

    const tooMuch = await inTwo([2, 2])
    const enough = await inTwo([2, 1])

    expect(tooMuch).toMatchObject({ status: 409, message: expect.stringContaining('has only 3 left in stock.') })
    expect(enough).toMatchObject({ status: 201, data: { products: [{ quantity: 3 }] } })
  })

  it('B15 refuses inactive, deleted and unknown products before anything else', async () => {
    const customer = await shop.customer()
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date() })
    const scarce = await shop.product({ stock: 0 })
    const order = (product: string) =>
      buy(
        customer,
        [scarce.id, product].map(id => ({ product: id, quantity: 1 })),
        { totalAmount: 1 },
      )

    expect(await order(hidden.id)).toMatchObject({ status: 409, message: `${hidden.name} is no longer available.` })
    expect(await order(deleted.id)).toMatchObject({ status: 409, message: `${deleted.name} is no longer available.` })
    expect(await order(newId())).toMatchObject({
      status: 409,
      message: 'A product in your cart is no longer available.',
      data: { products: [{ isActive: true }, { isActive: false, available: 0 }], subTotal: 100 },
    })
  })
})
