import type { IncomingMessage } from 'node:http'
import type { Env } from '../runtime/env.ts'

const A_HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i
const LOOPBACK_NAME = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
const LOOPBACK_ADDRESS = /^(::ffff:)?127\.|^::1$/

export const isLoopbackHost = (host: string) => LOOPBACK_NAME.test(host)

export const isHost = (host: string) => A_HOST.test(host)

/** Any name is accepted where PUBLIC_URL is not set. */
export function ownHostCheck({ publicUrl, hasPublicUrl, proxies }: Env) {
  if (!hasPublicUrl) return () => true
  const { host: own, protocol } = new URL(publicUrl)
  return ({ headers, socket }: IncomingMessage): boolean => {
    const host = (proxies > 0 && lastOf(headers['x-forwarded-host'])) || (headers.host ?? '')
    if (host === own) return true
    if (!isHost(host)) return false
    // The operator's own machine, and the emulator on it, need no public name.
    if (isLoopbackHost(host)) return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
    // 1.2.3.4.5 and x:99999 are no hosts of an address.
    return URL.parse(`${protocol}//${host}`)?.host === own
  }
}

/** Proxies append; the last value is the trusted one, as in the framework. */
const lastOf = (values: string | string[] | undefined) =>
  String(values ?? '')
    .split(',')
    .at(-1)
    ?.trim()
