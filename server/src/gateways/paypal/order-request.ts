import { decimalsOf, fromMinor, type Money } from '@mela/contract'
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

/** Our order as PayPal's request. Tax is one sum, as the shop rounds it once; PayPal would add up tax per item. */
export function orderRequest(payment: OpenPayment, shipping: ShippingChoice): OrderRequest {
  const { brand, orderRef, attempt, amount, breakdown, lines, shipTo, returnUrl } = payment
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
        invoiceId: `${orderRef}-${attempt.number}`,
        description: `${brand} order ${orderRef}`,
        amount: {
          ...moneyOf(amount),
          breakdown: {
            itemTotal: moneyOf(breakdown.items),
            ...(breakdown.discount.cents > 0 && { discount: moneyOf(breakdown.discount) }),
            shipping: moneyOf(breakdown.shipping),
            taxTotal: moneyOf(breakdown.tax),
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

/** PayPal wants a country code, and the shop delivers in India only. */
export function shippingChoice({ shipTo }: OpenPayment): ShippingChoice {
  return shipTo.country.toLowerCase() === 'india' ? 'provided' : 'none'
}

function itemOf({ name, options, sku, quantity, unit }: OpenPayment['lines'][number]): ItemRequest {
  return {
    name: nameOf(name, options),
    ...(sku && { sku: sku.slice(0, NAME_MAX) }),
    quantity: String(quantity),
    unitAmount: moneyOf(unit),
  }
}

/** 'Linen shirt, Size M · Indigo'; of a long name the end is left out, so that sizes can be told apart. */
function nameOf(name: string, options: string): string {
  const chosen = options === '' ? '' : `, ${options}`.slice(0, NAME_MAX / 2)
  return name.slice(0, NAME_MAX - chosen.length).toWellFormed() + chosen.toWellFormed()
}

function shippingOf({ name, building, street, city, state, pinCode }: OpenPayment['shipTo']): ShippingDetails {
  return {
    name: { fullName: `${name.firstName} ${name.lastName}` },
    address: {
      addressLine1: building,
      addressLine2: street,
      adminArea2: city,
      adminArea1: state,
      postalCode: pinCode,
      countryCode: 'IN',
    },
  }
}

/** With exactly the decimals of its currency. */
export function moneyOf({ cents, currency }: Money) {
  return { currencyCode: currency, value: fromMinor(cents, currency).toFixed(decimalsOf(currency)) }
}
