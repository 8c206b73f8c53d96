import { requestsPerSecond } from './fixtures/load.ts'
import { type Result, run } from './fixtures/open-shop.ts'

/** A page; an answer of the API. */
const LIMITS = { page: 0.9, answer: 0.7 }
const ROUNDS = 5
const SECONDS = 3
const PLAIN_PORT = Number(process.env.BENCH_PORT ?? 3300) + 1

/** A page or an answer from memory, as browsers request it, against Fastify sending a constant buffer of the same size. */
export async function cachedPage(
  shopUrl: string,
  encoding: 'br' | 'identity',
  kind: keyof typeof LIMITS = 'page',
): Promise<Result> {
  // From then on it is in memory.
  await fetch(shopUrl, { headers: { 'accept-encoding': encoding } })
  const { headers } = await fetch(shopUrl, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
  const bytes = headers.get('content-length') ?? ''
  const plainUrl = `http://127.0.0.1:${PLAIN_PORT}/`
  const plain = await run('bench/constant-buffer.ts', plainUrl, { PORT: String(PLAIN_PORT), BYTES: bytes })

  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await requestsPerSecond(shopUrl, SECONDS, encoding)
    const theirs = await requestsPerSecond(plainUrl, SECONDS, encoding)
    ratios.push(ours / theirs)
    process.stdout.write(`  ${encoding}: ${kind} ${ours.toFixed(0)}/s, constant buffer ${theirs.toFixed(0)}/s\n`)
  }
  await plain.close()

  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  return {
    name: `cached ${kind}, ${bytes} bytes of ${encoding}, against a constant buffer (median of ${ROUNDS})`,
    figure: `${ratio.toFixed(2)}x`,
    limit: `${LIMITS[kind]}x`,
    holds: ratio >= LIMITS[kind],
  }
}
