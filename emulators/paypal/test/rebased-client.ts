import { Client, type Configuration, Environment } from '@paypal/paypal-server-sdk'
import { credentials } from './emulator.ts'

/** The SDK allows two hosts only, so its requests are redirected at the last moment. */
export function rebasedClient(apiBase: string, oAuthClientSecret = credentials.clientSecret) {
  class RebasedClient extends Client {
    override getRequestBuilderFactory() {
      const inner = super.getRequestBuilderFactory()
      return (...call: Parameters<typeof inner>) => {
        const builder = inner(...call)
        builder.interceptRequest(request => {
          const { pathname, search } = new URL(request.url)
          return { ...request, url: apiBase + pathname + search }
        })
        return builder
      }
    }
  }
  const configuration: Partial<Configuration> = {
    clientCredentialsAuthCredentials: { oAuthClientId: credentials.clientId, oAuthClientSecret },
    timeout: 5_000,
    unstable_httpClientOptions: { proxy: false },
  }
  return new RebasedClient({ ...configuration, environment: Environment.Sandbox })
}
