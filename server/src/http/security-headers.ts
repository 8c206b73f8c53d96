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

/** The headers that stand on every answer, API and pages (B134, C15). */
export function securityHeaders(env: Env): Record<string, string> {
  return {
    'content-security-policy': csp(sources),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(env.mode === 'live' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** The pay page alone may load the provider's script and keep its popup (P8). */
export function payPageHeaders(env: Env): Record<string, string> {
  const provider = env.paypal ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : []
  return {
    ...securityHeaders(env),
    'content-security-policy': csp({
      ...sources,
      'script-src': ["'self'", ...provider],
      'connect-src': ["'self'", ...provider],
      'img-src': [...sources['img-src'], ...provider],
      ...(provider.length > 0 && { 'frame-src': provider }),
    }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
