import type { IncomingHttpHeaders } from 'node:http'
import type { Emulator } from '../base/emulator.ts'
import { OAuthError } from '../base/errors.ts'
import type { Answer, ApiRequest, Route } from '../base/http.ts'
import { hour } from '../base/time.ts'

export const accessTokenLifetime = 9 * hour

export function issueAccessToken(emulator: Emulator, { form }: ApiRequest): Answer {
  if (form.get('grant_type') !== 'client_credentials') {
    throw new OAuthError(400, 'unsupported_grant_type', 'Grant type is not supported')
  }
  const body = {
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: emulator.accessTokens.issue(emulator.clientId),
    token_type: 'Bearer',
    app_id: 'APP-EMULATOR',
    expires_in: accessTokenLifetime / 1000,
    nonce: `${emulator.now().toISOString()}${crypto.randomUUID()}`,
  }
  return { status: 200, body }
}

/** Throws a 401 or 403 unless the caller has this access. */
export function requireAccess(emulator: Emulator, access: Route['access'], headers: IncomingHttpHeaders) {
  const [scheme = '', credentials = ''] = headers.authorization?.split(' ') ?? []
  if (access === 'local' && !isLocal(emulator, headers)) {
    throw new OAuthError(403, 'access_denied', 'This is for this machine only')
  }
  if (access === 'client' && !isClient(emulator, scheme, credentials)) {
    throw new OAuthError(401, 'invalid_client', 'Client Authentication failed')
  }
  if (access === 'bearer' && !(scheme.toLowerCase() === 'bearer' && emulator.accessTokens.find(credentials))) {
    throw new OAuthError(401, 'invalid_token', 'Token signature verification failed')
  }
}

/** Checks host and origin: a page of another site could point a host name at this machine, or submit a form to it. */
function isLocal({ url }: Emulator, { host, origin }: IncomingHttpHeaders) {
  const { port } = new URL(url)
  const hosts = ['127.0.0.1', 'localhost'].map(name => `${name}:${port}`)
  return hosts.includes(host ?? '') && (origin === undefined || hosts.includes(origin.replace('http://', '')))
}

function isClient({ clientId, clientSecret }: Emulator, scheme: string, credentials: string) {
  const given = Buffer.from(credentials, 'base64').toString('utf8')
  return scheme.toLowerCase() === 'basic' && given === `${clientId}:${clientSecret}`
}
