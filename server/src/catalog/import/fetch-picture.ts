import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'

const MOST_BYTES = 20 * 1024 * 1024
const MOST_REDIRECTS = 5
const CONNECT_MS = 5000
/** The time includes names, redirects and the last byte. */
const WHOLE_MS = 30_000

/** Tests replace the internet; no setting leads to another one. */
export interface Internet {
  resolve: (host: string) => Promise<string[]>
  connect: buildConnector.connector
}

const internet: Internet = {
  resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: buildConnector({ timeout: CONNECT_MS, allowH2: false, maxCachedSessions: 0 }),
}

/** Connects to an IP address that was checked, so that a name cannot lead elsewhere in between. Throws UnfitAddress. */
export async function fetchPicture(
  address: string,
  { resolve, connect }: Internet = internet,
  { wholeMs = WHOLE_MS, mostBytes = MOST_BYTES } = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(wholeMs)
  try {
    let url = requireHttps(address)
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const ip = await inTime(requirePublic(url, resolve), signal)
      const agent = agentTo(ip, connect)
      try {
        const answer = await request(url, { dispatcher: agent, signal, method: 'GET', headers: HEADERS })
        const next = redirectOf(answer, url)
        if (!next) return await readBody(answer, mostBytes)
        url = requireHttps(next)
      } finally {
        await agent.destroy()
      }
    }
    throw new UnfitAddress('The address leads on and on.')
  } catch (error) {
    throw sayWhy(error, signal)
  }
}

const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Mela (imports pictures)' }

/** One address that is not public refuses the name. IPv4 comes first, which every server reaches. */
async function requirePublic(url: URL, resolve: Internet['resolve']): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new UnfitAddress('No server has this name.')
  if (!addresses.every(isPublic)) throw new UnfitAddress('The address is not on the public internet.')
  const [first = ''] = addresses.toSorted((one, other) => isIP(one) - isIP(other))
  return first
}

/** The certificate is that of the name, whatever it now leads to. */
function agentTo(ip: string, connect: buildConnector.connector): Agent {
  return new Agent({
    connect: (options, callback) => {
      const servername = isIP(options.hostname.replace(/^\[|\]$/g, '')) ? '' : options.hostname
      connect({ ...options, hostname: ip, servername, port: '443' }, callback)
    },
    allowH2: false,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxHeaderSize: 16_384,
  })
}

function redirectOf({ statusCode, headers, body }: Dispatcher.ResponseData, from: URL): string | undefined {
  if (statusCode === 200) return undefined
  body.on('error', () => {}).destroy()
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string')
    throw new UnfitAddress(`The server answers ${statusCode}.`)
  if (!URL.canParse(location, from.href)) throw new UnfitAddress('The address leads to one that is none.')
  return new URL(location, from).href
}

async function readBody({ headers, body }: Dispatcher.ResponseData, mostBytes: number): Promise<Buffer> {
  const tooLarge = new UnfitAddress(`The picture has more than ${Math.floor(mostBytes / 1024 / 1024)} MB.`)
  const chunks: Buffer[] = []
  let length = 0
  try {
    if (Number(headers['content-length']) > mostBytes) throw tooLarge
    for await (const chunk of body) {
      length += chunk.length
      if (length > mostBytes) throw tooLarge
      chunks.push(chunk)
    }
  } finally {
    body.on('error', () => {}).destroy()
  }
  if (length === 0) throw new UnfitAddress('The server answers nothing.')
  return Buffer.concat(chunks)
}

/** A lookup cannot be cut short, but need not be waited for. */
const inTime = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  Promise.race([work, once(signal, 'abort').then(() => Promise.reject(signal.reason))])

function sayWhy(error: unknown, signal: AbortSignal): UnfitAddress {
  if (error instanceof UnfitAddress) return error
  if (signal.aborted) return new UnfitAddress('The server took too long.')
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new UnfitAddress('No server has this name.')
  if (code.includes('TIMEOUT')) return new UnfitAddress('The server took too long.')
  return new UnfitAddress('The server could not be reached.')
}

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

function requireHttps(text: string): URL {
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text)
  if (!url) throw new UnfitAddress('This is no web address.')
  if (url.protocol !== 'https:') throw new UnfitAddress('Only https addresses are fetched.')
  if (url.username !== '' || url.password !== '') throw new UnfitAddress('Addresses with a password are not fetched.')
  if (url.port !== '') throw new UnfitAddress('Only addresses without a port are fetched.')
  return url
}
