import { isIPv4, isIPv6 } from 'node:net'
import { Address6 } from 'ip-address'

/** The address of calls by the shop's own pages; no outside connection has it. */
export const OWN_ADDRESS = 'own pages'

/** The bits of IPv6 that providers give to one line (RIPE-690). */
const LINE_BITS = 56
/** The bits of IPv6 that one household or office has at least. */
export const SUBNET_BITS = 64
/** The bits of IPv6 that a company's line or a tunnel gets. */
export const SITE_BITS = 48
/** A site has many lines: its limits are this many times those of one. */
export const LINES_OF_SITE = 4

/** An IPv4 address, or the IPv6 network of so many bits; undefined when it is neither. Drops brackets and port. */
export function networkOf(written: string, bits = LINE_BITS): string | undefined {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(written) ?? []
  const address = ipv6 ?? ipv4 ?? written
  if (!isIPv6(address)) return isIPv4(address) ? address : undefined
  const one = new Address6(address)
  return one.isMapped4() ? one.to4().correctForm() : new Address6(`${address}/${bits}`).startAddress().correctForm()
}
