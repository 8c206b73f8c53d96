import {
  gatewayNames,
  isOffered,
  noWaySentence,
  type PricingContext,
  placeOf,
  type ShownGateway,
  toCents,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { gatewaysQuery, useShop } from '../../../lib/shop.ts'
import { useCart } from '../../../shared/cart/cart.store.ts'
import { useChoices } from '../../../shared/cart/choices.store.ts'
import { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'

/**
 * The ways to pay that the owner offers for what is left to pay, the chosen one or else the first, and what it costs. The
 * obstacle says why there is none.
 */
export function useWaysToPay() {
  const query = useQuery(gatewaysQuery())
  const choices = useChoices()
  const { address } = useCart()
  const { currency } = useShop()
  const { deliveryMethod, codes, company, taxNumber, billingAddress } = choices
  const billed = { company, taxNumber, billingCountry: billingAddress?.country }
  const { summary, deliveries, query: quote } = useQuotedCart({ deliveryMethod, codes, ...billed })
  const { totalAmount, amountToPay = totalAmount, giftCardAmount = 0 } = summary.order
  const country = address ? placeOf(address).country : undefined
  const toPay = { country, currency, cents: toCents(amountToPay) }
  // An order of gift cards alone has no delivery at which to pay.
  const suitable = (query.data ?? []).filter(({ name }) => name !== 'delivery' || deliveries.length > 0)
  const gateways = suitable.filter(({ offer }) => offer && isOffered(offer, toPay))
  const gateway = gateways.find(({ name }) => name === choices.gateway) ?? gateways[0]
  const isStuck = query.data !== undefined && gateways.length === 0 && amountToPay > 0
  const offers = suitable.flatMap(({ offer }) => offer ?? [])
  const obstacle = isStuck ? noWaySentence(offers, toPay, giftCardAmount > 0) : undefined
  return { query, isPricing: quote.isLoading, gateways, gateway, fee: feeOf(gateway), obstacle }
}

function feeOf(gateway: ShownGateway | undefined): PricingContext['fee'] {
  const cents = toCents(gateway?.offer?.fee ?? 0)
  return gateway && cents > 0 ? { label: gatewayNames[gateway.name], cents } : undefined
}
