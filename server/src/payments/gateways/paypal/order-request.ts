import { countryOf, decimalsOf, fromMinor, type Money } from '@mela/contract'
import {
  CheckoutPaymentIntent,
  type ItemRequest,
  type OrderRequest,
  PayeePaymentMethodPreference,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type ShippingDetails,
} from '@paypal/paypal-server-sdk'
import type { OpenPayment } from '../gateway.ts'

const NAME_MAX = 127

/** PayPal may refuse an address that our rules accept; then it is left out. */
export type ShippingChoice = 'provided' | 'none'

/** Tax is one sum, as the shop rounds it once; PayPal would add up tax per item. */
export function orderRequest(payment: OpenPayment, shipping: ShippingChoice): OrderRequest {
  const { brand, orderRef, orderName, attempt, amount, breakdown, lines, shipTo, returnUrl } = payment
  const preference =
    shipping === 'provided'
      ? PaypalWalletContextShippingPreference.SetProvidedAddress
      : PaypalWalletContextShippingPreference.NoShipping
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        referenceId: 'default',
        customId: orderRef,
        // Unique in the whole account, where several shops may use the same numbers.
        invoiceId: `${orderName}-${attempt.number}-${attempt.id.slice(-8)}`,
        description: `${brand} order ${orderName}`,
        amount: {
          ...amountOf(amount),
          breakdown: {
            itemTotal: amountOf(breakdown.items),
            shipping: amountOf(breakdown.shipping),
            taxTotal: amountOf(breakdown.tax),
          },
        },
        items: lines.map(itemOf),
        ...(shipping === 'provided' && { shipping: shippingOf(shipTo) }),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: brand,
          returnUrl,
          cancelUrl: returnUrl,
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: preference,
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
        },
      },
    },
  }
}

export const shippingChoice = ({ shipTo }: OpenPayment): ShippingChoice =>
  countryOf(shipTo) === undefined ? 'none' : 'provided'

function itemOf({ name, options, sku, quantity, unit }: OpenPayment['lines'][number]): ItemRequest {
  return {
    name: nameOf(name, options),
    ...(sku && { sku: sku.slice(0, NAME_MAX) }),
    quantity: String(quantity),
    unitAmount: amountOf(unit),
  }
}

/** The end of a long name is left out, so that sizes can be told apart. */
function nameOf(name: string, options: string): string {
  const chosen = options === '' ? '' : `, ${options}`.slice(0, NAME_MAX / 2)
  return name.slice(0, NAME_MAX - chosen.length).toWellFormed() + chosen.toWellFormed()
}

function shippingOf(shipTo: OpenPayment['shipTo']): ShippingDetails {
  const { name, building, street, city, state, pinCode, postal } = shipTo
  const [addressLine1, addressLine2] = postal ? [street, building] : [building, street]
  return {
    name: { fullName: `${name.firstName} ${name.lastName}` },
    address: {
      addressLine1,
      ...(addressLine2 && { addressLine2 }),
      ...(city && { adminArea2: city }),
      ...(state && { adminArea1: state }),
      ...(pinCode && { postalCode: pinCode }),
      countryCode: countryOf(shipTo) ?? '',
    },
  }
}

export const amountOf = ({ cents, currency }: Money) => ({
  currencyCode: currency,
  value: fromMinor(cents, currency).toFixed(decimalsOf(currency)),
})
