import { gatewayNames, isOffered, type PricingContext, placeOf, type ShownGateway, toCents } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { gatewaysQuery, useShop } from '../../../lib/shop.ts'
import { useCart } from '../../../shared/cart/cart.store.ts'
import { useChoices } from '../../../shared/cart/choices.store.ts'
import { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'

/** The ways to pay that the owner offers for what is left to pay, the chosen one or else the first, and what it costs. */
export function useWaysToPay() {
  const query = useQuery(gatewaysQuery())
  const choices = useChoices()
  const { address } = useCart()
  const { currency } = useShop()
  const { deliveryMethod, codes, company, taxNumber, billingAddress } = choices
  const billed = { company, taxNumber, billingCountry: billingAddress?.country }
  const { summary, deliveries, query: quote } = useQuotedCart({ deliveryMethod, codes, ...billed })
  const { totalAmount, amountToPay = totalAmount } = summary.order
  const country = address ? placeOf(address).country : undefined
  const toPay = { country, currency, cents: toCents(amountToPay) }
  const offered = (query.data ?? []).filter(({ offer }) => offer && isOffered(offer, toPay))
  // An order of gift cards alone has no delivery at which to pay.
  const gateways = offered.filter(({ name }) => name !== 'delivery' || deliveries.length > 0)
  const gateway = gateways.find(({ name }) => name === choices.gateway) ?? gateways[0]
  return { query, isPricing: quote.isLoading, gateways, gateway, fee: feeOf(gateway) }
}

function feeOf(gateway: ShownGateway | undefined): PricingContext['fee'] {
  const cents = toCents(gateway?.offer?.fee ?? 0)
  return gateway && cents > 0 ? { label: gatewayNames[gateway.name], cents } : undefined
}
