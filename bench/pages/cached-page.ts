import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import { requestsPerSecond } from '../fixtures/load.ts'
import { type Result, run } from '../fixtures/open-shop.ts'

/** Lowest ratio to the rate of plain Fastify, for a page and for an answer of the API. */
const LIMITS = { page: 0.9, answer: 0.7 }
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
  kind: keyof typeof LIMITS = 'page',
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
    limit: `${LIMITS[kind]}x`,
    holds: ratio >= LIMITS[kind],
  }
}
