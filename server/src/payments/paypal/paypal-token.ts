import type { ClientCredentialsAuthManager, OAuthToken } from '@paypal/paypal-server-sdk'

/**
 * Fetches access tokens for the SDK: once for parallel callers, and without ever rejecting, because the SDK keeps a
 * rejected promise for ever. An expired token fails the call at hand, and the next call asks again (PAYMENTS §2.3).
 */
export function tokenProvider(onFailure: (error: unknown) => void) {
  let pending: Promise<OAuthToken> | undefined
  return (current: OAuthToken | undefined, manager: ClientCredentialsAuthManager): Promise<OAuthToken> => {
    pending ??= manager
      .updateToken(current)
      .catch((error: unknown) => {
        onFailure(error)
        return expired
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }
}

const expired: OAuthToken = { accessToken: '', tokenType: 'Bearer', expiry: 0n }
