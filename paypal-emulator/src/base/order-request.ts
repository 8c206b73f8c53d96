import { amount, checkAmount, item } from './order-amount.ts'
import { anything, type Infer, list, object, oneOf, parse, single, text, webAddress } from './shape.ts'

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
  { intent: oneOf('CAPTURE'), purchase_units: single(purchaseUnit) },
  {
    processing_instruction: oneOf('NO_INSTRUCTION'),
    payer: anything,
    payment_source: object({}, { paypal: wallet }),
    application_context: experience,
  },
)

const patches = list(
  object(
    { op: oneOf('add', 'remove', 'replace', 'move', 'copy', 'test') },
    { path: text(1, 512), value: anything, from: anything },
  ),
  1,
  20,
)

export type PurchaseUnit = Infer<typeof purchaseUnit> & { reference_id: string }
export type Experience = Infer<typeof experience>

export function parseOrderRequest(body: unknown) {
  const request = parse(orderRequest, body)
  const [unit] = request.purchase_units
  checkAmount(unit.amount, unit.items ?? [])
  const paypal = request.payment_source?.paypal
  return {
    purchaseUnit: { ...unit, reference_id: unit.reference_id ?? 'default' },
    experience: paypal?.experience_context ?? request.application_context ?? {},
    hasPaymentSource: paypal !== undefined,
  }
}

export function parsePatches(body: unknown) {
  return parse(patches, body)
}
