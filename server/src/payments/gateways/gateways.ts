import { conflict } from '../../platform/http/errors.ts'
import type { PaymentGateway } from './gateway.ts'

export interface Gateways {
  readonly all: readonly PaymentGateway[]
  readonly highestCents: number
  find(name: string): PaymentGateway | undefined
  /** Throws a `conflict` when the shop is not connected to it. */
  of(name: string): PaymentGateway
}

export function gatewaysOf(...all: PaymentGateway[]): Gateways {
  const find = (name: string) => all.find(gateway => gateway.name === name)
  return {
    all,
    highestCents: Math.max(...all.map(({ highestCents }) => highestCents)),
    find,
    of(name) {
      const gateway = find(name)
      if (gateway) return gateway
      throw conflict(`This shop is not connected to ${name}, which took this payment.`, 'gateway_not_connected')
    },
  }
}
