import { z } from 'zod'
import { invalidRequest, unprocessable } from './errors.ts'
import { amount, checkAmount, item } from './order-amount.ts'
import { parse, text, webAddress } from './request-schema.ts'

const fullName = z.strictObject({ full_name: text(0, 300) }).partial()

const address = z
  .strictObject({
    address_line_1: text(0, 300),
    address_line_2: text(0, 300),
    admin_area_2: text(0, 120),
    admin_area_1: text(0, 300),
    postal_code: text(0, 60),
  })
  .partial()
  .extend({ country_code: text(2, 2, /^([A-Z]{2}|C2)$/) })

const shipping = z
  .strictObject({
    name: fullName,
    email_address: text(3, 254),
    phone_number: z.unknown(),
    type: z.enum(['SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON']),
    options: z.unknown(),
    address,
  })
  .partial()

const payee = z
  .strictObject({ email_address: text(3, 254), merchant_id: text(13, 13, /^[A-Z0-9]+$/) })
  .partial()
  .refine(({ email_address, merchant_id }) => (email_address ?? merchant_id) !== undefined)

const instruction = z
  .strictObject({
    platform_fees: z.array(z.strictObject({ amount, payee: payee.optional() })).max(1),
    disbursement_mode: z.enum(['INSTANT', 'DELAYED']),
    payee_pricing_tier_id: text(1, 20),
    payee_receivable_fx_rate_id: text(1, 4000),
  })
  .partial()

const purchaseUnit = z
  .strictObject({
    reference_id: text(1, 256),
    payee,
    payment_instruction: instruction,
    description: text(1, 127),
    custom_id: text(1, 127),
    invoice_id: text(1, 127),
    soft_descriptor: text(1, 22),
    items: z.array(item).max(1000),
    shipping,
    supplementary_data: z.unknown(),
  })
  .partial()
  .extend({ amount })

const experience = z
  .strictObject({
    brand_name: text(1, 127, /^.*$/),
    locale: text(2, 10, /^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/),
    return_url: webAddress,
    cancel_url: webAddress,
    landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE', 'BILLING']),
    user_action: z.enum(['CONTINUE', 'PAY_NOW']),
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    contact_preference: z.enum(['NO_CONTACT_INFO', 'UPDATE_CONTACT_INFO', 'RETAIN_CONTACT_INFO']),
    payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']),
    payment_method_selected: z.literal('PAYPAL'),
    payment_method: z.unknown(),
    app_switch_context: z.unknown(),
    order_update_callback_config: z.unknown(),
  })
  .partial()

const wallet = z
  .strictObject({
    experience_context: experience,
    email_address: text(3, 254),
    name: z.unknown(),
    phone: z.unknown(),
    birth_date: z.unknown(),
    tax_info: z.unknown(),
    address: z.unknown(),
    attributes: z.unknown(),
  })
  .partial()

const orderRequest = z
  .strictObject({
    processing_instruction: z.literal('NO_INSTRUCTION'),
    payer: z.unknown(),
    payment_source: z.strictObject({ paypal: wallet }).partial(),
    application_context: experience,
  })
  .partial()
  .extend({ intent: z.literal('CAPTURE'), purchase_units: z.array(purchaseUnit).min(1).max(10) })

const patches = z
  .array(
    z
      .strictObject({ path: text(1, 512), value: z.unknown(), from: z.unknown() })
      .partial()
      .extend({ op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']) }),
  )
  .min(1)
  .max(20)

export type Payee = z.infer<typeof payee>
export type PurchaseUnit = z.infer<typeof purchaseUnit> & { reference_id: string }
export type Experience = z.infer<typeof experience>

export function parseOrderRequest(body: unknown) {
  const request = parse(orderRequest, body)
  const [unit, ...otherUnits] = request.purchase_units
    .map(unit => ({ ...unit, reference_id: unit.reference_id ?? 'default' }))
    .map(checkedUnit)
  if (!unit) throw new Error('The schema asks for a purchase unit.')
  const paypal = request.payment_source?.paypal
  return {
    purchaseUnit: unit,
    otherUnits,
    experience: paypal?.experience_context ?? request.application_context ?? {},
    hasPaymentSource: paypal !== undefined,
  }
}

const countriesWithoutCity = ['HK', 'JP', 'SG']
/** Some of those that PayPal does not list; China is C2. */
const unlistedCountries = ['AF', 'BD', 'CN']

function checkedUnit(unit: PurchaseUnit) {
  checkAmount(unit.amount, unit.items ?? [])
  checkAddress(unit)
  return unit
}

export function checkAddress(unit: PurchaseUnit) {
  const { address } = unit.shipping ?? {}
  if (address && unlistedCountries.includes(address.country_code)) {
    const description = 'Country code is invalid.'
    throw invalidRequest([{ issue: 'INVALID_COUNTRY_CODE', description, field: 'country_code' }])
  }
  if (address && !address.admin_area_2 && !countriesWithoutCity.includes(address.country_code)) {
    const field = `/purchase_units/@reference_id=='${unit.reference_id}'/shipping/address/admin_area_2`
    throw unprocessable([{ issue: 'CITY_REQUIRED', field }])
  }
}

/** The account of the app's keys, which receives what names no other payee. */
export const merchant = { email_address: 'merchant@example.com', merchant_id: 'EMULATEDSHOP1' }

/** The account that receives the money of a unit. */
export function payeeOf({ payee = merchant }: PurchaseUnit): Payee {
  return isOwn(payee) ? merchant : payee
}

function isOwn({ email_address = merchant.email_address, merchant_id = merchant.merchant_id }: Payee) {
  return merchant_id === merchant.merchant_id && email_address === merchant.email_address
}

/** The value of a patch. */
export const patchable = {
  custom_id: text(1, 127),
  description: text(1, 127),
  invoice_id: text(1, 127),
  payee,
  payment_instruction: instruction,
  'shipping/name': fullName,
  'shipping/address': address,
}

export function parsePatches(body: unknown) {
  return parse(patches, body)
}
