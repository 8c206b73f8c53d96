import type { PaymentGatewayName } from '@mela/contract'
import type { RunningEmulator } from '@mela/paypal-emulator'
import type { Env } from '../../platform/runtime/env.ts'
import { gatewaysOf, type PaymentGateway } from './gateway.ts'
import { paypal } from './paypal/open-paypal.ts'

/** A provider that the shop can be connected to. */
export interface Provider {
  /** The variables of the environment that messages name. */
  variables: { webhook: string; account: string; aboutAccount: string }
  /** The gateway of the environment's keys; undefined when they are not set. */
  connect(env: Pick<Env, 'paypal'>): Promise<PaymentGateway | undefined>
  open(env: Env, place: EmulatorPlace): Promise<OpenGateway>
  removeTestPayments?(env: Env): Promise<void>
}

export const providers: Record<PaymentGatewayName, Provider> = { paypal }

export type EmulatorAddress = Pick<RunningEmulator, 'url' | 'clientId' | 'clientSecret' | 'caCertificate'>

export interface EmulatorPlace {
  /** Emulators of another process. */
  running?: Partial<Record<PaymentGatewayName, EmulatorAddress>> | undefined
  port?: number
  /** Test payments are kept there over a restart. */
  folder?: string
}

interface OpenGateway {
  gateway: PaymentGateway
  emulator?: RunningEmulator
  /** In test mode only; a real provider is configured in its own dashboard. */
  sendEventsTo?(api: string): void
  close?(): Promise<void>
}

export type OpenGateways = Awaited<ReturnType<typeof openGateways>>

export async function openGateways(env: Env, place: EmulatorPlace = {}) {
  const opened = await Promise.all(Object.values(providers).map(provider => provider.open(env, place)))
  const emulators: Partial<Record<PaymentGatewayName, RunningEmulator>> = Object.fromEntries(
    opened.flatMap(({ gateway, emulator }) => (emulator ? [[gateway.name, emulator]] : [])),
  )
  return {
    gateways: gatewaysOf(...opened.map(({ gateway }) => gateway)),
    emulators,
    sendEventsTo: (api: string) => opened.forEach(({ sendEventsTo }) => void sendEventsTo?.(api)),
    close: async () => void (await Promise.all(opened.map(({ close }) => close?.()))),
  }
}

export async function connectGateways(env: Pick<Env, 'paypal'>): Promise<PaymentGateway[]> {
  const connected = await Promise.all(Object.values(providers).map(provider => provider.connect(env)))
  return connected.filter(gateway => gateway !== undefined)
}
