import { gatewayNames, isOffered, type PricingContext, placeOf, type ShownGateway, toCents } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { gatewaysQuery, useShop } from '../../../lib/shop.ts'
import { useCart } from '../../../shared/cart/cart.store.ts'
import { usePricedCart } from '../../../shared/cart/cart-amounts.ts'
import { useChoices } from '../../../shared/cart/choices.store.ts'

/** The ways to pay that the owner offers for this cart, the chosen one or else the first, and what it costs. */
export function useWaysToPay() {
  const query = useQuery(gatewaysQuery())
  const choices = useChoices()
  const { address } = useCart()
  const { currency } = useShop()
  const { cart } = usePricedCart(choices.deliveryMethod)
  const country = address ? placeOf(address).country : undefined
  const toPay = { country, currency, cents: toCents(cart.totalPrice) }
  const gateways = (query.data ?? []).filter(({ offer }) => offer && isOffered(offer, toPay))
  const gateway = gateways.find(({ name }) => name === choices.gateway) ?? gateways[0]
  return { query, gateways, gateway, fee: feeOf(gateway) }
}

function feeOf(gateway: ShownGateway | undefined): PricingContext['fee'] {
  const cents = toCents(gateway?.offer?.fee ?? 0)
  return gateway && cents > 0 ? { label: gatewayNames[gateway.name], cents } : undefined
}
