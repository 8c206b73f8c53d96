import { isIPv4, isIPv6 } from 'node:net'
import { Address6 } from 'ip-address'

const LINE_BITS = 56
export const SITE_BITS = 48
/** A site has many lines, so its limits are higher. */
export const LINES_OF_SITE = 4

/** Undefined when it is no address. Drops brackets and port. */
export function networkOf(written: string, bits = LINE_BITS): string | undefined {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(written) ?? []
  const address = ipv6 ?? ipv4 ?? written
  if (!isIPv6(address)) return isIPv4(address) ? address : undefined
  const one = new Address6(address)
  return one.isMapped4() ? one.to4().correctForm() : new Address6(`${address}/${bits}`).startAddress().correctForm()
}
