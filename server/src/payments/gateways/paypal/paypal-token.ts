import type { ClientCredentialsAuthManager, OAuthToken } from '@paypal/paypal-server-sdk'
import type { GatewayError } from '../gateway.ts'
import { gatewayErrorOf } from './paypal-errors.ts'

/** The SDK caches a rejected promise for ever, so this never rejects; parallel callers share one fetch. */
export function tokenSource() {
  let pending: Promise<OAuthToken> | undefined
  let failure: GatewayError | undefined

  async function fetchToken(current: OAuthToken | undefined, manager: ClientCredentialsAuthManager) {
    try {
      const token = await manager.updateToken(current)
      failure = undefined
      return token
    } catch (error) {
      failure = gatewayErrorOf(error)
      return noToken
    } finally {
      pending = undefined
    }
  }

  return {
    provide(current: OAuthToken | undefined, manager: ClientCredentialsAuthManager): Promise<OAuthToken> {
      pending ??= fetchToken(current, manager)
      return pending
    },
    /** A call without an answer may have had no token, which is then the better reason. */
    explain: (error: GatewayError) => (error.kind === 'ambiguous' && failure) || error,
  }
}

const noToken: OAuthToken = { accessToken: '', tokenType: 'Bearer', expiry: 0n }
