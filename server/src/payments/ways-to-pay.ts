import {
  feeOf,
  gatewayNames,
  isOffered,
  isOffline,
  type OfflineWay,
  type Order,
  offerAt,
  offeredGateways,
  type PaymentMode,
  placeOf,
  type Settings,
  type ShownGateway,
  type ToPay,
  toCents,
} from '@mela/contract'
import { notOffered } from '../orders/offline/confirm-order.ts'
import type { Gateways, PaymentGateway } from './gateways/gateway.ts'

type PaymentSettings = Settings['payments']

/** All ways to pay that the shop has, in the owner's order, with what each is offered for. */
export function listWaysToPay(
  gateways: Gateways,
  { payments, money: { currency } }: Pick<Settings, 'payments' | 'money'>,
  mode: PaymentMode,
): ShownGateway[] {
  const offered = offeredGateways(payments, { currency })
  return payments.ways.flatMap(({ way, ...offer }) => {
    if (isOffline(way))
      return offered.includes(way) ? [offlineWay(way, mode, { ...offer, fee: feeOf(payments, way) })] : []
    const gateway = gateways.find(way)
    return gateway
      ? [{ ...shownOf(gateway), offer: offer.isOn ? { ...offerAt(gateway, offer, currency), fee: 0 } : null }]
      : []
  })
}

const shownOf = ({ name, displayName, can, mode, site }: PaymentGateway) => ({
  name,
  displayName,
  can,
  mode,
  site,
})

const offlineWay = (name: OfflineWay, mode: PaymentMode, offer: ShownGateway['offer']): ShownGateway => ({
  ...{ name, displayName: gatewayNames[name], mode, offer },
  can: { refund: true, dispute: false, pay: 'offline' },
  site: { home: '' },
})

export const toPayOf = ({ currency, amountToPay, shippingAddress }: Order): ToPay => ({
  country: placeOf(shippingAddress).country,
  currency,
  cents: toCents(amountToPay),
})

/** Throws a `conflict` when the owner does not offer this provider for such an order. */
export function requireOffered(gateway: PaymentGateway, payments: PaymentSettings, toPay: ToPay): void {
  const entry = payments.ways.find(({ way }) => way === gateway.name)
  if (!entry || !isOffered(offerAt(gateway, entry, toPay.currency), toPay)) throw notOffered(gateway.name)
}
