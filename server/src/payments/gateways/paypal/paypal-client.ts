import {
  Client,
  type Configuration,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { gatewayErrorOf, isUnauthorized } from './paypal-errors.ts'
import { tokenSource } from './paypal-token.ts'

export interface PaypalAccess {
  clientId: string
  clientSecret: string
  at: 'sandbox' | 'live' | URL
  /** The webhook id that events are signed for; where there is none no event is accepted. */
  webhooks?: { id: string; authority?: string } | undefined
}

export interface PaypalKeys extends PaypalAccess {
  merchantId?: string | undefined
}

interface Controllers {
  client: Client
  orders: OrdersController
  payments: PaymentsController
}

const TIMEOUT_MS = 10_000

/** Throws a GatewayError, never the SDK's errors, which carry the access token. */
export type PaypalCall = <Result>(call: (paypal: Controllers) => Promise<{ result: Result }>) => Promise<Result>

export function paypalCaller(access: PaypalAccess): PaypalCall {
  let connection = connect(access)

  return async call => {
    const used = connection
    try {
      return (await call(used)).result
    } catch (error) {
      if (!isUnauthorized(error)) throw used.token.explain(gatewayErrorOf(error))
    }

    // The SDK never drops a revoked token, so the whole client is replaced, once.
    if (connection === used) connection = connect(access)
    const renewed = connection
    return call(renewed).then(
      ({ result }) => result,
      error => Promise.reject(renewed.token.explain(gatewayErrorOf(error))),
    )
  }
}

function connect({ clientId, clientSecret, at }: PaypalAccess) {
  const token = tokenSource()
  const configuration: Partial<Configuration> = {
    timeout: TIMEOUT_MS,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthTokenProvider: token.provide,
    },
    // The machine's environment variables must not route payments through a proxy.
    unstable_httpClientOptions: { proxy: false, maxRedirects: 0 },
  }
  const environment = at === 'live' ? Environment.Production : Environment.Sandbox
  const client = at instanceof URL ? rebasedClient(configuration, at) : new Client({ ...configuration, environment })
  return { client, token, orders: new OrdersController(client), payments: new PaymentsController(client) }
}

/** The SDK supports two addresses; this client calls a PayPal on this machine instead. */
export function rebasedClient(configuration: Partial<Configuration>, address: URL): Client {
  if (!['127.0.0.1', '[::1]'].includes(address.hostname)) {
    throw new Error(`Test payments stay on this machine; ${address.host} is elsewhere.`)
  }
  return new (class extends Client {
    // The constructor of Client calls this already, so it uses no instance fields.
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      return (...given: Parameters<typeof factory>) => {
        const builder = factory(...given)
        builder.interceptRequest(request => {
          const { pathname, search } = new URL(request.url)
          return { ...request, url: address.origin + pathname + search }
        })
        return builder
      }
    }
  })({ ...configuration, environment: Environment.Sandbox })
}
