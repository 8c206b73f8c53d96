import type { IncomingHttpHeaders } from 'node:http'
import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Emulator } from '../base/emulator.ts'
import { notAuthorized, OAuthError } from '../base/errors.ts'
import { merchant } from '../base/order-request.ts'

/** `browser`: with a token of the client id alone, which is public, or of its secret. */
export type Access = 'client' | 'client-id' | 'browser' | 'bearer'

export const accessTokenLifetime = 9 * hour

/** With an empty secret, as PayPal's script in a browser has it, the token serves the buyer's own calls alone. */
export function issueAccessToken(emulator: Emulator, { form, headers }: ApiRequest): Answer {
  if (form.get('grant_type') !== 'client_credentials') {
    throw new OAuthError(400, 'unsupported_grant_type', 'Grant type is not supported')
  }
  const body = {
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: emulator.accessTokens.issue(isClient(emulator, headers.authorization) ? 'shop' : 'browser'),
    token_type: 'Bearer',
    app_id: 'APP-EMULATOR',
    expires_in: accessTokenLifetime / 1000,
    nonce: `${emulator.now().toISOString()}${crypto.randomUUID()}`,
  }
  return { status: 200, body }
}

/** Throws a 401 or 403 unless the caller has this access. */
export function requireAccess(emulator: Emulator, access: Access | undefined, headers: IncomingHttpHeaders) {
  const [scheme = '', credentials = ''] = headers.authorization?.split(' ') ?? []
  const isShop = isClient(emulator, headers.authorization)
  const isBrowser = access === 'client-id' && isClient(emulator, headers.authorization, '')
  if ((access === 'client' || access === 'client-id') && !isShop && !isBrowser) {
    throw new OAuthError(401, 'invalid_client', 'Client Authentication failed')
  }
  if (access !== 'bearer' && access !== 'browser') return
  const holder = scheme.toLowerCase() === 'bearer' ? emulator.accessTokens.find(credentials) : undefined
  if (!holder) throw new OAuthError(401, 'invalid_token', 'Token signature verification failed')
  if (access === 'bearer' && holder === 'browser') throw notAuthorized()
}

function isClient({ clientId, clientSecret }: Emulator, authorization = '', secret = clientSecret) {
  const [scheme = '', credentials = ''] = authorization.split(' ')
  const given = Buffer.from(credentials, 'base64').toString('utf8')
  return scheme.toLowerCase() === 'basic' && given === `${clientId}:${secret}`
}

/** The account of these keys; its payer id is its merchant id. */
export function showUserInfo(): Answer {
  const { email_address: value, merchant_id: payer_id } = merchant
  const emails = [{ value, primary: true, confirmed: true }]
  const user_id = 'https://www.paypal.com/webapps/auth/identity/user/emulator'
  return { status: 200, body: { user_id, payer_id, verified_account: 'true', emails } }
}
