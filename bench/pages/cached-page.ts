import { connect, type Socket } from 'node:net'
import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import { type Result, run } from '../fixtures/open-shop.ts'

/** Lowest ratio to the rate of plain Fastify. */
const LIMIT = 0.6
const ROUNDS = 3
const SECONDS = 1
const PLAIN_PORT = Number(process.env.BENCH_PORT ?? 3300) + 1

/**
 * Compares a cached page or answer, requested as browsers do, with Fastify sending a constant buffer of the same size.
 * `revalidated`: the browser has the page already, and both answer 304.
 */
export async function cachedPage(
  shop: { url: string; pid: number },
  path: string,
  asked: 'br' | 'identity' | 'revalidated',
): Promise<Result> {
  const url = shop.url + path
  const headers = { 'accept-encoding': asked === 'identity' ? asked : 'br' }
  // The first request puts the answer into the cache.
  await fetch(url, { headers })
  const head = await fetch(url, { method: 'HEAD', headers })
  const bytes = asked === 'revalidated' ? '0' : (head.headers.get('content-length') ?? '')
  const sent = asked === 'revalidated' ? { ...headers, 'if-none-match': head.headers.get('etag') ?? '' } : headers
  const plainUrl = `http://127.0.0.1:${PLAIN_PORT}/`
  const plain = await run('bench/pages/constant-buffer.ts', plainUrl, { PORT: String(PLAIN_PORT), BYTES: bytes })

  const rounds: { ours: number; ratio: number }[] = []
  const before = cpuTimeOf(shop.pid)
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await requestsPerSecond(url, SECONDS, sent)
    rounds.push({ ours, ratio: ours / (await requestsPerSecond(plainUrl, SECONDS, sent)) })
  }
  const cpu = (cpuTimeOf(shop.pid) - before) / (SECONDS * rounds.reduce((sum, { ours }) => sum + ours, 0))
  await plain.close()

  const { ours, ratio } = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)] ?? { ours: 0, ratio: 0 }
  return {
    name: `/${path} from memory, ${asked === 'revalidated' ? '304' : `${bytes} bytes of ${asked}`}, against a constant answer`,
    figure: `${ratio.toFixed(2)}x (${ours.toFixed(0)} a second, ${cpu.toFixed(3)} ms of CPU each)`,
    limit: `${LIMIT}x`,
    holds: ratio >= LIMIT,
  }
}

const CONNECTIONS = 32

/**
 * Requests per second of one address whose answers all have the same length. Counts bytes without reading headers:
 * a client that parses answers is slower than these servers, so its own speed would be measured.
 */
async function requestsPerSecond(url: string, seconds: number, headers: Record<string, string>): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const length = await answerLength(hostname, Number(port), request)

  let answers = 0
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname)
    let received = 0
    socket.on('data', ({ length: bytes }) => {
      received += bytes
      if (received < length) return
      if (received > length) throw new Error(`${url} answered ${received} bytes where ${length} were expected.`)
      received = 0
      answers++
      socket.write(request)
    })
    socket.write(request)
    return socket
  })

  const started = performance.now()
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  const elapsed = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  return answers / elapsed
}

/** The length of head and body in bytes; throws unless the answer is a 304, or a 200 that states its length. */
async function answerLength(hostname: string, port: number, request: Buffer): Promise<number> {
  const socket = connect(port, hostname)
  socket.write(request)
  const head = await headOf(socket)
  socket.destroy()
  if (head.startsWith('HTTP/1.1 304')) return Buffer.byteLength(head) + 4
  const contentLength = /content-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || !contentLength) throw new Error(`Unexpected answer: ${head}`)
  return Buffer.byteLength(head) + 4 + Number(contentLength)
}

async function headOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk
    const end = text.indexOf('\r\n\r\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error('The connection ended before the answer did.')
}
