import { COUNTRIES, countryOf, DEFAULT_COUNTRY_CODE, type ShippingAddress } from '@mela/contract'
import {
  CheckoutPaymentIntent,
  type Order,
  type Patch,
  PatchOp,
  PayeePaymentMethodPreference,
  PaypalExperienceUserAction,
  PaypalWalletContactPreference,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import { type ExpressPayments, GatewayError } from '../gateway.ts'
import { findById, type PaypalCall, persistently } from './paypal-client.ts'
import { amountOf, CHINA, isIssue, openedOf, prefer, shippingOf, snapshotOf } from './paypal-orders.ts'

const UNIT = "/purchase_units/@reference_id=='default'"

/** 'Continue' instead of 'Pay now' lets the shop change the amount of an approved order. */
export function paypalExpress(call: PaypalCall): ExpressPayments {
  const findOrder = (id: string) => findById(id, () => call(({ orders }) => orders.getOrder({ id })))

  return {
    async open({ brand, amount, requestId, returnUrl, cancelUrl }) {
      const body = {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ referenceId: 'default', description: brand, amount: amountOf(amount) }],
        paymentSource: {
          paypal: {
            experienceContext: {
              brandName: brand,
              returnUrl,
              cancelUrl,
              userAction: PaypalExperienceUserAction.Continue,
              shippingPreference: PaypalWalletContextShippingPreference.GetFromFile,
              contactPreference: PaypalWalletContactPreference.UpdateContactInfo,
              paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
            },
          },
        },
      }
      const request = { body, paypalRequestId: `express-${requestId}`, prefer }
      return openedOf(await persistently(() => call(({ orders }) => orders.createOrder(request))))
    },

    async findBuyer(sessionId) {
      const order = await findOrder(sessionId)
      return order && snapshotOf(order).state === 'approved' ? buyerOf(order) : undefined
    },

    async nameOrder(id, { orderRef, invoice, amount, shipTo }) {
      const patch = (body: Patch[]) => persistently(() => call(({ orders }) => orders.patchOrder({ id, body })))
      const reference = [
        { op: PatchOp.Replace, path: `${UNIT}/amount`, value: asSent(amountOf(amount)) },
        { op: PatchOp.Add, path: `${UNIT}/custom_id`, value: orderRef },
        { op: PatchOp.Add, path: `${UNIT}/invoice_id`, value: invoice },
      ]
      const delivery = deliveryTo(shipTo)
      await patch([...reference, ...delivery])
        .catch(error => (isLost(error) || delivery.length === 0 ? Promise.reject(error) : patch(reference)))
        .catch(ifDone)
      const order = await findOrder(id)
      const named = order && snapshotOf(order)
      if (named?.orderRef === undefined) throw new GatewayError('ambiguous', 'ORDER_NOT_NAMED')
      return named
    },
  }
}

/** Seller protection asks for the address that the goods go to. */
function deliveryTo(shipTo: ShippingAddress | undefined): Patch[] {
  const countryCode = shipTo && countryOf(shipTo)
  if (!shipTo || !countryCode) return []
  const { name, address } = shippingOf(shipTo, countryCode)
  return [
    { op: PatchOp.Replace, path: `${UNIT}/shipping/name`, value: asSent(name) },
    { op: PatchOp.Replace, path: `${UNIT}/shipping/address`, value: asSent(address) },
  ]
}

/** The SDK sends the values of patches as they are. */
const asSent = (value: object) =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.replace(/[A-Z]|\d/g, at => `_${at.toLowerCase()}`), part]),
  )

const isLost = (error: unknown) => error instanceof GatewayError && error.kind === 'ambiguous'

/** A concurrent call was faster, or an answer was lost: what is there already cannot be added. */
function ifDone(error: unknown): void {
  const done = ['INVALID_PATCH_OPERATION', 'ORDER_ALREADY_COMPLETED', 'ORDER_ALREADY_CAPTURED']
  if (!isLost(error) && !isIssue(error, done)) throw error
}

/** The lines as `open()` sends them: in India the building comes first. */
function buyerOf({ purchaseUnits = [], paymentSource, payer }: Order) {
  const { paypal } = paymentSource ?? {}
  const { name, address, phoneNumber, emailAddress } = purchaseUnits[0]?.shipping ?? {}
  const { addressLine1 = '', addressLine2 = '', adminArea2 = '', adminArea1 = '', postalCode = '' } = address ?? {}
  const country = address?.countryCode === CHINA ? 'CN' : (address?.countryCode ?? '')
  const [building, street] = country === 'IN' ? [addressLine1, addressLine2] : [addressLine2, addressLine1]
  const fullName = name?.fullName ?? `${paypal?.name?.givenName ?? ''} ${paypal?.name?.surname ?? ''}`
  const [, firstName = '', lastName = ''] = /^(.*?)\s*(\S*)$/.exec(fullName.trim()) ?? []
  return {
    payer: paypal?.accountId ?? payer?.payerId ?? '',
    email: emailAddress ?? paypal?.emailAddress ?? '',
    address: {
      name: firstName ? { firstName, lastName } : { firstName: lastName, lastName: '' },
      countryCode: phoneNumber?.countryCode ?? DEFAULT_COUNTRY_CODE,
      phoneNumber: phoneNumber?.nationalNumber ?? '',
      ...{ building, street, city: adminArea2, state: adminArea1, pinCode: postalCode },
      country: COUNTRIES[country] ?? country,
    },
  }
}
