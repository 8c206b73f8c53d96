import { isOffered, isOffline, type PaymentGatewayName, type ShownGateway, type ToPay } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { gatewaysQuery } from '../lib/shop.ts'

/** A provider, which takes the money at once. */
export type OnlineGateway = ShownGateway & { name: PaymentGatewayName }

const isOnline = (gateway: ShownGateway): gateway is OnlineGateway =>
  !isOffline(gateway.name) && gateway.can.pay !== 'offline'

/** All ways that the owner offers, and of them the providers at which a placed order can be paid. */
export function useOnlineWays(toPay: ToPay) {
  const query = useQuery({ ...gatewaysQuery(), select: all => all.filter(({ offer }) => offer) })
  const online = query.data?.filter(isOnline).filter(({ offer }) => offer && isOffered(offer, toPay))
  return { query, online }
}
