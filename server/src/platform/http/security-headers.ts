import type { Env } from '../runtime/env.ts'

const csp = (sources: Record<string, string[]>) =>
  Object.entries(sources)
    .map(([directive, values]) => `${directive} ${values.join(' ')}`)
    .join('; ')

const sources = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** No page of the shop needs these; the pay page's provider may ask for its own. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]

const isOverHttps = ({ mode, publicUrl }: Env) => mode === 'live' || publicUrl.startsWith('https:')

export function securityHeaders(env: Env): Record<string, string> {
  return {
    'content-security-policy': csp(sources),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': UNUSED.map(name => `${name}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Sibling services of the shop's domain may not speak https.
    ...(isOverHttps(env) && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Further sources of one page, by directive. */
export type PageSources = Partial<Record<'script-src' | 'connect-src' | 'img-src' | 'frame-src', readonly string[]>>

/** The pay page alone may load the providers' scripts and keep their popups. */
export function payPageHeaders(env: Env, providers: readonly PageSources[]): Record<string, string> {
  const allowed: Record<string, string[]> = { ...sources }
  for (const [directive, hosts] of providers.flatMap(provider => Object.entries(provider))) {
    allowed[directive] = [...(allowed[directive] ?? []), ...hosts]
  }
  return {
    ...securityHeaders(env),
    'content-security-policy': csp(allowed),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
