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

const STATIC_OF_PAYPAL = 'https://www.paypalobjects.com'

/** Scripts come from the hosts that PayPal's SDK itself names; what they call and show lies on more of its hosts. */
function paypalSources(environment: 'sandbox' | 'live') {
  const site = environment === 'live' ? 'paypal.com' : 'sandbox.paypal.com'
  return {
    scripts: [`https://www.${site}`, 'https://c.paypal.com', STATIC_OF_PAYPAL],
    hosts: [`https://*.${site}`, ...(environment === 'live' ? [] : ['https://c.paypal.com'])],
  }
}

/** The pay page alone may load the provider's script and keep its popup. */
export function payPageHeaders(env: Env): Record<string, string> {
  const paypal = env.paypal && paypalSources(env.paypal.environment)
  return {
    ...securityHeaders(env),
    'content-security-policy': csp({
      ...sources,
      ...(paypal && {
        'script-src': [...sources['script-src'], ...paypal.scripts],
        'connect-src': [...sources['connect-src'], ...paypal.hosts],
        'img-src': [...sources['img-src'], ...paypal.hosts, STATIC_OF_PAYPAL],
        'frame-src': paypal.hosts,
      }),
    }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
