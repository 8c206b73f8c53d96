import { describe, expect, it } from 'vitest'
import { anOrder, usd, useEmulator } from '../../test/emulator.ts'

const orders = '/v2/checkout/orders'

describe('What an order request may look like', () => {
  const paypal = useEmulator()
  const { purchase_units: units } = anOrder()

  it.each([
    ['no intent', { purchase_units: units }, 'MISSING_REQUIRED_PARAMETER', '/intent'],
    ['an unknown field', { ...anOrder(), colour: 'red' }, 'NOT_SUPPORTED', '/colour'],
    [
      'a long name',
      anOrder({ description: 'x'.repeat(128) }),
      'INVALID_STRING_LENGTH',
      '/purchase_units/0/description',
    ],
    [
      'a code of China that is not PayPal’s',
      anOrder({ shipping: { address: { admin_area_2: 'Beijing', country_code: 'CN' } } }),
      'INVALID_COUNTRY_CODE',
      'country_code',
    ],
    ['nothing as body', undefined, 'INVALID_PARAMETER_SYNTAX', '/'],
  ])('refuses %s', async (_, request, issue, field) => {
    const { status, body } = await paypal.api('POST', orders, request)

    expect({ status, name: body.name }).toEqual({ status: 400, name: 'INVALID_REQUEST' })
    expect(body.details[0]).toMatchObject({ issue, field, description: expect.any(String) })
  })
})

describe('A patch of an approved order', () => {
  const paypal = useEmulator()
  const unit = "/purchase_units/@reference_id=='default'"
  const address = { address_line_1: 'Torstraße 1', admin_area_2: 'Berlin', postal_code: '10115', country_code: 'DE' }
  const name = { full_name: 'Ada Roth' }

  async function patch(...patches: { op: string; path: string; value?: unknown }[]) {
    const id = await paypal.createOrder({ shipping: { name: { full_name: 'Test Buyer' }, address } })
    await paypal.choose(id, 'pay')
    const body = patches.map(({ path, ...patch }) => ({ ...patch, path: unit + path }))
    return { id, answer: await paypal.api('PATCH', `${orders}/${id}`, body) }
  }

  it('replaces name and address of the delivery, which the order then shows', async () => {
    const moved = { ...address, address_line_1: 'Torstraße 99' }

    const { id, answer } = await patch(
      { op: 'replace', path: '/shipping/name', value: name },
      { op: 'replace', path: '/shipping/address', value: moved },
    )

    expect(answer.status).toBe(204)
    expect((await paypal.getOrder(id)).purchase_units[0].shipping).toEqual({ name, address: moved })
  })

  it.each([
    ['a whole delivery', 'replace', '/shipping', { name, address }, 400, 'FIELD_NOT_PATCHABLE'],
    ['what is there as an addition', 'add', '/shipping/address', address, 400, 'INVALID_PATCH_OPERATION'],
    ['what is not there as a replacement', 'replace', '/invoice_id', 'I-1', 400, 'INVALID_PATCH_OPERATION'],
    [
      'a country that it does not list',
      'replace',
      '/shipping/address',
      { country_code: 'AF' },
      400,
      'INVALID_COUNTRY_CODE',
    ],
    ['no city', 'replace', '/shipping/address', { country_code: 'DE' }, 422, 'CITY_REQUIRED'],
  ])('refuses %s, and changes nothing', async (_, op, path, value, status, issue) => {
    const { id, answer } = await patch({ op: 'replace', path: '/custom_id', value: 'other' }, { op, path, value })

    expect({ status: answer.status, issue: answer.body.details[0].issue }).toEqual({ status, issue })
    expect((await paypal.getOrder(id)).purchase_units[0]).toMatchObject({ custom_id: 'order-1', shipping: { address } })
  })
})

describe('Sums of an order', () => {
  const paypal = useEmulator()
  const items = [{ name: 'Clay lamp', unit_amount: usd('0.10'), tax: usd('0.01'), quantity: '3' }]
  const amountOf = (value: string, breakdown: object) => ({ amount: { ...usd(value), breakdown } })

  it.each([
    ['AMOUNT_MISMATCH', { ...amountOf('10.00', { item_total: usd('9.99') }), items: [] }],
    ['ITEM_TOTAL_MISMATCH', { ...amountOf('0.34', { item_total: usd('0.31'), tax_total: usd('0.03') }), items }],
    ['TAX_TOTAL_MISMATCH', { ...amountOf('0.34', { item_total: usd('0.30'), tax_total: usd('0.04') }), items }],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', { amount: usd('0.00'), items: [] }],
    ['DECIMAL_PRECISION', { amount: usd('1.005'), items: [] }],
    ['INVALID_CURRENCY_CODE', { amount: { currency_code: 'INR', value: '1.00' }, items: [] }],
  ])('refuses with %s', async (issue, changes) => {
    const { status, body } = await paypal.api('POST', orders, anOrder(changes))

    expect({ status, name: body.name }).toEqual({ status: 422, name: 'UNPROCESSABLE_ENTITY' })
    expect(body.details).toEqual([{ issue, description: expect.any(String), field: expect.any(String) }])
  })
})
