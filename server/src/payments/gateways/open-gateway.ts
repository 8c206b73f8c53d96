import { type PaymentGatewayName, paymentGateways } from '@mela/contract'
import type { RunningEmulator as PaypalEmulator } from '@mela/paypal-emulator'
import type { RunningEmulator as StripeEmulator } from '@mela/stripe-emulator'
import type { Database } from '../../platform/database/database.ts'
import { invalidateHere, onChange } from '../../platform/database/invalidation.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { gatewaysOf, type PaymentGateway } from './gateway.ts'
import { type GatewayKeys, withSavedKeys } from './gateway-keys.ts'
import { paypal } from './paypal/open-paypal.ts'
import { stripe } from './stripe/open-stripe.ts'

export interface Provider {
  /** The variables of the environment that messages name. */
  variables: { webhook: string; account: string; aboutAccount: string }
  /** The gateway of these keys; undefined when there are none. */
  connect(keys: GatewayKeys): Promise<PaymentGateway | undefined>
  openEmulator(env: Env, place: EmulatorPlace): Promise<OpenEmulator>
  removeTestPayments?(env: Env): Promise<void>
}

export const providers: Record<PaymentGatewayName, Provider> = { paypal, stripe }

interface Emulators {
  paypal: PaypalEmulator
  stripe: StripeEmulator
}

interface EmulatorAddresses {
  paypal: Pick<PaypalEmulator, 'url' | 'clientId' | 'clientSecret' | 'caCertificate'>
  stripe: Pick<StripeEmulator, 'url' | 'secretKey' | 'webhookSecret'>
}

export interface EmulatorPlace {
  running?: Partial<EmulatorAddresses> | undefined
  port?: number
  /** Test payments are kept there over a restart. */
  folder?: string
}

interface OpenEmulator {
  gateway: PaymentGateway
  emulator?: Emulators[PaymentGatewayName]
  sendEventsTo?(api: string): void
  close?(): Promise<void>
}

export type OpenGateways = Awaited<ReturnType<typeof openGateways>>

/** Opens the gateways, and again when staff of any instance change keys. A demo pays at emulators where it has no keys. */
export async function openGateways(db: Database, env: Env, place: EmulatorPlace = {}) {
  const gateways = gatewaysOf()
  const opened = await Promise.all(namesToEmulate(env).map(name => providers[name].openEmulator(env, place)))
  const emulators: Partial<Emulators> = Object.fromEntries(
    opened.flatMap(({ gateway, emulator }) => (emulator ? [[gateway.name, emulator]] : [])),
  )
  let last = ''

  /** A gateway keeps its token, so it is opened again only when its keys are others. */
  async function connect() {
    const keys = await withSavedKeys(db, env)
    const present = JSON.stringify(paymentGateways.map(name => keys[name]))
    if (present === last) return
    const connected = await connectGateways(keys)
    const isConnected = (name: string) => connected.some(gateway => gateway.name === name)
    const emulated = opened.map(({ gateway }) => gateway).filter(({ name }) => !isConnected(name))
    gateways.replaceAll(
      ...paymentGateways.flatMap(name => [...connected, ...emulated].filter(one => one.name === name)),
    )
    last = present
    // Pages made since the keys were changed have the former gateways.
    invalidateHere('gateways')
  }

  await connect()
  let connecting = Promise.resolve()
  gateways.refresh = () => {
    connecting = connecting.then(connect, connect)
    return connecting
  }
  const stop = onChange(tags => {
    if (tags.includes('gateways') || tags.includes('*')) void gateways.refresh().catch(() => {})
  })
  return {
    gateways,
    emulators,
    sendEventsTo: (api: string) => opened.forEach(({ sendEventsTo }) => void sendEventsTo?.(api)),
    async close() {
      stop()
      await Promise.all(opened.map(({ close }) => close?.()))
    },
  }
}

/** Emulators stand in where no provider has keys of the environment, in demo mode only, and are loaded only then. */
const namesToEmulate = (env: Env) =>
  env.mode === 'demo' && paymentGateways.every(name => !env[name]) ? paymentGateways : []

export async function connectGateways(keys: GatewayKeys): Promise<PaymentGateway[]> {
  const connected = await Promise.all(Object.values(providers).map(provider => provider.connect(keys)))
  return connected.filter(gateway => gateway !== undefined)
}
