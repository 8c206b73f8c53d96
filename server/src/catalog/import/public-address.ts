import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges of public form behind which are networks of providers: Azure's own address, and documentation. */
const NOT_PUBLIC = ['168.63.129.16/32', '192.88.99.0/24', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  range => ipaddr.parseCIDR(range),
)

/** The internet routes no other part of IPv6. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

export function isPublic(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !address.match(GLOBAL)) return false
  return !NOT_PUBLIC.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

export class UnfitAddress extends Error {}

export function requireHttps(text: string): URL {
  const url = URL.canParse(text.startsWith('//') ? `https:${text}` : text)
    ? new URL(text.startsWith('//') ? `https:${text}` : text)
    : undefined
  if (!url) throw new UnfitAddress('This is no web address.')
  if (url.protocol !== 'https:') throw new UnfitAddress('Only https addresses are fetched.')
  if (url.username !== '' || url.password !== '') throw new UnfitAddress('Addresses with a password are not fetched.')
  if (url.port !== '') throw new UnfitAddress('Only addresses without a port are fetched.')
  return url
}
