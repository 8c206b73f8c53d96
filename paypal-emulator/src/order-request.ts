import { unprocessable } from './errors.ts'
import type { Issue } from './issues.ts'
import { type Money, toCents } from './money.ts'
import { anything, type Infer, list, object, oneOf, parse, text, webAddress } from './shape.ts'

// PayPal's other currencies (HUF, JPY, TWD) have no decimals and are left out.
const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
)
const maxCents = 999_999_999

const currencyCode = text(3, 3, /^[A-Z]{3}$/)
const value = text(1, 32, /^-?(\d+|\d*\.\d+)$/)
const money = object({ currency_code: currencyCode, value }, {})
const breakdown = object(
  {},
  {
    item_total: money,
    shipping: money,
    handling: money,
    tax_total: money,
    insurance: money,
    shipping_discount: money,
    discount: money,
  },
)
const amount = object({ currency_code: currencyCode, value }, { breakdown })

const item = object(
  { name: text(1, 127), unit_amount: money, quantity: text(1, 10, /^[1-9]\d*$/) },
  {
    tax: money,
    description: text(0, 2048),
    sku: text(0, 127),
    url: webAddress,
    image_url: webAddress,
    category: oneOf('DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
    upc: anything,
    billing_plan: anything,
  },
)

const address = object(
  { country_code: text(2, 2, /^([A-Z]{2}|C2)$/) },
  {
    address_line_1: text(0, 300),
    address_line_2: text(0, 300),
    admin_area_2: text(0, 120),
    admin_area_1: text(0, 300),
    postal_code: text(0, 60),
  },
)

const shipping = object(
  {},
  {
    name: object({}, { full_name: text(0, 300) }),
    email_address: text(3, 254),
    phone_number: anything,
    type: oneOf('SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON'),
    options: anything,
    address,
  },
)

const purchaseUnit = object(
  { amount },
  {
    reference_id: text(1, 256),
    payee: anything,
    payment_instruction: anything,
    description: text(0, 127),
    custom_id: text(0, 127),
    invoice_id: text(0, 127),
    soft_descriptor: text(0, 22),
    items: list(item, 0, 1000),
    shipping,
    supplementary_data: anything,
  },
)

const experience = object(
  {},
  {
    brand_name: text(0, 127),
    locale: text(2, 10),
    return_url: webAddress,
    cancel_url: webAddress,
    landing_page: oneOf('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE', 'BILLING'),
    user_action: oneOf('CONTINUE', 'PAY_NOW'),
    shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
    contact_preference: oneOf('NO_CONTACT_INFO', 'UPDATE_CONTACT_INFO', 'RETAIN_CONTACT_INFO'),
    payment_method_preference: oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'),
    payment_method_selected: oneOf('PAYPAL'),
    payment_method: anything,
    app_switch_context: anything,
    order_update_callback_config: anything,
  },
)

const wallet = object(
  {},
  {
    experience_context: experience,
    email_address: text(3, 254),
    name: anything,
    phone: anything,
    birth_date: anything,
    tax_info: anything,
    address: anything,
    attributes: anything,
  },
)

const orderRequest = object(
  { intent: oneOf('CAPTURE'), purchase_units: list(purchaseUnit, 1, 1) },
  {
    processing_instruction: oneOf('NO_INSTRUCTION'),
    payer: anything,
    payment_source: object({}, { paypal: wallet }),
    application_context: experience,
  },
)

const patches = list(
  object({ op: oneOf('add', 'remove', 'replace', 'move', 'copy', 'test') }, { path: text(1, 512), value: anything, from: anything }),
  1,
  20,
)

export type Amount = Infer<typeof amount>
export type Item = Infer<typeof item>
export type PurchaseUnit = Infer<typeof purchaseUnit> & { reference_id: string }
export type Experience = Infer<typeof experience>

type Refusal = { issue: Issue; field: string }

export function parseOrderRequest(body: unknown) {
  const request = parse(orderRequest, body)
  const units = request.purchase_units.map(unit => ({ reference_id: 'default', ...unit }))
  for (const unit of units) checkAmount(unit.amount, unit.items ?? [])
  return {
    units,
    hasPaymentSource: request.payment_source?.paypal !== undefined,
    experience: request.payment_source?.paypal?.experience_context ?? request.application_context ?? {},
  }
}

export function parsePatches(body: unknown) {
  return parse(patches, body)
}

export function parseAmount(body: unknown, items: Item[]) {
  const given = parse(amount, body, '/0/value')
  checkAmount(given, items)
  return given
}
